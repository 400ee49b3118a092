"""What is built for people to install has every file, nothing stray, and one version (tools/dist.py)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from narrator import __version__
from narrator.computer import paths
from tools import dist

from tests.program import narrator

ROOT = Path(__file__).parent.parent


def wheel_of(folder: Path, names: set[str]) -> Path:
    file = folder / f"{dist.NAME}-py3-none-any.whl"
    with ZipFile(file, "w") as wheel:
        for name in [*names, f"{dist.NAME}.dist-info/METADATA"]:
            wheel.writestr(name, "")
    return file


def test_the_version_is_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert (ROOT / project["tool"]["hatch"]["version"]["path"]).read_text("utf-8").count(f'"{__version__}"') == 1
    assert narrator("--version").stdout == f"narrator {__version__}\n"


def test_the_wheel_has_all_data_that_the_program_looks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {name: f"narrator/data/{name}" for name in included}
    assert set(included) == set(dist.DATA)
    assert all(paths.shipped(kind).exists() for kind in dist.DATA)


def test_a_whole_wheel_has_no_fault(tmp_path: Path) -> None:
    files = dist.tracked()
    names = dist.in_wheel(files)
    assert {"narrator/__main__.py", "narrator/data/voices/natan.npz", "narrator/data/config.toml"} <= names
    assert dist.faults(wheel_of(tmp_path, names), files) == []


@pytest.mark.parametrize(
    ("lost", "added", "fault"),
    [
        ({"narrator/data/voices/natan.npz"}, set(), "missing: narrator/data/voices/natan.npz"),
        (set(), {"narrator/notes.txt"}, "stray: narrator/notes.txt"),
    ],
    ids=["missing", "stray"],
)
def test_a_wheel_with_a_file_too_few_or_too_many_is_refused(
    lost: set[str], added: set[str], fault: str, tmp_path: Path
) -> None:
    files = dist.tracked()
    assert dist.faults(wheel_of(tmp_path, dist.in_wheel(files) - lost | added), files) == [fault]


def test_a_wheel_that_has_grown_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dist.LARGEST, ".whl", 100)
    files = dist.tracked()
    (fault,) = dist.faults(wheel_of(tmp_path, dist.in_wheel(files)), files)
    assert fault.endswith("more than 100")

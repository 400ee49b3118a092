"""What is written appears whole or not at all, and a write that fails leaves nothing behind in anybody's folder."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tomlkit

from narrator.computer import paths
from narrator.computer.files import replacing
from narrator.cues import Part
from narrator.ears.clips import Clip, keep_group, write_clip
from narrator.evening.dealing import fix_seed
from narrator.evening.tables import save
from narrator.mouth.cache import LineCache
from narrator.mouth.packs import Pack
from narrator.mouth.sound import Sound
from narrator.mouth.voice import Voice

pytestmark = pytest.mark.usefixtures("own_data")

SOUND = Sound(np.full(16_000, 0.5, np.float32), 16_000)
SMALL = (paths.shipped("setups") / "small.toml").read_bytes()

WRITERS: dict[str, Callable[[Path], object]] = {
    "line": lambda folder: LineCache(folder).keep("Noc.", Voice(engine="system", language="pl"), "espeak", SOUND),
    "recording": lambda folder: Pack(folder).keep([(Part("night.falls", "Noc."), SOUND)]),
    "take": lambda folder: Pack(folder).keep_take("night.falls", SOUND),
    "clip": lambda folder: write_clip(folder / "siedem.wav", Clip(bytes(3200))),
    "group": lambda folder: keep_group(folder, "pl", {1: "Ala"}),
    "deal": lambda folder: fix_seed(folder / "small.toml"),
    "new": lambda folder: save(tomlkit.parse("format = 1"), folder / "small.toml"),
}


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("writer", WRITERS)
def test_a_write_that_fails_leaves_everything_as_it_was(
    writer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "small.toml").write_bytes(SMALL)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Exception, match=r"the disk is full|brak miejsca na dysku|No space left"):
        WRITERS[writer](tmp_path)
    assert files(tmp_path) == {"small.toml": SMALL}


@pytest.mark.parametrize("writer", WRITERS)
def test_a_write_that_succeeds_leaves_nothing_but_what_was_written(writer: str, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_bytes(SMALL)
    WRITERS[writer](tmp_path)
    assert {Path(name).suffix for name in files(tmp_path)} <= {".toml", ".wav"}
    assert not [name for name in files(tmp_path) if name.startswith(".")]


def test_what_fails_while_it_is_written_leaves_the_file_before(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("before")

    def broken_off() -> None:
        with replacing(path) as half:
            half.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert files(tmp_path) == {"mine.toml": b"before"}


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes are for others")
def test_a_file_that_is_replaced_stays_who_may_read_it_and_where_it_is(tmp_path: Path) -> None:
    real, link = tmp_path / "far" / "mine.toml", tmp_path / "link.toml"
    real.parent.mkdir()
    real.write_text("before")
    real.chmod(0o640)
    link.symlink_to(real)
    with replacing(link) as half:
        half.write_text("after")
    assert link.is_symlink()
    assert (real.read_text(), stat.S_IMODE(real.stat().st_mode)) == ("after", 0o640)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are for others")
def test_a_new_file_is_for_everybody_unless_it_is_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for name, private in (("open", False), ("own", True)):
            with replacing(tmp_path / name, private=private) as half:
                half.write_text("new")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("open", "own")]
    assert modes == [0o644, 0o600]

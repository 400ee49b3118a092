"""What the docs say was measured is what the benches kept, and they notice when something gets worse."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
KEPT: dict[str, Any] = tomllib.loads((ROOT / "bench" / "figures.toml").read_text(encoding="utf-8"))
VOICE: dict[str, Any] = KEPT["voice"]
PART = (
    (ROOT / "docs" / "figures.md")
    .read_text(encoding="utf-8")
    .partition("## How quick it is")[2]
    .partition("\n## ")[0]
)


def rows() -> list[list[str]]:
    """Read the page's table without its head: name, narrator, plain loop, ratio, gate."""
    lines = [line for line in PART.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[1:]]


def test_the_table_shows_what_was_kept() -> None:
    shown: dict[str, str] = {}
    for name, narrator, plain, _, _ in rows():
        shown |= {f"narrator: {name}": narrator} | ({f"plain loop: {name}": plain} if plain else {})
    assert shown == VOICE["figures"]


@pytest.mark.parametrize("row", [row for row in rows() if row[3]], ids=lambda row: row[0])
def test_the_ratios_are_those_of_its_figures(row: list[str]) -> None:
    narrator, plain = (float(cell.split()[0]) for cell in row[1:3])
    assert float(row[3]) == pytest.approx(plain / narrator, abs=0.06)


@pytest.mark.parametrize("row", [row for row in rows() if row[4]], ids=lambda row: row[0])
def test_no_figure_misses_its_gate(row: list[str]) -> None:
    assert float(row[1].split()[0]) <= float(row[4].split()[0])


def test_how_well_voices_are_understood_is_what_was_kept() -> None:
    part = (ROOT / "docs" / "voices.md").read_text(encoding="utf-8").partition("## How well they are understood")[2]
    head, _, *lines = [line for line in part.partition("\nThat is why ")[0].splitlines() if line.startswith("|")]
    measures = [cell.strip() for cell in head.split("|")[2:-1]]
    shown: dict[str, dict[str, str]] = {}
    for line in lines:
        name, *cells = (cell.strip() for cell in line.split("|")[1:-1])
        shown[name] = {f"{name}: {measure}": cell for measure, cell in zip(measures, cells, strict=True)}
    benches = {f"intelligible-{name.replace(', ', '-')}": name for name in shown}
    judged, untaught = {bench for bench in KEPT if bench.startswith("intelligible-")}, "intelligible-untaught-"
    assert benches.keys() == {bench for bench in judged if not bench.startswith(untaught)}
    for bench in judged - benches.keys():
        share = next(iter(KEPT[bench]["figures"].values())).partition(",")[0]
        assert share in part, bench
    for bench, name in benches.items():
        assert shown[name].items() <= KEPT[bench]["figures"].items()


SETTLED = """
import sys
from pathlib import Path
from bench.figures import Figure, settle
file, keep, found = Path(sys.argv[1]), sys.argv[2] == "keep", float(sys.argv[3])
speed = [Figure("speed", found, "{:.0f} games/s", 0.2, more=True)]
seconds = [Figure("start", 100 / found, "{:.2f} s", 0.2), Figure("load", found)]
sys.exit(0 if settle("start", seconds, keep=keep, file=file) & settle("speed", speed, keep=keep, file=file) else 1)
"""


def settled(file: Path, *arguments: str) -> tuple[int, list[str]]:
    command = [sys.executable, "-c", SETTLED, str(file), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stderr.splitlines()


def test_what_got_worse_than_what_was_kept_is_told(tmp_path: Path) -> None:
    file = tmp_path / "figures.toml"
    code, told = settled(file, "compare", "100")
    assert (code, len(told)) == (0, 2)  # nothing was kept that it could be compared with
    assert settled(file, "keep", "100") == (0, [])
    assert settled(file, "compare", "90") == settled(file, "compare", "500") == (0, [])
    code, told = settled(file, "compare", "75")
    assert (code, [line.partition(" on ")[0] for line in told]) == (
        1,
        ["start: 1.33 s now, 1.00 s", "speed: 75 games/s now, 100 games/s"],
    )
    file.write_text(
        file.read_text(encoding="utf-8").replace("computer = ", 'computer = "another"  # '), encoding="utf-8"
    )
    code, told = settled(file, "compare", "1")
    assert (code, len(told)) == (0, 2)


SILENT = """
from bench.voice_rows import Measures, figures, table
found = Measures(reactions=[0.3], first_words=[0.5], gaps=[0.0])
print(*table(found, Measures(broken_off="said nothing")), sep="\\n")
print(len([*figures(Measures(), Measures())]))
"""


def test_what_was_measured_is_shown_though_a_program_was_silent() -> None:
    done = subprocess.run([sys.executable, "-c", SILENT], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    lines = done.stdout.splitlines()
    assert "| reaction, median | 300 ms |  |  | 300 ms |" in lines
    assert lines[-1] == "0"


HEARD = """
import sys
from pathlib import Path
from bench.voice import KOREAN, answers, cues_of, misheard
from tests.audio.evening import lay_table
setup, said = lay_table(Path(sys.argv[1])), answers(5, KOREAN)
cues_of(setup, said)
journal = setup.with_name("headless.jsonl")
print(misheard(journal, said) or "all as it was said")
print(misheard(journal, [*said[:2], "6", *said[3:]]))
print(misheard(journal, [*said, "undo"]))
"""


def test_an_answer_that_was_taken_for_another_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HEARD, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines() == ["all as it was said", "took '6' for '3'", "took 'undo' for None"]


ESPEAK = """
import os, subprocess, sys
from pathlib import Path
from bench.voice import own_espeak
named = own_espeak(Path(sys.argv[1]))
code = "import pyttsx3.drivers._espeak; print(*[line for line in open('/proc/self/maps') if 'espeak' in line])"
subprocess.run([sys.executable, "-c", code], env={**os.environ, **named}, check=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the bench runs on Linux")
def test_the_plain_loop_speaks_with_the_espeak_of_the_narrator_whatever_the_system_has(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ESPEAK, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert "espeakng_loader" in done.stdout

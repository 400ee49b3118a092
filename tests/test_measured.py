"""What the README says was measured is what the bench measures."""

from __future__ import annotations

from pathlib import Path

import voice

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_readme_has_the_rows_that_the_bench_prints() -> None:
    part = README.partition("## How quick it is")[2].partition("\n## ")[0]
    table = [line for line in part.splitlines() if line.startswith("|") and not line.startswith("|---")]
    assert table[0] == voice.HEAD
    assert [line.split("|")[1].strip() for line in table[1:]] == [row.name for row in voice.ROWS]

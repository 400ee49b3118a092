"""What the README says was measured is what the bench measures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_readme_has_the_rows_that_the_bench_prints() -> None:
    part = (ROOT / "README.md").read_text(encoding="utf-8").partition("## How quick it is")[2].partition("\n## ")[0]
    table = [line for line in part.splitlines() if line.startswith("|") and not line.startswith("|---")]
    rows = "import bench.voice as v; print(v.HEAD, *(row.name for row in v.ROWS), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", rows], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert [table[0], *(line.split("|")[1].strip() for line in table[1:])] == done.stdout.splitlines()

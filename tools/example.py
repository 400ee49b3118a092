"""Take the example of docs/headless.md again: what the program writes to the answers that stand there."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "headless.md"
_EXAMPLE = re.compile(r"(?<=```jsonl\n).*?(?=```)", flags=re.DOTALL)


def transcript(answers: list[str]) -> str:
    """Play the demonstration and give what is written (>) and read (<), line by line."""
    return "".join(f"{line}\n" for line in _lines(answers))


def _lines(answers: list[str]) -> Iterator[str]:
    shown = 0
    for count in range(len(answers) + 1):
        written = _play(answers[:count])
        yield from (f"> {line}" for line in written[shown:])
        shown = len(written)
        yield from (f"< {answer}" for answer in answers[count : count + 1])


def _play(answers: list[str]) -> list[str]:
    program = Path(sysconfig.get_path("scripts")) / "narrator"
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.jsonl"
        done = subprocess.run(
            [program, "play", "demo", "--headless", "--seed", "7", "--journal", journal],
            input="".join(f"{answer}\n" for answer in answers),
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=True,
        )
    return done.stdout.splitlines()


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = _EXAMPLE.search(page)
    assert found, "the page has no example"
    answers = re.findall(r"^< (.*)$", found[0], flags=re.MULTILINE)
    PAGE.write_text(_EXAMPLE.sub(lambda _: transcript(answers), page, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The site has the map's pages in its menu, and its links lead where the repository's do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.docs_site import MAP, OUTSIDE, linked, menu

DOCS = Path(__file__).parent.parent / "docs"


def test_every_page_is_in_the_menu_once() -> None:
    named = [page for part in menu((DOCS / MAP).read_text(encoding="utf-8")) for one in part.values() for page in one]
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {MAP}
    pages = [page for page in named if page.endswith(".md")]
    assert sorted(pages) == sorted(there)


@pytest.mark.parametrize(
    ("page", "written", "shown"),
    [
        ("guide.md", "[a](playing.md#cards)", "[a](playing.md#cards)"),
        ("pl/gospodarz.md", "![a](karta.svg) [b](../rules.md)", "![a](karta.svg) [b](../rules.md)"),
        ("figures.md", "[a](../bench/README.md)", "[a](project/bench/README.md)"),
        ("project/CHANGELOG.md", "[a](docs/night.md#x)", "[a](../night.md#x)"),
        ("project/bench/README.md", "[a](../docs/accuracy.md)", "[a](../../accuracy.md)"),
        ("secrecy.md", "[`project`](../narrator/cues.py) and [a](#time)", "`project` and [a](#time)"),
        ("english.md", "[a](https://example.org/x)", "[a](https://example.org/x)"),
    ],
)
def test_a_link_leads_where_the_site_has_its_page(page: str, written: str, shown: str) -> None:
    assert linked(written, page) == shown


def test_the_pages_of_other_folders_are_there() -> None:
    assert all((DOCS.parent / name).is_file() for name in OUTSIDE)

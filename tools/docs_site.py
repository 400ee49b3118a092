"""What mkdocs needs besides docs/: the menu from the map, pages of other folders, and links between all of them.

mkdocs.yml names this module as its hook. A link to a file that is no page, such as a test, becomes plain text.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
MAP = "README.md"
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md")
"""Pages outside docs/ that are on the site, in its folder `project`."""

STYLE = ".md-typeset thead:not(:has(th:not(:empty))) { display: none; }\n"
"""Many tables have no head."""

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_ADDRESS = re.compile(r"[a-z]+:|#")


def menu(text: str) -> list[dict[str, list[str] | str]]:
    """Make the menu of the map's text: a part for each heading, with the pages that are linked under it."""
    parts: list[dict[str, list[str] | str]] = [{"The map": MAP}]
    seen: set[str] = set()
    for heading, body in re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.MULTILINE):
        targets = [target.partition("#")[0] for _, _, target in _LINK.findall(body)]
        pages = [page for page in dict.fromkeys(targets) if page.endswith(".md") and page not in seen]
        seen.update(pages)
        parts.append({heading: [page if not page.startswith("../") else site_page(page[3:]) for page in pages]})
    return parts


def site_page(place: str) -> str:
    """Name the page of the site that a file of the repository becomes, or nothing."""
    if place.startswith("docs/"):
        return place.removeprefix("docs/")
    return f"project/{place}" if place in OUTSIDE else ""


def in_repository(page: str) -> str:
    """Name the file of the repository that a page of the site was."""
    return page.removeprefix("project/") if page.startswith("project/") else f"docs/{page}"


def linked(text: str, page: str) -> str:
    """Let the links of a page's text lead where the site has what they mean."""

    def moved(found: re.Match[str]) -> str:
        mark, label, target = found.groups()
        if _ADDRESS.match(target):
            return found[0]
        file, sign, heading = target.partition("#")
        goal = site_page(posixpath.normpath(posixpath.join(posixpath.dirname(in_repository(page)), file)))
        there = posixpath.relpath(goal, posixpath.dirname(page) or ".") if goal else ""
        return f"{mark}[{label}]({there}{sign}{heading})" if goal else label

    return _LINK.sub(moved, text)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the menu."""
    text = (ROOT / "docs" / MAP).read_text(encoding="utf-8")
    config.nav = [*menu(text), {"The project": [site_page(name) for name in OUTSIDE]}]
    config.extra_css.append("site.css")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are outside docs/."""
    from mkdocs.structure.files import File

    for name in OUTSIDE:
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, site_page(name), content=text))
    files.append(File.generated(config, "site.css", content=STYLE))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Mend the links."""
    del config, files
    return linked(markdown, page.file.src_uri)

"""The pictures of games that lie on the table, each led until there is much to see, in either language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tools.camera import led

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENTRIES = {
    "en": ("Hanging gardens", "A wall", "Potato blight"),
    "pl": ("Wiszące ogrody", "Mur", "Zaraza ziemniaków"),
}
"""A luxury, a fact and a misfortune."""

FLUXX = (
    *("no", "1", "none"),
    *("rule draw 4", "end-turn"),
    *("doom 2 +1", "rule hand 3", "end-turn"),
    *("play goal", "end-turn"),
    *("doom 4 +2", "rule play 2", "played"),
)
WARS = (
    *("clockwise", "captive 1 2", "set marker 2"),
    *("set doom 1 14", "set doom 2 17", "set doom 3 9", "set doom 4 21"),
    *("set books 1 5", "set books 2 6", "set books 4 6", "set signs 2 3", "set signs 4 2"),
    "next",
)


def planetopia(luxury: str, fact: str, misfortune: str) -> tuple[str, ...]:
    return (
        *("luxury", luxury, "yes", "fact", fact, "fact", "none", "ready"),
        *("note misfortune 2", misfortune),
        *("set mover 1", "prophecy s", "share 2 20", "share 3 10"),
        *("throw 9h auction most", "4h", "2h", "dc"),
    )


def taken(browser: Browser, folder: Path, language: str) -> None:
    """Take the pictures of all of them."""
    with led(browser, "demo-fluxx", folder, language) as camera:
        camera.answer(*FLUXX)
        camera.take("table", camera.laptop)
        camera.phone.click("[data-player='4']")
        camera.phone.wait_for_timeout(600)
        camera.take("table-player", camera.phone)
    for name, said in ("planetopia", planetopia(*ENTRIES[language])), ("wars", WARS):
        with led(browser, f"demo-{name}", folder, language) as camera:
            camera.answer(*said)
            camera.take(name, camera.laptop)

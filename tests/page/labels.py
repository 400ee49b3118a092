"""The labels that the page's scripts ask for, by their keys."""

from __future__ import annotations

import re
from pathlib import Path

import narrator

STATIC = Path(narrator.__file__).parent / "page" / "static"

FAMILIES = {
    "reader": ("moderator", "laptop"),
    "safe": ("no", "yes"),
    "theme": ("dark", "red", "light", "contrast"),
    "type": ("usual", "large"),
    "hand": ("left", "right"),
    "careful": ("no", "yes"),
    "speak": ("no", "yes"),
    "device": ("moderator", "table", "room", "seat"),
    "talk": ("hold", "hurry", "hold-said", "hurry-said"),
}
"""What is picked in the menu, or done to a talk: each value has a label of its own."""

DESK = "desk.js"
PHONE = ("phone.js", "phone_day.js", "lobby.js", "check.js")
LOBBY = {f"lobby-{step}{end}" for step in ("sit", "look") for end in ("", "-missing", "-done")}
START = Path(narrator.__file__).parents[1] / "tools" / "web" / "start.js"
TOOLS = {"menu", "past", "hide", "reveal", "repeat", "undo", "redo"}
OUT = {"out"}


def labels() -> set[str]:
    """The keys of every label, without their section."""
    scripts = "".join(
        path.read_text("utf-8") for path in sorted(STATIC.glob("*.js")) if path.name not in (*PHONE, DESK)
    )
    begin = {"begin-language", *re.findall(r'words\[\w+\]\["(begin-[\w-]+)"\]', (start := START.read_text("utf-8")))}
    begin |= {
        f"begin-{key}" for words in re.findall(r"word\(([^()]*)\)", start) for key in re.findall(r'"([\w-]+)"', words)
    }
    asked = re.findall(r"word\(([^,()]*)[,)]", scripts)
    named = {key for words in asked for key in re.findall(r'"([\w-]+)"', words)}
    return named | begin | TOOLS | OUT | {f"{name}-{value}" for name, values in FAMILIES.items() for value in values}


def phone_labels() -> set[str]:
    """The keys of every label of a player's phone, without their section."""
    scripts = "".join((STATIC / name).read_text("utf-8") for name in PHONE)
    asked = {key for words in re.findall(r"word\(([^,()]*)[,)]", scripts) for key in re.findall(r'"([\w-]+)"', words)}
    by_server = {"sleepy", "late"}  # what is to be changed on it, in words
    return (asked | {"none", "yes", "no", "ready", "pause", "repeat", "undo"} | LOBBY | by_server) - {"look"}


def desk_labels() -> set[str]:
    """The keys of every label of the page on which the menu stands, and what it says of each state."""
    asked = re.findall(r"word\(\"([\w-]+)\"\)", (STATIC / DESK).read_text("utf-8"))
    return {*asked, "busy", "away", "over"}

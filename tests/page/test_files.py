"""The page's files: small, without a word of their own, and with nothing from elsewhere."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from narrator.computer.texts import texts_of
from narrator.page import server

from tests.page.labels import STATIC, desk_labels, labels, phone_labels

FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
OWN = [path for path in FILES if path.parent == STATIC]
SIGNS = set("−")
FIRST_LOAD, SENT = 172_000, 64_500  # bytes as they are written, and packed as they are sent
PHONE = 42_000  # bytes of a player's page as they are written


@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_label_is_there(language: str) -> None:
    """tests/test_texts.py sees to it that there is none too many."""
    assert labels() - {*texts_of(language).group("pages")} == set()
    assert phone_labels() - {*texts_of(language).group("phone")} == set()
    assert desk_labels() - {*texts_of(language).group("desk")} == set()


def test_the_first_load_is_small() -> None:
    for page in ("index.html", "room.html"):
        names = re.findall(r'(?:href|src)="/static/([^"]+)"', server.page(page))
        written = [(STATIC / name).read_bytes() for name in {page, *names}]
        assert sum(map(len, written)) <= FIRST_LOAD
        assert sum(len(gzip.compress(one)) for one in written) <= SENT


def test_a_players_phone_loads_little() -> None:
    names = re.findall(r'(?:href|src)="/static/([^"]+)"', server.page("phone.html"))
    assert sum(len((STATIC / name).read_bytes()) for name in {"phone.html", *names}) <= PHONE


def test_every_module_is_loaded_at_once() -> None:
    """What is imported is named in the page too: a chain of imports would be loaded one after another."""
    for page in ("index.html", "room.html", "phone.html", "desk.html"):
        named = {*re.findall(r'"/static/([^"]+\.js)"', server.page(page))}
        imported = set(named)
        while True:
            found = {
                one
                for name in imported
                for one in re.findall(r'from "\./([^"]+)"', (STATIC / name).read_text("utf-8"))
            }
            if found <= imported:
                break
            imported |= found
        assert imported == named


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    if path.parent == STATIC:
        assert not re.search(r"https?:|//\w+\.\w|@import|url\(", path.read_text("utf-8"))


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_code_has_no_letters_but_those_of_english(path: Path) -> None:
    strange = {sign for sign in path.read_text("utf-8") if not sign.isascii()} - SIGNS - {"·"}
    assert strange == set()


@pytest.mark.parametrize("path", [path for path in OWN if path.suffix == ".js"], ids=lambda path: path.name)
def test_a_script_is_one_thought_and_says_which(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("// ")
    assert len(text.splitlines()) <= 300
    assert not re.search(r"\beval\b|new Function|innerHTML|\.cssText|setAttribute\(.style", text)


def test_what_is_vendored_has_its_licence_and_version() -> None:
    told = (STATIC / "vendor" / "README.md").read_text("utf-8")
    for path in (STATIC / "vendor").iterdir():
        assert path.name in told or path.name == "README.md"
    assert re.search(r"\d+\.\d+\.\d+", told)

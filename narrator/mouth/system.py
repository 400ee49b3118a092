"""The system's own voice: pyttsx3 makes sound files of lines, in a process where it cannot stop a night."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from narrator.mouth.engines import Engine, Render, serve

if TYPE_CHECKING:
    from narrator.computer.worker import Message
    from narrator.mouth.voice import Voice

_ADVICE = {
    "win32": " Add one in Settings, Time & language, Speech.",
    "darwin": " Add one in System Settings, Accessibility, Spoken Content.",
}

_DRIVERS = {"win32": ("sapi5", "espeak"), "darwin": ("nsss", "espeak")}


def settings_of(voice: Voice) -> Message:
    """Write what the worker must know of the voice."""
    return {name: getattr(voice, name) for name in ("language", "names", "rate", "pitch", "volume")}


ENGINE = Engine(
    settings=settings_of,
    workers=min(os.cpu_count() or 1, 4),
    # macOS voices have been seen to hang when an engine follows another in one process.
    lines=1 if sys.platform == "darwin" else 60,
    advice=_ADVICE.get(sys.platform, ""),
)


class Listed(NamedTuple):
    """A voice as the engine lists it; `languages` are locales such as `pl`, `pl-PL` or `pl_PL`."""

    id: str
    name: str
    languages: tuple[str, ...]


def begin(settings: Message) -> tuple[str, Render]:
    """Choose the system's voice; its name, and what renders with it. Raises LookupError if there is none."""
    driver, voice = choose(settings["language"], settings["names"])
    told = {"voice": voice, **settings}
    return f"{driver} {voice} {_versions()}", lambda text, path: _render(driver, told, text, path)


def choose(language: str, names: Iterable[str]) -> tuple[str, str]:
    """Pick the engine and the id of a voice for the language. Raises LookupError with every engine's fault."""
    faults = []
    for driver in _DRIVERS.get(sys.platform, ("espeak",)):
        try:
            found = pick(_listed(_engine(driver)), language, names)
        except Exception as fault:  # noqa: BLE001 - a missing engine may raise anything; the next one is tried
            faults.append(f"{driver} does not start ({fault})")
            continue
        if found:
            return driver, found
        faults.append(f"{driver} has no voice for the language {language!r}")
    raise LookupError("; ".join(faults))


def pick(voices: Iterable[Listed], language: str, names: Iterable[str]) -> str | None:
    """Pick the voice of the language whose name or id is preferred first, else the language's first voice."""
    fitting = [voice for voice in voices if any(_speaks(locale, language) for locale in voice.languages)]
    for name in names:
        for voice in fitting:
            if name.casefold() in f"{voice.name} {voice.id}".casefold():
                return voice.id
    return fitting[0].id if fitting else None


def _speaks(locale: str, language: str) -> bool:
    return locale.replace("_", "-").casefold().split("-")[0] == language.casefold()


def _engine(driver: str) -> Any:
    if driver == "espeak":
        _use_own_espeak()
    from pyttsx3.engine import Engine

    return Engine(driver)


def _use_own_espeak() -> None:
    """Hand pyttsx3 the espeak-ng that came with the program: it would look in the system's folders only."""
    import ctypes

    try:
        import espeakng_loader
    except ImportError:  # no wheel for this computer: the system's own may be there
        return
    if "pyttsx3.drivers._espeak" in sys.modules:
        return
    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    own = ctypes.CDLL(espeakng_loader.get_library_path())
    ctypes.cdll.LoadLibrary = lambda _: own  # type: ignore[method-assign,assignment]
    try:
        import pyttsx3.drivers._espeak  # noqa: F401 - it takes the library as it is imported
    finally:
        del ctypes.cdll.LoadLibrary


def _listed(engine: Any) -> list[Listed]:
    try:
        voices = engine.getProperty("voices")
    except ValueError:  # SAPI: one voice with two languages ("409;9") spoils the whole list
        return [_sapi(token) for token in engine.proxy._driver._tts.GetVoices()]
    return [Listed(voice.id, voice.name, tuple(map(_text, voice.languages or ()))) for voice in voices]


def _sapi(token: Any) -> Listed:
    from locale import windows_locale

    languages = (int(code, 16) for code in token.GetAttribute("Language").split(";") if code)
    return Listed(token.Id, token.GetDescription(), tuple(windows_locale.get(code, "") for code in languages))


def _text(locale: str | bytes) -> str:
    text = locale.decode("utf-8", "ignore") if isinstance(locale, bytes) else locale
    return "".join(letter for letter in text if letter.isprintable())  # older ones begin with a control character


def _render(driver: str, settings: Message, text: str, path: str) -> None:
    import threading

    engine = _engine(driver)  # a new one for each line: used ones skip lines or write to earlier files
    finished, faults = threading.Event(), []
    engine.connect("finished-utterance", lambda **_: finished.set())
    engine.connect("error", lambda exception, **_: faults.append(exception))
    if driver == "espeak":
        _set_espeak(engine, settings)
    else:
        for name in ("voice", "rate", "volume"):
            engine.setProperty(name, settings[name])
    engine.save_to_file(text, path)
    engine.runAndWait()
    if faults:
        raise faults[0]
    if driver == "espeak":  # its runAndWait returns before the file is there
        finished.wait()
        from pyttsx3.drivers import _espeak

        _espeak.Synchronize()  # its thread must have left the callback before the engine takes that down


def _set_espeak(engine: Any, settings: Message) -> None:
    """Set one after the other: the engine's thread sets the rate, and loses it if the voice is set meanwhile."""
    from pyttsx3.drivers import _espeak

    engine.proxy.setBusy(False)  # or else they wait for the loop, and come all at once
    for name in ("voice", "rate", "volume", "pitch"):
        engine.setProperty(name, settings[name])
        _espeak.Synchronize()


def _versions() -> str:
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for package in ("pyttsx3", "espeakng-loader"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


if __name__ == "__main__":
    serve(begin)

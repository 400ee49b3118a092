"""The listening process with a file or named pipe of sound in the place of a microphone, by the path as its name."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

from narrator.ears import worker
from narrator.ears.sound import BLOCK, Gate


class OpenedGate(Gate):
    """A gate that says when the first question is open: no sound is read before."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = Event()

    def open(self, question: int) -> None:
        super().open(question)
        self.opened.set()


def open_pcm(name: str, gate: OpenedGate, _report: object) -> None:
    """Read sound from a file or named pipe."""
    path = Path(name)
    if not path.exists():
        raise FileNotFoundError(f"there is no {path}")
    Thread(target=_read, args=(path, gate), daemon=True).start()


def _read(path: Path, gate: OpenedGate) -> None:
    gate.opened.wait()
    with path.open("rb") as sound:
        while block := sound.read(BLOCK * 2):
            gate.put(block)
    gate.put(b"")


if __name__ == "__main__":
    vars(worker).update(Gate=OpenedGate, TIMEOUT=None, _open_microphone=open_pcm)
    worker.main()

"""Draw docs/evening.svg and docs/pl/wieczor.svg: a night of the demonstration, spoken, and on two phones.

The demonstration is played with phones, and what each cue says and asks becomes a frame of an animated SVG. The same
program draws the same file, byte for byte.
"""

from __future__ import annotations

import io
import math
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from textwrap import wrap

from narrator.computer import settings
from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.cues import Ask, Cue, Say, Tell
from narrator.play import session
from narrator.rooms.headless import HeadlessRoom, answer_lines

ROOT = Path(__file__).resolve().parent.parent
SETUP = ROOT / "setups" / "demo.toml"

SECONDS = 2.6
"""How long a frame is shown."""

CALLS = {"night", "pastor.confess", "bandits.wake", "bandits.search", "bandits.sleep"}
CALLS |= {"indians.wake", "indians.kill", "indians.sleep", "dawn"}
"""What is shown of the first night and its morning."""

LABELS = {
    "en": {
        "night": "Night 1",
        "morning": "The morning after",
        "laptop": "the laptop says",
        "woken": "the phone of a woken player",
        "asleep": "every other phone",
        "day": "Day",
        "all": "A night: the laptop speaks, the woken player answers on a phone, all others do the same",
    },
    "pl": {
        "night": "Noc 1",
        "morning": "Rano",
        "laptop": "laptop mówi",
        "woken": "telefon obudzonej osoby",
        "asleep": "wszystkie inne telefony",
        "day": "Dzień",
        "all": "Noc: laptop mówi, obudzona osoba odpowiada na telefonie, wszyscy inni robią to samo",
    },
}

WIDTH, HEIGHT = 960, 540
CENTRE, RADIUS, SEAT = (222, 298), 176, 30
TERMINAL = (440, 62)
PHONES = {"woken": 460, "asleep": 720}
PHONE_TOP = 262


@dataclass(frozen=True)
class Frame:
    """One moment: what was said, who has open eyes, who is dead, and what the woken player reads and picks."""

    said: tuple[str, ...] = ()
    awake: frozenset[int] = frozenset()
    dead: frozenset[int] = frozenset()
    note: str = ""
    picked: str = ""
    night: bool = True


class RecordingRoom(HeadlessRoom):
    """Keeps each cue with its answer, and turns the pages that are read in the morning."""

    def __init__(self, answers: Path) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self._written = answer_lines(io.StringIO(answers.read_text(encoding="utf-8")))
        self.kept: list[tuple[Cue, str]] = []

    def write(self, cue: Cue) -> None:
        """Keep the cue."""
        self.kept.append((cue, ""))

    pause = refuse = end = write

    def ask(self, cue: Ask) -> str | None:
        """Keep the question with its answer."""
        answer = "ready" if cue.kind == "page" else next(self._written, None)
        self.kept.append((cue, answer or ""))
        return answer


def played(language: str) -> tuple[list[tuple[Cue, str]], dict[int, str]]:
    """Play the demonstration in this language, with phones; give its cues and answers, and names by seat."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "config.toml"
        own.write_text(f'format = 1\nlanguage = "{language}"\n', encoding="utf-8")
        settings.use(own)
        config = load_config()
        table = session.load(SETUP, config, "", "").with_setup(answers="phones")
        room = RecordingRoom(SETUP.with_suffix(".answers"))
        stage = session.begin(None, table, None, Path(folder) / "journal.jsonl", config)
        stage.run(room)
        stage.journal.close()
        settings.use(None)
    return room.kept, dict(table.setup.people)


def frames(kept: list[tuple[Cue, str]]) -> Iterator[Frame]:
    """Make a frame of each line, answer and private result that is shown."""
    now = Frame()
    chosen = [one for one in kept if one[0].at.night == 1 and one[0].at.call in CALLS]
    for place, (cue, answer) in enumerate(chosen):
        if isinstance(cue, Say):
            now = heard(now, cue, chosen[place:])
            yield now
        elif isinstance(cue, Ask):
            now = replace(now, note=cue.text, picked=answer)
            yield now
        elif isinstance(cue, Tell):
            now = replace(now, note=cue.text)
            yield now


def heard(before: Frame, cue: Say, following: Iterable[tuple[Cue, str]]) -> Frame:
    """Give the frame in which this line is said."""
    now = replace(before, said=(*before.said, cue.text)[-8:], note="", picked="")
    if ".wake." in cue.line and cue.at.phase == "night":
        asked = next(one.to for one, _ in following if isinstance(one, Ask))
        return replace(now, awake=frozenset(seat for seat in asked if isinstance(seat, int)))
    if ".sleep." in cue.line:
        return replace(now, awake=frozenset())
    if cue.line.startswith("dawn.died"):
        seat = re.search(r"\d+", cue.text)
        assert seat
        now = replace(now, dead=now.dead | {int(seat[0])})
    return replace(now, night=False, note=cue.text) if cue.at.phase == "dawn" else now


def drawn(shown: list[Frame], names: dict[int, str], language: str) -> str:
    """Draw all frames, one after the other, as one SVG."""
    whole = len(shown) * SECONDS
    share = 100 / len(shown)
    style = (
        f".f{{opacity:0;animation:f {whole:g}s step-end infinite}}.still{{opacity:1}}"
        f"@keyframes f{{0%{{opacity:1}}{share:.3f}%,100%{{opacity:0}}}}"
        "@media (prefers-reduced-motion:reduce){.f{animation:none}}"
        "text{font-family:'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif;fill:#c9d1d9;font-size:13px}"
        ".t{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:12.5px}.old{fill:#6e7681}"
        ".h{font-size:12px;fill:#8b949e}.c{text-anchor:middle}.n{font-size:11px}.b{font-size:17px;font-weight:bold}"
        ".box{fill:#0d1117;stroke:#30363d}.s{fill:#161b22;stroke:#484f58}.w{fill:#3a2f0b;stroke:#e3b341}"
        ".d{fill:#0d1117;stroke:#30363d;stroke-dasharray:3 3}.e{fill:none;stroke:#8b949e;stroke-width:1.6}"
        ".o{fill:#f0c000}.k{fill:#0d1117;stroke:#484f58}.p{fill:#30363d;stroke:#8b949e}.q{font-size:10px}"
    )
    still = max(range(len(shown)), key=lambda place: (bool(shown[place].picked), -place))
    moments = "\n".join(
        f'<g class="f{" still" * (place == still)}" style="animation-delay:{place * SECONDS - whole:g}s">'
        f"{''.join(pieces(frame, names, language))}</g>"
        for place, frame in enumerate(shown)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{LABELS[language]["all"]}">\n'
        f"<style>{style}</style>\n{scenery(LABELS[language])}\n{moments}\n</svg>\n"
    )


def scenery(labels: dict[str, str]) -> str:
    """Draw what never changes: the background, the laptop, its terminal, and the phones."""
    keys = "".join(
        f'<rect class="k" x="{8 + 62 * (place % 3)}" y="{26 + 26 * (place // 3)}" width="58" height="22" rx="4"/>'
        for place in range(12)
    )
    page = f'<rect class="box" width="198" height="262" rx="14"/>{keys}'
    page += '<rect class="box" x="8" y="138" width="182" height="112" rx="6"/>'
    x, y = TERMINAL
    cx, cy = CENTRE
    uses = "".join(f'<use href="#phone" x="{left}" y="{PHONE_TOP}"/>' for left in PHONES.values())
    heads = (
        f'<text class="h" x="{x}" y="{y - 10}">{labels["laptop"]}</text>'
        f'<text class="h" x="{PHONES["woken"]}" y="{PHONE_TOP - 8}">{labels["woken"]}</text>'
        f'<text class="h" x="{PHONES["asleep"]}" y="{PHONE_TOP - 8}">{labels["asleep"]}</text>'
    )
    return (
        f'<defs><g id="phone">{page}</g></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="16" fill="#010409"/>{heads}{uses}'
        f'<rect class="box" x="{x}" y="{y}" width="500" height="164" rx="8"/>'
        f'<rect class="s" x="{cx - 46}" y="{cy - 32}" width="92" height="56" rx="5"/>'
        f'<rect class="s" x="{cx - 60}" y="{cy + 26}" width="120" height="9" rx="4"/>'
        f'<text class="c t" x="{cx}" y="{cy + 2}">narrator</text>'
    )


def pieces(frame: Frame, names: dict[int, str], language: str) -> Iterator[str]:
    """Draw what is different in this frame."""
    words, labels = texts_of(language), LABELS[language]
    title = labels["night" if frame.night else "morning"]
    page = words.word("phone.night") if frame.night else labels["day"]
    yield f'<text class="b" x="24" y="38">{title}</text>'
    for seat in names:
        yield from player(seat, names, frame)
    yield from terminal(frame.said)
    yield from phone(PHONES["woken"], page, frame, names, frame.note, frame.picked)
    others = words.word("phone.nothing") if frame.note and frame.night else frame.note
    # A sleeper taps too, and it means nothing: here always the neighbour of what is picked.
    tapped = str(int(frame.picked) % len(names) + 1) if frame.picked.isdecimal() else ""
    yield from phone(PHONES["asleep"], page, frame, names, others, tapped)


def player(seat: int, names: dict[int, str], frame: Frame) -> Iterator[str]:
    """Draw a seat of the circle, with closed or open eyes."""
    angle = 2 * math.pi * (seat - 1) / len(names) - math.pi / 2
    x, y = round(CENTRE[0] + RADIUS * math.cos(angle)), round(CENTRE[1] + RADIUS * math.sin(angle))
    woken, dead = seat in frame.awake, seat in frame.dead
    look = "d" if dead else "w" if woken else "s"
    yield f'<circle class="{look}" cx="{x}" cy="{y}" r="{SEAT}"/>'
    if dead:
        yield f'<text class="c" x="{x}" y="{y + 1}">†</text>'
    elif woken or not frame.night:
        yield "".join(f'<circle class="o" cx="{eye}" cy="{y - 5}" r="3"/>' for eye in (x - 7, x + 7))
    else:
        yield f'<path class="e" d="M{x - 11} {y - 6}q4 4 8 0M{x + 3} {y - 6}q4 4 8 0"/>'
    yield f'<text class="c n" x="{x}" y="{y + 13}">{escape(names[seat])}</text>'


def terminal(said: tuple[str, ...]) -> Iterator[str]:
    """Write the lines that were said, the last one bright, as many as there is room for."""
    x, y = TERMINAL
    rows = [(row, place == len(said) - 1) for place, line in enumerate(said) for row in wrap(line, 62)][-8:]
    for place, (row, last) in enumerate(rows):
        yield f'<text class="t{"" if last else " old"}" x="{x + 14}" y="{y + 24 + 18 * place}">{escape(row)}</text>'


def phone(x: int, page: str, frame: Frame, names: dict[int, str], note: str, picked: str) -> Iterator[str]:
    """Fill a phone's page: by night the seats, of which one may be picked, and a note under the finger."""
    yield f'<text class="q" x="{x + 10}" y="{PHONE_TOP + 17}">{page}</text>'
    for place, (seat, name) in enumerate(names.items()):
        left, top = x + 8 + 62 * (place % 3), PHONE_TOP + 26 + 26 * (place // 3)
        if picked == str(seat):
            yield f'<rect class="p" x="{left}" y="{top}" width="58" height="22" rx="4"/>'
        gone = " old" if seat in frame.dead else ""
        yield f'<text class="c q{gone}" x="{left + 29}" y="{top + 15}">{seat} {escape(name)}</text>'
    for place, row in enumerate(wrap(note, 25)):
        yield f'<text class="n" x="{x + 16}" y="{PHONE_TOP + 158 + 16 * place}">{escape(row)}</text>'


def main() -> None:
    """Write the pictures into docs, or into another folder if one is named."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs"
    (folder / "pl").mkdir(exist_ok=True)
    for language, name in (("en", "evening"), ("pl", "pl/wieczor")):
        kept, names = played(language)
        picture = drawn(list(frames(kept)), names, language)
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()

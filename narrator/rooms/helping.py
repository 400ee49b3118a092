"""What whoever types *pomoc* reads: what can be answered here, how to stop and go on, and by night who is out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from narrator.cues import Ask, At
from narrator.games.naming import numbered
from narrator.games.view import View
from narrator.lexicon import normalise, plain
from narrator.texts import Texts, Words, message

_TOGETHER = 3
"""So many words are explained at once: more would not stand whole on the page of a small terminal."""


def help_at(
    asked: Ask | None, *, moderated: bool, at: At, view: View | None, texts: Texts | None = None, turn: int = 0
) -> list[Words]:
    """The remarks for help at this place; `asked` is the question that is open for everybody, if there is one.

    Of a list of words it explains a few, those that `texts` can, and the next ones at the next `turn`.

    With closed eyes it follows from what everybody knows, and is the same whoever is asked (R103). By day the page
    has who plays.
    """
    hint: Words
    if moderated and (asked is None or asked.at.dark):
        hint = message("hint.moderator")
    elif asked is None:
        hint = message("hint.night")
    else:
        hint = _of_words(asked, texts, turn) or _of_question(asked)
    whole = message("hint.whole", hint=hint, always=message("hint.always"))
    return [_state(at, view), whole] if at.dark else [whole]


def explained(about: str, manual: Mapping[str, str], texts: Texts) -> Words:
    """What the word means that somebody asked about, or that nobody knows it: the same at any moment of a game."""
    words = dict(manual)
    for text in (*texts.group("about").values(), *texts.group("meaning").values()):
        word, _, meaning = text.partition(": ")
        words.setdefault(word, meaning)
    return _meaning(about, words) or message("hint.not-known", about=about, example=next(iter(words)).casefold())


def not_understood(said: str, asked: Ask, texts: Texts) -> Words:
    """That this means nothing here; or of a word that the day's list has at another time, what it means."""
    lists = (text for choice, text in texts.group("meaning").items() if choice not in asked.choices)
    words = {word: meaning for word, _, meaning in (text.partition(": ") for text in lists)}
    meaning = _meaning(said, words) if asked.kind == "choice" and len(said) > 1 else ""
    return message("screen.not-now", meaning=meaning) if meaning else message("screen.not-understood", heard=said)


def _meaning(said: str, words: Mapping[str, str]) -> str:
    """The only one of the words that is this, or begins so, with its meaning; empty if there is none, or several."""
    known = {word: plain(normalise(word)) for word in words}
    meant = plain(normalise(said))
    found = [word for word, one in known.items() if one == meant] or [
        word for word, one in known.items() if one.startswith(meant)
    ]
    return f"{found[0][:1].upper()}{found[0][1:]}: {words[found[0]]}" if len(found) == 1 else ""


def unseen(asked: Ask) -> Words:
    """How a woken player types an answer to this question, and what comes of typing nothing (D43)."""
    if asked.kind not in ("seat", "seats"):
        return message("hint.unseen-yes-no") if asked.kind == "yes-no" else _of_question(asked)
    hint = message("hint.unseen-seat" if asked.kind == "seat" else "hint.unseen-seats")
    return message("hint.unseen", hint=message("hint.unseen-nobody", hint=hint) if asked.optional else hint)


def _of_words(asked: Ask, texts: Texts | None, turn: int) -> Words:
    """What the next few words mean, after how the question is answered; nothing where the game explains none."""
    choices = _few(asked.choices if asked.kind == "choice" else (), texts)
    commands = _few(dict.fromkeys(command.partition(" ")[0] for command in asked.own), texts)
    if not (choices or commands):
        return ""
    more = {command.partition(" ")[0] for command in asked.own if " " in command}
    pages: list[Words] = [] if choices or asked.kind == "open" else [_of_question(asked)]
    pages += [_meanings(few, goes_on=not more.isdisjoint(few)) for few in (*choices, *commands)]
    return message("hint.more", hint=pages[turn % len(pages)]) if len(pages) > 1 else pages[0]


def _few(words: Iterable[str], texts: Texts | None) -> list[list[str]]:
    """The words that the game explains, a few together."""
    known = [word for word in words if texts and f"meaning.{word}" in texts]
    return [known[first : first + _TOGETHER] for first in range(0, len(known), _TOGETHER)]


def _meanings(words: Sequence[str], *, goes_on: bool) -> Words:
    """What these words mean; where more than a word has to be said, how to see what."""
    hint: Words = message(f"meaning.{words[0]}")
    for word in words[1:]:
        hint = message("hint.and", hint=hint, other=message(f"meaning.{word}"))
    return message("hint.goes-on" if goes_on else "hint.last", hint=hint)


def _of_question(asked: Ask) -> Words:
    if asked.kind == "text" and asked.optional:
        return message("hint.text-or-unchanged")
    numbers = asked.kind == "choice" and all(choice.isdecimal() for choice in asked.choices)
    hint = message(
        f"hint.{'count' if numbers else asked.kind}",
        first="".join(asked.choices[:1]),
        last="".join(asked.choices[-1:]),
    )
    return message("hint.or-nobody", hint=hint) if asked.optional and asked.kind in ("seat", "seats") else hint


def _state(at: At, view: View | None) -> Words:
    """Which night it is, and who is out as far as everybody knows."""
    night = message("screen.night", night=at.night) if at.night else message("screen.zero")
    out = [numbered(one.seat, one.name) for one in view.seats if one.out] if view else []
    return message("hint.out", night=night, people=", ".join(out)) if out else message("hint.all-in", night=night)

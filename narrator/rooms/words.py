"""The screen's own words, by language: what stands around the script's lines."""

from __future__ import annotations

POLISH = {
    "night": "Noc {night}",
    "zero": "Noc zerowa",
    "day": "Dzień",
    "wake": "Budzi się",
    "public": "GŁOŚNO, DLA WSZYSTKICH",
    "private": "PO CICHU, TYLKO DLA",
    "moderator": "prowadzącego",
    "everybody": "wszystkich",
    "nobody": "Nikt nie może teraz działać. Odczekaj około {seconds} s, jakby ktoś wybierał.",
    "show": "POKAŻ",
    "choices": "Do wyboru",
    "none": "nikt",
    "yes": "tak",
    "no": "nie",
    "ready": "gotowe",
    "commands": "powtórz · cofnij · pauza",
    "enter": "Enter: dalej",
    "not-understood": "Nie rozumiem: {heard}.",
    "keys": "Odpowiedz na klawiaturze.",
    "sure": "Słyszę: {answer}. Na pewno? (tak/nie)",
    "end": "Koniec gry.",
    "rendering": "Przygotowuję głos",
    "night-choice": "noc",
    "died-choice": "ktoś zginął",
}


def word(key: str, **values: object) -> str:
    """Give the screen's word for the key."""
    return POLISH[key].format(**values)

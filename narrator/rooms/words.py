"""The screen's own words, by language: what stands around the script's lines."""

from __future__ import annotations

POLISH = {
    "night": "Noc {night}",
    "zero": "Noc zerowa",
    "day": "Dzień",
    "wake": "Budzi się",
    "asked": "Odpowiada",
    "moderator": "prowadzącego",
    "everybody": "wszystkich",
    "nobody": "Nikt nie może teraz działać. Odczekaj około {seconds} s, jakby ktoś wybierał.",
    "show": "PO CICHU, pokaż: {people}",
    "aloud": "GŁOŚNO ▸",
    "choices": "Do wyboru",
    "acts": "jeszcze chwila (h) · szybciej (s)",
    "enter": "Enter: dalej",
    "not-understood": "Nie rozumiem: {heard}.",
    "keys": "Odpowiedz na klawiaturze.",
    "sure": "Słyszę: {answer}. Na pewno? Powiedz „potwierdzam” albo „nie” (klawisze: t albo n).",
    "final": "Słyszę: {answer}. Tego nie da się cofnąć. Powiedz „potwierdzam” albo „nie” (klawisze: t albo n).",
    "unconfirmed": "Nie potwierdzono. Odpowiedz jeszcze raz.",
    "unmeant": "Nie potwierdzono: {answer}.",
    "hold": "Chwila dłużej.",
    "hurry": "Zaraz idziemy dalej.",
    "empty": "Nikt nie może teraz działać. Czas wezwania płynie jeszcze {seconds} s.",
    "press": "Naciśnij dowolny klawisz, gdy padnie właściwe słowo.",
    "chosen": "Wybór: {answer}",
    "not-offered": "{answer}: tego nie ma do wyboru. Naciśnij przy innym słowie.",
    "decoy": "Noc trwa.",
    "end": "Koniec gry.",
    "ambience": "W nocy słychać tło. Klawisz „a” wyłącza je i włącza, przy każdym pytaniu.",
    "ambience-on": "Tło włączone.",
    "ambience-off": "Tło wyłączone.",
    "no-sound": "Nie ma dźwięku: komputerowi czegoś brakuje ({why}). Linie pojawiają się na ekranie.",
    "no-ears": "Nie słychać was: komputerowi czegoś brakuje ({why}). Odpowiadajcie na klawiaturze.",
    "saved-again": "Plik z zapisem gry zniknął albo ktoś go zmienił. Zapis jest znów cały: {journal}",
    "rendering": "Przygotowuję głos",
}


def word(key: str, **values: object) -> str:
    """Give the screen's word for the key."""
    return POLISH[key].format(**values)

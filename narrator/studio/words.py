"""The recording studio's own words on the screen."""

from __future__ import annotations

POLISH = {
    "reading": "{at}/{all}  {id}",
    "gaps-hint": "Zamiast każdego „…” w środku zrób przerwę (około sekundy).",
    "ready": "Enter: nagrywaj · p: pomiń · c: cofnij · k: koniec",
    "recording": "● Nagrywam. Enter, gdy skończysz.",
    "kept?": "Enter: dobrze · j: jeszcze raz · o: odsłuchaj · p: pomiń · c: cofnij · k: koniec",
    "anyway?": "Enter: jeszcze raz · t: zostaw mimo to · o: odsłuchaj · p: pomiń · c: cofnij · k: koniec",
    "again?": "Enter: jeszcze raz · p: pomiń · c: cofnij · k: koniec",
    "unknown": "Nie ma takiego klawisza: {typed}.",
    "unheard": "Nie da się odsłuchać: {fault}",
    "zeros": "Z mikrofonu płyną same zera: pozwól terminalowi używać mikrofonu.",
    "silent": "Nic nie słychać: mów bliżej mikrofonu.",
    "gaps": "Nie słychać przerw w miejscach „…”: zrób je wyraźnie dłuższe niż pauzy między zdaniami.",
    "quiet": "Za cicho: mów głośniej albo bliżej.",
    "clipped": "Za głośno, dźwięk jest zniekształcony: odsuń się albo ścisz mikrofon.",
    "short": "Za krótko na ten tekst: czy całość się nagrała?",
    "long": "Za długo na ten tekst.",
    "nothing": "Wszystko jest nagrane.",
    "done": "Nagrane w tej sesji: {kept}. Brakuje: {left}.",
}


def word(key: str, **values: object) -> str:
    """Give the studio's word for the key."""
    return POLISH[key].format(**values)

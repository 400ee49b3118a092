"""A first evening in a terminal, by somebody who takes what is lit wherever something is, up to the first word."""

from __future__ import annotations

from tests.sitting import ENTER, Sitting

PLAYERS = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Kasia", "Hubert")
BEGUN = "gotow"
"""A question whether all are ready is the first that the game puts, once it has spoken."""


def to_the_first_word(one: Sitting, answers: str = "") -> None:
    """Start in silence, type the names and how all answer, and look at each card, until the game speaks."""
    one.see("W jakim języku?").type(ENTER)
    one.see("dalej bez dźwięku").type("0", ENTER)  # with a loudspeaker it is Enter alone
    one.see("Co robimy?").type(ENTER).see("W co gramy?").type(ENTER)
    one.see("Gracz 1:").type(", ".join(PLAYERS), ENTER).see("Gracz 9").type(ENTER)
    one.see("jak odpowiadacie?").type(answers, ENTER).see("Zaczynamy?").type(ENTER)
    one.see("[Enter]")
    while BEGUN not in one.asked(BEGUN).words:
        one.type(ENTER).changed()

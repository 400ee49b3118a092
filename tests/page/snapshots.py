"""Tables as the page is told of them: every kind of question, small and large circles, long names, day, end."""

from __future__ import annotations

from typing import Any

Snapshot = dict[str, Any]

LONG = "Święty Józef-Mieczysław"
NAMES = (
    "Ala", "Bartek", "Celina", "Danuta", "Emil", "Franciszka", "Grażyna", "Hubert", "Iga", "Jędrzej", "Konstancja",
    "Leon", "Łucja", "Magda", "Natalia", "Olek", "Paulina", "Robert", "Sylwia", "Świętosław", "Teresa", "Urszula",
    "Wiktor", "Wojciech", "Zofia", "Zenon", "Żaneta", "Antek", "Basia", "Czarek",
)  # fmt: skip
SIDES = ("Miasto", "Bandyci", "Indianie", "Ufoki", "Lucky Luke", "Zbiegowie", "Bogowie partacze")
SIDE_IDS = ("town", "bandits", "indians", "ufos", "luke", "fugitives", "gods")
CARDS = (
    ("Szeryf", 0), ("Herszt", 1), ("Kurtyzana", 0), ("Pastor", 0), ("Opój", 0), ("Wódz", 2), ("Złodziej", 1),
    ("Agent ubezpieczeniowy", 0), ("Pożeracz Umysłów", 3), ("Szamanka", 2), ("Dobry rewolwerowiec", 0),
    ("Mściciel", 1), ("Lucky Luke", 4), ("Sprzątaczka", 5), ("Kali", 6),
    ("Ten, którego imienia nikt nie pamięta", 5), ("Szuler", 1),
    ("Purpurowa przyssawka", 3), ("Wojownik", 2), ("Lekarz", 0), ("Hazardzista", 0), ("Sędzia", 0), ("Uwodziciel", 0),
    ("Kat", 0), ("Poborca podatków", 0), ("Ochroniarz", 0), ("Szantażysta", 1), ("Bandyta", 1),
    ("Cicha stopa", 2), ("Ufol", 3),
)  # fmt: skip
SHORT = {
    "Dobry rewolwerowiec": "Dobry", "Agent ubezpieczeniowy": "Agent", "Poborca podatków": "Poborca",
    "Ten, którego imienia nikt nie pamięta": "Bezimienny", "Pożeracz Umysłów": "Pożeracz",
    "Purpurowa przyssawka": "Przyssawka",
}  # fmt: skip
MARKS = {
    "jail": "w więzieniu", "guard": "pod ochroną", "ward": "już chroniony", "sleep": "upity",
    "poison": "zatruty", "client": "klient kurtyzany", "seduced": "uwiedziony", "blackmailed": "szantażowany",
    "possession": "opętany", "statue": "ma posążek", "planted": "nie wie o posążku", "trail": "śledzony",
    "runner": "ucieka tej nocy", "master": "wylosowany pan", "gift": "dostał nóż",
}  # fmt: skip
CAN = {"undo": True, "redo": False, "repeat": True, "pause": True, "hold": False, "hurry": False, "jump": True}


def seat(number: int, **changes: Any) -> Snapshot:
    card, side = CARDS[(number - 1) % len(CARDS)]
    plain = {
        "seat": number,
        "name": NAMES[(number - 1) % len(NAMES)],
        "card": card,
        "side": SIDES[side],
        "side_id": SIDE_IDS[side],
        "shape": side,
        "out": "",
        "marks": [],
        "charges": [],
        "shown": False,
        "awake": False,
        "note": "",
    }
    return plain | {"next_reader": changes.get("reader", "moderator")} | changes


def marks(*ids: str) -> list[Snapshot]:
    return [{"id": one, "label": MARKS[one]} for one in ids]


def circle(count: int, *, long: bool = False) -> list[Snapshot]:
    """A circle in the middle of a game: somebody dead, somebody gone, marks, charges, notes."""
    seats = [seat(number) for number in range(1, count + 1)]
    seats[0] |= {"awake": True, "charges": [{"label": "strzał", "left": 1}]}
    seats[1] |= {"marks": marks("jail", "statue", "planted")}
    seats[2] |= {"marks": marks("client", "poison"), "note": "gra pierwszy raz"}
    seats[4] |= {"out": "dead", "shown": True}
    seats[5] |= {"marks": marks("seduced", "blackmailed", "possession", "trail", "guard")}
    seats[6] |= {"out": "escaped"}
    if count > 8:
        seats[8] |= {"marks": marks("sleep")}
        seats[10] |= {"out": "dead"}
    if long:
        for number, one in enumerate(seats, 1):
            one["name"] = LONG if number % 2 else f"Świętosława-Kunegunda {number}"
    return seats


def choices(seats: list[Snapshot], *numbers: int) -> list[Snapshot]:
    legal = [one for one in seats if not one["out"] and (not numbers or one["seat"] in numbers)]
    return [{"id": str(one["seat"]), "label": f"{one['seat']} {one['name']}", "seat": one["seat"]} for one in legal]


def snapshot(now: Snapshot, seats: list[Snapshot], **changes: Any) -> Snapshot:
    plain = {
        "version": "k3f9:41",
        "table": "piatek",
        "phase": "night",
        "night": 2,
        "dark": True,
        "title": "Noc 2 · 14",
        "reader": "moderator",
        "lines": [{"text": "Szeryfie, otwórz oczy."}, {"text": "Wskaż, kogo zamykasz."}],
        "now": now,
        "clock": None,
        "next": [
            {"call": "pastor.confess", "title": "Pastor", "whom": "4 Danuta", "why": "w więzieniu"},
            {"call": "bandits.search", "title": "Bandyci", "whom": "2 Bartek, 7 Grażyna", "why": ""},
        ],
        "seats": seats,
        "facts": [{"id": "believed", "label": "Posążek (wiedzą wszyscy)", "text": "Bandyci"}],
        "notices": [],
        "can": CAN,
        "paused": False,
        "outcome": None,
        "strangers": 0,
    }
    return plain | changes


def asks(text: str, answer: str, **changes: Any) -> Snapshot:
    plain = {
        "kind": "ask",
        "text": text,
        "whom": "1 Ala, Szeryf",
        "to": [1],
        "answer": answer,
        "most": 1,
        "optional": False,
        "choices": [],
        "none": "nikt",
        "final": False,
        "public": False,
        "time": False,
        "hint": "",
        "voters": [],
    }
    return plain | changes


def asks_seat(seats: list[Snapshot], **changes: Any) -> Snapshot:
    legal = choices(seats, *range(2, len(seats) + 1, 2))
    return asks("Kogo zamyka szeryf?", "seat", optional=True, choices=legal, **changes)


def lines(*texts: str) -> list[Snapshot]:
    return [{"text": text} for text in texts]


DAY_STEPS = {
    "talk": "zegar", "duel": "pojedynek", "poison": "trucizna", "search": "przeszukanie", "vote": "głosowanie",
    "hang": "wieszanie", "hang-vote": "głosowanie nad wieszaniem", "card": "karta", "died": "ktoś zginął",
    "policy": "jak gramy", "override": "poprawka", "night": "noc",
}  # fmt: skip

DAY = {
    "phase": "day",
    "dark": False,
    "title": "Dzień 2 · w grze: 13 z 16",
    "next": [],
}


def of_the_night(seats: list[Snapshot]) -> dict[str, Snapshot]:
    show = {
        "kind": "show",
        "text": "Karta: Herszt.\nFrakcja: Bandyci.",
        "whom": "3 Celina",
        "to": [3],
        "title": "tylko dla: 3 Celina",
    }
    wait = {"kind": "wait", "text": "Nikt się nie budzi: odegraj.", "why": "w więzieniu", "seconds": 8}
    cards = [{"id": card, "label": card} for card, _ in CARDS]
    long_line = (
        "Zapada noc. Wszyscy zamykają oczy, kładą dłonie na kolanach i stukają w nie cicho. Kto usłyszy swoje "
        "wezwanie, otwiera oczy, wskazuje palcem i zamyka je znowu, a kto śpi, ten nie słyszał niczego i rano "
        "niczego nie powie."
    )
    return {
        "seat": snapshot(asks_seat(seats), seats),
        "seat-final": snapshot(asks_seat(seats, final=True), seats),
        "seats": snapshot(
            asks("Kogo przeszukują bandyci?", "seats", most=3, optional=True, choices=choices(seats)),
            seats,
            lines=lines("Bandyci, otwórzcie oczy. Wskażcie, kogo przeszukujecie tej nocy."),
        ),
        "yes-no": snapshot(
            asks("Czy Celina ujawnia się pastorowi i wyznaje mu swoją frakcję?", "yes-no"),
            [one | {"awake": one["seat"] == 3} for one in seats],
            lines=lines("Czy odpowiadasz na pytanie pastora?"),
        ),
        "choice": snapshot(
            asks(
                "Czerwone czy czarne?",
                "choice",
                choices=[{"id": "red", "label": "czerwone"}, {"id": "black", "label": "czarne"}],
            ),
            seats,
            lines=lines("Hazardzisto, otwórz oczy."),
        ),
        "card": snapshot(
            asks("Którą kartę zgaduje szaman?", "card", choices=cards, optional=True, final=True),
            seats,
            lines=lines("Szamanie, otwórz oczy."),
        ),
        "deck": snapshot(
            asks(
                "Jaką kartę ma numer 12, Leon?",
                "choice",
                to=[],
                whom="",
                final=True,
                hint="Kartę widzisz tylko ty.",
                choices=[
                    {"id": card, "label": card, "short": SHORT.get(card, ""), "side": SIDES[side], "shape": side}
                    for card, side in CARDS
                ],
            ),
            [one | {"card": "?", "side": "", "shape": -1} for one in seats],
            lines=lines("Kurtyzano, otwórz oczy. Wskaż swojego klienta."),
        ),
        "ready": snapshot(
            {"kind": "ready", "text": "Wszyscy zamknęli oczy?"}, seats, lines=lines(long_line), phase="zero"
        ),
        "show": snapshot(show, seats, lines=lines("Otwórz oczy i przeczytaj.")),
        "wait": snapshot(
            wait,
            seats,
            lines=lines("Pastorze, otwórz oczy. Wskaż, kogo spowiadasz."),
            clock={"left": 8, "of": "call"},
        ),
        "timed": snapshot(
            asks_seat(seats),
            seats,
            reader="laptop",
            clock={"left": 14, "of": "call"},
            can=CAN | {"hold": True, "hurry": True},
        ),
        "listen": snapshot(
            {"kind": "listen"}, seats, reader="laptop", can=CAN | {"hold": True, "hurry": True, "redo": True}
        ),
        "paused": snapshot(
            {"kind": "ready", "text": "Gramy dalej?"}, seats, paused=True, lines=lines("Przerwa. Oczy zamknięte.")
        ),
    }


def of_the_day(seats: list[Snapshot]) -> dict[str, Snapshot]:
    everybody = {"whom": "", "to": "all", "public": True}
    steps = [{"id": one, "label": label} for one, label in DAY_STEPS.items()]
    alive = [one for one in seats if not one["out"]]
    minutes = [{"id": str(count), "label": str(count)} for count in range(1, 61)]
    votes = [{"id": str(count), "label": str(count)} for count in range(len(alive) + 1)]
    voters = [one["seat"] for one in alive if one["seat"] not in (4, 8)]
    return {
        "day": snapshot(
            asks("Co teraz?", "choice", choices=steps, usual=["talk", "duel", "search"], ending="night", **everybody),
            seats,
            lines=lines("Wstał dzień. Nie żyje numer pięć, Emil: Opój."),
            clock=None,
            notices=["Trucizna jeszcze nie zadziałała."],
            **DAY,
        ),
        "talk": snapshot(
            asks("Rozmawiacie.", "ready", time=True, **everybody),
            seats,
            lines=lines("Macie pięć minut."),
            clock={"left": 283.2, "of": "talk"},
            can=CAN | {"hold": True, "hurry": True},
            **DAY,
        ),
        "minutes": snapshot(
            asks("Ile minut rozmowy?", "count", choices=minutes, hands=False, **everybody), seats, lines=[], **DAY
        ),
        "uses": snapshot(
            asks("Ile razy zużyta?", "count", choices=votes[:4], hands=False, none="bez zmian", optional=True),
            seats,
            **DAY,
        ),
        "text": snapshot(
            asks(
                "Decyzja Manitou: kto tu teraz siada? Numer 3, Cezary.",
                "text",
                choices=[],
                final=True,
                none="bez zmian",
                optional=True,
                **everybody,
            ),
            seats,
            lines=[],
            **DAY,
        ),
        "votes": snapshot(
            asks(
                "Ile rąk za śmiercią numeru 4, Danuty?",
                "count",
                choices=votes,
                hands=True,
                voters=voters,
                **everybody,
            ),
            seats,
            lines=lines("Kto jest za tym, żeby zginęła Danuta, podnosi rękę."),
            **DAY,
        ),
        "strangers": snapshot(
            asks("Czy sędzia pokazuje swoją kartę i rozstrzyga pojedynek?", "yes-no", final=True, **everybody),
            seats,
            strangers=5,
            notices=["Nie rozumiem: 12."],
            lines=lines("Sędzio, czy chcesz się ujawnić?"),
            **DAY,
        ),
        "over": snapshot(
            {"kind": "over", "text": "Koniec gry."},
            [one | {"shown": True} for one in seats],
            lines=lines("Bandyci odpływają z posążkiem."),
            outcome={
                "title": "Wygrywają Bandyci",
                "winners": ["bandits"],
                "turns": ["Noc 3: statek odpływa z posążkiem."],
            },
            **DAY | {"phase": "over", "title": "Koniec"},
        ),
    }


def every(count: int = 16, *, long: bool = False) -> dict[str, Snapshot]:
    """Every kind of moment, at a table of that many."""
    seats = circle(count, long=long)
    moments = of_the_night(seats) | of_the_day(seats)
    return {name: one | {"version": f"k3f9:{name}"} for name, one in moments.items()}


def room(count: int = 16, *, long: bool = False) -> dict[str, Snapshot]:
    """What the page for the room is told."""
    known = [
        {key: one[key] for key in ("seat", "name", "out")}
        | {key: one[key] if one["shown"] else "" for key in ("card", "side")}
        | {"shape": one["shape"] if one["shown"] else None}
        for one in circle(count, long=long)
    ]
    day = {
        "title": "Dzień 2",
        "phase": "day",
        "dark": False,
        "seats": known,
        "clock": None,
        "dawn": {"title": "Straty tej nocy", "seats": ["5 Emil · Opój", f"7 {LONG} · Zły Rewolwerowiec"]},
        "line": "Kawa paruje, rada obraduje. Dzień należy do was.",
        "question": "Co teraz?",
        "tally": [],
        "outcome": None,
    }
    return {
        "day": day,
        "talk": day | {"clock": {"left": 83.2, "of": "talk"}, "line": "Macie pięć minut.", "question": ""},
        "tally": day
        | {
            "line": "Kto jest za śmiercią Danuty?",
            "tally": [{"label": f"4 {LONG}", "count": 7}, {"label": "7 Grażyna", "count": 3}],
        },
        "night": day | {"title": "Noc 2", "phase": "night", "dark": True, "seats": [], "line": "", "question": ""},
        "over": day | {"outcome": {"title": "Wygrywają Bandyci", "turns": ["Noc 3: statek odpływa z posążkiem."]}},
    }

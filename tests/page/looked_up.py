"""What a page asks for besides its snapshots, as it is told: voices, cards, the night, the past, and misfits."""

from __future__ import annotations

from tests.page.snapshots import Snapshot, choices, circle

LOOKED_UP: dict[str, Snapshot] = {
    "voices": {
        "voices": [
            {"id": "natan", "about": "męski", "here": True, "current": False, "size": 0, "licence": ""},
            {"id": "system", "about": "głos tego komputera", "here": True, "current": True, "size": 0, "licence": ""},
            {"id": "gosia", "about": "kobiecy", "here": False, "current": False, "size": 63, "licence": "CC0"},
        ],
        "doing": None,
        "told": "",
        "why_not": "",
    },
    "cards": {
        "cards": {
            "1": "Szeryf\nFrakcja: Miasto\n\nCo noc zamykasz kogoś w więzieniu.\n\nWygrywacie z posążkiem za dnia."
        }
    },
    "night": {
        "title": "2 z 4",
        "calls": [
            {
                "call": "a",
                "book": "8",
                "title": "Szeryf",
                "question": "Kogo zamyka?",
                "whom": "1 Ala",
                "why": "",
                "stage": "done",
            },
            {
                "call": "b",
                "book": "9",
                "title": "Pastor",
                "question": "Kogo spowiada?",
                "whom": "2 Bartek",
                "why": "",
                "stage": "now",
            },
            {
                "call": "c",
                "book": "19",
                "title": "Mściciel",
                "question": "Kogo zabija?",
                "whom": "",
                "why": "moc już użyta",
                "stage": "next",
            },
            {
                "call": "d",
                "book": "24",
                "title": "Indianie",
                "question": "Kogo zabijają?",
                "whom": "3 Celina",
                "why": "",
                "stage": "next",
            },
        ],
    },
    "devices": {
        "devices": [
            {
                "key": "a1",
                "name": "Chrome, Linux",
                "address": "127.0.0.1",
                "since": "20:15",
                "scope": "moderator",
                "times": 1,
                "own": True,
            },
            {
                "key": "b2",
                "name": "Safari, iPhone",
                "address": "192.168.1.31",
                "since": "20:17",
                "scope": "room",
                "times": 2,
                "own": False,
            },
        ]
    },
    "signs": {
        "out": [{"id": "dead", "label": "nie żyje"}, {"id": "escaped", "label": "ucieczka"}],
        "signs": [{"id": "jail", "label": "więzienie"}, {"id": "statue", "label": "posążek"}],
    },
}

PAST = {
    "chapters": [
        {
            "title": "Noc zerowa",
            "entries": [{"text": "Zapadła noc zerowa."}, {"text": "Herszt Bartek dał posążek Celinie."}],
        },
        {
            "title": "Noc 1",
            "entries": [
                {
                    "step": 12,
                    "text": "Szeryf Ala przekręca klucz: w areszcie siedzi Emil.",
                    "question": "Kogo zamyka szeryf?",
                    "answer": "5 Emil",
                    "said": "5",
                    "kind": "seat",
                    "choices": choices([one for one in circle(8) if one["seat"] != 5]),
                    "optional": True,
                    "none": "nikt",
                    "editable": True,
                },
                {
                    "step": 13,
                    "text": "Bandyci przeszukują Danutę i Huberta.",
                    "question": "Kogo przeszukują bandyci?",
                    "answer": "4 Danuta, 8 Hubert",
                    "said": "4,8",
                    "kind": "seats",
                    "choices": choices(circle(8)),
                    "optional": True,
                    "none": "nikt",
                    "editable": True,
                },
                {
                    "step": 14,
                    "text": "Pastor pyta, Celina odmawia.",
                    "question": "Czy Celina się wyznaje?",
                    "answer": "nie",
                    "said": "no",
                    "kind": "yes-no",
                    "choices": [{"id": "yes", "label": "tak"}],
                    "optional": False,
                    "none": "",
                    "editable": True,
                },
                {"text": "Wstał dzień. Nikt nie zginął."},
            ],
        },
    ]
}

MISFITS = {
    "ok": True,
    "kept": 14,
    "changes": ["5 Ewa: jednak żyje"],
    "misfits": [
        {"question": "Kogo przeszukują bandyci?", "answer": "4 Danuta, 8 Hubert", "why": "Hubert jest w areszcie."},
        {"question": "Czyją kartę poznaje Pożeracz Umysłów?", "answer": "", "why": "", "new": True},
    ],
}

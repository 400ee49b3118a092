"""Line-ups: how many players of each faction a table of each size has, and which cards they get."""

from __future__ import annotations

from narrator.games.night.script.line_ups import LineUps

LINE_UPS = LineUps(
    factions=("town", "bandits", "indians", "ufos"),
    sizes_of={
        8: (3, 3, 2, 0),
        9: (4, 3, 2, 0),
        10: (4, 3, 3, 0),
        11: (4, 4, 3, 0),
        12: (5, 4, 3, 0),
        13: (6, 4, 3, 0),
        14: (6, 4, 4, 0),
        15: (7, 4, 4, 0),
        16: (7, 5, 4, 0),
        17: (7, 5, 5, 0),
        18: (6, 4, 5, 3),
        19: (7, 4, 5, 3),
        20: (8, 4, 5, 3),
        21: (8, 4, 6, 3),
        22: (9, 4, 6, 3),
        23: (9, 4, 6, 4),
        24: (10, 4, 6, 4),
        25: (10, 5, 6, 4),
        26: (11, 5, 6, 4),
        27: (11, 5, 7, 4),
        28: (12, 5, 7, 4),
        29: (12, 6, 7, 4),
        30: (13, 6, 7, 4),
    },
    key=("sheriff", "courtesan", "good-gunslinger", "boss", "bad-gunslinger", "shaman"),
    extra={"ufos": 3, "luke": 1, "fugitives": 2, "gods": 3},
    first={
        "town": ("sheriff", "courtesan", "good-gunslinger", "drunkard"),
        "bandits": ("boss", "bad-gunslinger", "avenger", "thief"),
        "indians": ("shaman", "chief"),
    },
    more={
        "town": ("mayor", "pastor", "bodyguard", "tax-collector", "insurance-agent", "executioner"),
        "bandits": ("cardsharp",),
        "indians": ("shamaness", "warrior", "lone-coyote", "burning-rage", "spyglass-eye"),
        "ufos": ("great-ufo", "mind-eater", "detector", "green-tentacle", "purple-sucker"),
        "luke": ("lucky-luke",),
        "fugitives": ("kali", "cleaner"),
        "gods": ("kaszabara", "choragiew", "forgotten"),
    },
    plain={"town": "townsman", "bandits": "bandit", "indians": "indian", "ufos": "ufo"},
    least={"town": 3, "bandits": 2, "indians": 2},
)
"""The book's, for 8 to 11 players as other apps have them; `more` are roles of which none is disputed."""

"""What is odd or wrong about a line-up, in the words of the people who choose it."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.errors import Problem
from narrator.games.ktulu.script import Names

POLISH = {
    "no-bandit": "Nikt nie jest bandytą, a posążek zaczyna u bandytów: dodaj herszta.",
    "all-bandits": "Wszyscy są bandytami i nie mają przeciwników: dodaj szeryfa.",
    "no-sheriff": "Nie ma szeryfa. Lepiej go dodać.",
    "key-roles": "Brakuje ról kluczowych, które lepiej wziąć przed innymi: {about}.",
    "apart": "Książka nie łączy tych ról w jednej grze: {about}. Lepiej zostawić jedną z nich.",
    "all-factions": "Grają wszystkie frakcje, co książka odradza. Wystarczy jedna albo dwie dodatkowe.",
    "spoken-answers": "Kto odpowiada na głos, zdradza się głosem. Tajemnicę zachowa moderator, keys albo counting.",
    "many": "Graczy jest więcej niż 20, co dawne wydanie odradza. Rozważcie dwa stoły.",
    "too-many-to-say": "Miejsca powyżej 30 można tylko wpisać, nie powiedzieć. Rozważcie dwa stoły.",
}
"""By the problem's key; `about` stands for the names of the roles."""


def told(problem: Problem, names: Mapping[str, Names]) -> str:
    """Tell the problem; one that has no words here is told as `narrator check` tells it."""
    if problem.key not in POLISH:
        return str(problem)
    return POLISH[problem.key].format(about=", ".join(names[role].name for role in problem.about))

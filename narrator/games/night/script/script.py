"""The narration script: factions, roles, and the calls of each night from top to bottom, with their lines."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from typing import Literal

from narrator.games.lines import Lines
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.setup import HouseRules
from narrator.games.parts import CASES, Named, Names, Vocabulary
from narrator.lexicon import TableWords
from narrator.values import PartOf, dataclass, field, replace

Trait = Literal["show-card", "pardon", "last-shot", "second-life"]
"""What a card means without a call, by day (R87, R87a, D83) or to a side that kills (D94); a game may have more."""

TRAITS = {"meaning": dict.fromkeys(("lives", "life", "extra-life", "extra-lives", "armour", "armor"), "second-life")}
"""What `traits` is read by: the keys that people try in its place, each with the trait that it means."""

Phase = Literal["zero", "night", "dawn"]
PHASES: tuple[Phase, ...] = ("zero", "night", "dawn")
VARIANT = "game.variant"
"""The line that says what the script calls itself."""

ALONE = ".alone"
"""Ends the id of a line's wordings at a table of players alone."""

WRITTEN = ("then", "story", "unused", "sheet")
"""The keys of a call's texts that nobody hears: the second question, the story's, and the printed sheet's."""


@dataclass(frozen=True, kw_only=True)
class Faction(Named):
    """One of the sides of the game; its calls sound in its `timbre`, no matter who is dealt or can act.

    `aim` says on each of its cards how it wins; `wins` are the ways to win that the engine judges, any of which is
    enough (narrator.games.night.flow.winning). Without them it has those that the game gives to a faction of its id.
    """

    timbre: str = ""
    aim: str = ""
    wins: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Role(Named):
    """A card. The order of roles in the file is their rank inside the faction, highest first (D1).

    `does` says on the card what its holder does, and when.
    """

    faction: str
    does: str = ""
    many: bool = False
    traits: tuple[Trait, ...] = field(default=(), metadata=TRAITS)


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A set of names spoken instead of the script's own, e.g. the book's."""

    id: str
    names: dict[str, Names] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line that belongs to no call, in one or more wordings; a `signal` may sound before it.

    `alone` are its wordings at a table of players alone. One with `when` is a case of the line that it is named
    after: `night.falls.ship` is said instead of `night.falls` where its facts hold (narrator.games.night.flow.cases).
    """

    id: str
    text: tuple[str, ...]
    alone: tuple[str, ...] = ()
    signal: str = ""
    when: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call of the night: who wakes, under which conditions, what is asked, what it does, what is said.

    One for nobody is only spoken, to all: nobody wakes, and nothing is asked. `nights` are those in which it comes;
    without them it comes in all. `alone` has the wordings, by key, that take the place of the others at a table of
    players alone (D59). `shows` are the roles and factions that `see` or `learn-whether` is
    about. `picks` is how many seats may be picked at most, where several may. `then` is a second question, about who
    was chosen. `power` is what is used up by it, in a word or two.
    `story` tells what was chosen, `unused` that nobody or nothing was, and `sheet` what a moderator does who leads
    from paper.
    """

    id: str
    book: str = ""
    who: tuple[str, ...] = ()
    nights: tuple[int, ...] = ()
    when: tuple[str, ...] = ()
    ask: Literal["seat", "seats", "yes-no", "none"] = "none"
    picks: int = 0
    do: str = ""
    shows: tuple[str, ...] = ()
    optional: bool = False
    must: tuple[str, ...] = ()
    public: bool = False
    open: bool = False
    wake: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    prompt: str = ""
    sleep: tuple[str, ...] = ()
    announce: tuple[str, ...] = ()
    lines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    alone: dict[str, tuple[str, ...]] = field(default_factory=dict)
    window: tuple[float, ...] = ()
    pause: float | None = None
    then: str = ""
    power: str = ""
    story: str = ""
    unused: str = ""
    sheet: str = ""

    def called(self, role: str = "") -> str:
        """Who is called: this role, or the call's faction; nobody where it is only spoken."""
        return role or (self.who[0] if self.who else "")


@dataclass(frozen=True, kw_only=True)
class Timing:
    """How long things last, in seconds.

    `window` is the shortest time of a call and its spread, `pause` follows a line, `speech` is a duellist's time, and
    `warning` comes so long before the end of a discussion.
    """

    window: tuple[float, ...] = (16.0, 6.0)
    pause: float = 0.8
    speech: float = 60.0
    warning: float = 30.0


@dataclass(frozen=True, kw_only=True)
class Vote:
    """How a step of the day is voted on.

    Up to `rounds` votes are held, each further one between the first. Those who share the last place in the last of
    them are tied, and `tie` says what comes of it; with `decide` that is said by the player whose open card is
    `decides`, or without that key by somebody whom the people have chosen. A `majority` is more than half of the
    votes given, or of those who may vote.
    """

    rounds: int = 1
    tie: Literal["nobody", "all", "lot", "decide"] = "nobody"
    decides: str = ""
    majority: Literal["most", "of-votes", "of-living"] = "most"
    abstain: bool = False


@dataclass(frozen=True, kw_only=True)
class DaySteps:
    """The steps of a day, in the order in which they are offered, and the first day of those that come later.

    Without `steps` a day has those of its game (narrator.games.night.flow.steps.DAY_STEPS). `vote` has what differs
    from a step's usual vote.
    """

    steps: tuple[str, ...] = ()
    first: dict[str, int] = field(default_factory=dict, metadata={"toml": "from"})
    vote: dict[str, PartOf[Vote]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Meta:
    """What a table's own script says of itself: its name, whose it is, and in one sentence what differs.

    A `spoken` name is said at the start of each game.
    """

    name: str = ""
    author: str = ""
    differs: str = ""
    spoken: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Script:
    """A whole narration script, as in scripts/*.toml; each is equal to itself alone.

    `version` counts the changes that somebody who changes it must know of. `fallback` is the language of the words
    that its translation into `language` lacks; empty if there are none. `rules` are the house rules of tables that
    say nothing else.
    """

    format: int
    id: str
    game: str
    title: str
    language: str
    fallback: str = ""
    version: int = 1
    meta: Meta = Meta()
    rules: HouseRules = field(default_factory=HouseRules)
    line_ups: LineUps = field(default_factory=LineUps, metadata={"toml": "line-ups"})
    day: DaySteps = DaySteps()
    timing: Timing = Timing()
    say: dict[str, str] = field(default_factory=dict)  # words, and how they are spelt for espeak-ng
    alike: tuple[tuple[str, ...], ...] = ()  # names, or words in them, that are easily taken for each other
    faction: tuple[Faction, ...] = ()
    role: tuple[Role, ...] = ()
    profile: tuple[Profile, ...] = ()
    line: tuple[Line, ...] = ()
    zero: tuple[Call, ...] = ()
    night: tuple[Call, ...] = ()
    dawn: tuple[Call, ...] = ()

    def calls(self, phase: str) -> tuple[Call, ...]:
        """The calls of a phase in the order of the file; the day has none."""
        return {"zero": self.zero, "night": self.night, "dawn": self.dawn}.get(phase, ())

    def find_call(self, phase: str, call: str) -> Call | None:
        """The call of this id in this phase, else in another, if there is any."""
        return self.calls_by_phase.get((phase, call)) or self.calls_by_id.get(call)

    def waker(self, phase: str, call: str) -> str:
        """Find the call that wakes those of this call: itself, or the one that opened its faction's block.

        One that is only spoken wakes nobody; those who are awake then were woken before.
        """
        order = [one.id for one in self.calls(phase)]
        until = order[: order.index(call) + 1]
        opener = next((one for one in reversed(until) if f"{one}.wake" in self.wordings), call)
        block = until[until.index(opener) :]
        over = any(f"{one}.sleep" in self.wordings for one in block)
        return call if over and not self.calls_by_phase[phase, call].who else opener

    @cached_property
    def every_call(self) -> list[tuple[Phase, Call]]:
        """All calls with their phases, in the order of a game."""
        return [(phase, call) for phase in PHASES for call in self.calls(phase)]

    @cached_property
    def calls_by_id(self) -> dict[str, Call]:
        """Look a call up by its id alone; one that is in two phases is found in the first."""
        return {call.id: call for phase in reversed(PHASES) for call in self.calls(phase)}

    @cached_property
    def calls_by_phase(self) -> dict[tuple[str, str], Call]:
        """Look a call up by its phase and its id."""
        return {(phase, call.id): call for phase, call in self.every_call}

    @cached_property
    def factions(self) -> dict[str, Faction]:
        """Look a faction up by its id."""
        return {faction.id: faction for faction in self.faction}

    @cached_property
    def roles(self) -> dict[str, Role]:
        """Look a role up by its id."""
        return {role.id: role for role in self.role}

    @cached_property
    def named(self) -> dict[str, Named]:
        """Look a faction or a role up by its id."""
        return {**self.factions, **self.roles}

    @cached_property
    def sides(self) -> dict[str, str]:
        """Each role's faction."""
        return {role.id: role.faction for role in self.role}

    @cached_property
    def rank(self) -> dict[str, int]:
        """Each role's place in the order of ranks, 0 the highest."""
        return {role.id: number for number, role in enumerate(self.role)}

    @cached_property
    def vocabulary(self) -> dict[str, Vocabulary]:
        """For each name profile the names of all factions and roles, in every case that the script has."""
        own, apart = self.named, ("card", "role", "faction")
        found = {}
        for profile in self.profile:
            new = {key: _changed(own[key], names) for key, names in profile.names.items() if key in own}
            forms = [(key, case) for key in new for case in (*CASES, "short")]
            changed = {at: profile.id for at in forms if new[at[0]].form(at[1]) != own[at[0]].form(at[1])}
            found[profile.id] = Vocabulary(
                own | new, self.language, apart=apart, changed=changed, fallback=self.fallback
            )
        return found

    @cached_property
    def heard(self) -> dict[str, TableWords]:
        """For each name profile how people call factions, roles, and powers where a role has more than one."""
        calls = self.calls_by_id.values()
        having = Counter(who for call in calls if call.power for who in call.who)
        powers = {call.id: (call.power,) for call in calls if call.power and any(having[who] > 1 for who in call.who)}
        places = {faction: f"faction[{faction}]" for faction in self.factions}
        places |= {role: f"role[{role}]" for role in self.roles}
        return {
            profile: TableWords({**powers, **{one: named.called for one, named in names.items()}}, self.alike, places)
            for profile, names in self.vocabulary.items()
        }

    @cached_property
    def lines(self) -> dict[str, Lines]:
        """For each name profile the lines as it has them said."""
        return {profile: Lines(self.wordings, names) for profile, names in self.vocabulary.items()}

    @cached_property
    def holders(self) -> dict[str, frozenset[str]]:
        """Name for each effect the roles and factions whose calls have it."""
        calls = [call for _, call in self.every_call if call.do]
        return {call.do: frozenset(who for one in calls if one.do == call.do for who in one.who) for call in calls}

    @cached_property
    def effects_of(self) -> dict[str, tuple[str, ...]]:
        """Each role's effects: those of its own calls and of its faction's."""
        own = {role: {role, side} for role, side in self.sides.items()}
        return {role: tuple(do for do, who in self.holders.items() if who & called) for role, called in own.items()}

    @property
    def on_cards(self) -> list[tuple[str, str]]:
        """What is written on the cards, with its places: what each role does, and how each faction wins."""
        aims = [(f"faction[{faction.id}]: aim", faction.aim) for faction in self.faction]
        return [*((f"role[{role.id}]: does", role.does) for role in self.role), *aims]

    def has_idle(self, rule: str) -> bool:
        """Whether this is a house rule about an effect that no call has."""
        effect = self.rules.single().get(rule, {}).get("effect")
        return bool(effect) and effect not in self.holders

    @cached_property
    def public_calls(self) -> frozenset[str]:
        """Name the calls whose picks are announced at every table (R100)."""
        return frozenset(call.id for _, call in self.every_call if call.public)

    @cached_property
    def wordings(self) -> dict[str, tuple[str, ...]]:
        """Every line's wordings by its id, such as `statue.taken.town` or `sheriff.jail.wake`."""
        found: dict[str, tuple[str, ...]] = {f"does.{role.id}": (role.does,) for role in self.role if role.does}
        found |= {f"aim.{faction.id}": (faction.aim,) for faction in self.faction if faction.aim}
        found |= {line.id: line.text for line in self.line}
        found |= {f"{line.id}{ALONE}": line.alone for line in self.line if line.alone}
        for _, call in self.every_call:
            for key, text in call_lines(call).items():
                found.setdefault(f"{call.id}.{key}", text)
            for key, text in call.alone.items():
                found.setdefault(f"{call.id}.{key}{ALONE}", text)
        return self._with_its_name(found)

    def _with_its_name(self, wordings: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """The wordings, with the script's name in the line that says it; without that line if it is not spoken."""
        texts, name = wordings.pop(VARIANT, ()), self.meta.name.replace("{", "{{").replace("}", "}}")
        if not (self.meta.spoken and name):
            return wordings
        return wordings | {VARIANT: tuple(text.replace("{variant}", name) for text in texts)}

    @cached_property
    def cases(self) -> dict[str, tuple[Line, ...]]:
        """The cases of each line that has any, in the order of the file."""
        found: dict[str, tuple[Line, ...]] = {}
        for case in (line for line in self.line if line.when):
            plain = self.plain(case.id)
            found[plain] = (*found.get(plain, ()), case)
        return found

    def plain(self, line: str) -> str:
        """The line that this one is a case of, else the line itself."""
        return line.rpartition(".")[0] if line in self._case_ids else line

    @cached_property
    def _case_ids(self) -> frozenset[str]:
        return frozenset(line.id for line in self.line if line.when)

    def worded(self, line: str, *, led: bool) -> str:
        """The id under which the line's wordings stand: at a table of players alone, its own if it has any."""
        alone = f"{line}{ALONE}"
        return line if led or alone not in self.wordings else alone

    @cached_property
    def timbres(self) -> dict[str, str]:
        """The timbre of every line that has one: of the calls for one faction alone, and of its win."""
        found = {f"win.{faction.id}": faction.timbre for faction in self.faction}
        for _, call in self.every_call:
            sides = {self.sides.get(who, who) for who in call.who}
            timbre = self.factions[sides.pop()].timbre if len(sides) == 1 else ""
            found |= {f"{call.id}.{key}": timbre for key in call_lines(call) if key not in WRITTEN}
            found |= {f"{call.id}.{key}{ALONE}": timbre for key in call.alone}
        found |= {case.id: found.get(line, "") for line, cases in self.cases.items() for case in cases}
        return {line: timbre for line, timbre in found.items() if timbre}

    @cached_property
    def signals(self) -> dict[str, str]:
        """What sounds before the lines that have a signal."""
        own = {line.id: line.signal for line in self.line}
        return {line.id: found for line in self.line if (found := line.signal or own.get(self.plain(line.id), ""))}


def _changed(own: Named, new: Names) -> Named:
    changes = {case: getattr(new, case) for case in CASES if getattr(new, case)}
    if new.name:
        changes.setdefault("nom", "")  # which is then the new name
    short, heard = ("", ()) if new.name else (own.short, own.heard)
    return replace(own, **changes, short=new.short or short, heard=new.heard or heard)


def call_lines(call: Call) -> dict[str, tuple[str, ...]]:
    """The call's own lines by key, only those that it has."""
    prompt = (call.prompt,) if call.prompt else ()
    own = {"wake": call.wake, "line": call.line, "prompt": prompt, "sleep": call.sleep, "announce": call.announce}
    own |= {key: (text,) for key in WRITTEN if (text := getattr(call, key))}
    return {key: text for key, text in (own | call.lines).items() if text}


Step = tuple[Call, str]
"""A call, and the role that is called; empty for a faction's call."""


@lru_cache(maxsize=64)
def calls_tonight(script: Script, cards: tuple[str, ...], phase: str) -> list[Step]:
    """List the phase's calls for these cards, in order: for each dealt role, for a faction, or for all (R1)."""
    factions = {script.roles[card].faction for card in cards}
    steps: list[Step] = []
    for call in script.calls(phase):
        if call.called() in script.factions:
            steps += [(call, "")] if call.called() in factions else []
        elif not call.who:
            steps += [(call, "")]
        else:
            steps += [(call, role) for role in call.who if role in cards]
    return steps

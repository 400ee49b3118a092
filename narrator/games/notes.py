"""What is noted beside somebody on a list: harmless words, or others, which may say that this one does not play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from narrator.games.doubts import CROSSED, is_about, is_away, plays, refuses
from narrator.games.given_names import has_given, is_given
from narrator.games.name_lists import STAMP
from narrator.games.usual_rows import DOUBTING, is_guest, says_no
from narrator.lexicon import plain, seen

_MANY = 3
"""So many rows of one shape make a list, and so many words a sentence."""
_COMES = (
    r"tak|ok\w{0,3}|yes|yep|ja|jest|jestem|bed[ez]\w*|przyjd\w*|przyjedz\w*|dojedz\w*|dojdz\w*|dolacz\w*|potwierdz\w*|zapisan\w*"
    r"|obecn[ya]|gr[ai]m?|zagra\w*|chetn\w*|pewn\w*|super|jasne|(?:za|w|o)?plac\w*|zaakcept\w*|gotow\w*|moge|moze|coming|comes"
    r"|going|here|in|sure|present|paid|confirmed|accepted|playing|plays|joins|true|prawda|sant|kommer|med|spelar|betalt|jada|vip|wraca"
)
_FOOD = (
    r"weg[aei]\w*|veg\w*|bez|bezglut\w*|glut\w*|lakto\w*|alerg\w*|allerg\w*|uczul\w*|diet\w*|mies\w*|meat\w*|orzech\w*|orzesz\w*"
    r"|nuts?|halal|kosher|koszer\w*|pije|je|jem|eats?|drinks?|mlek\w*|nabial\w*|jaj\w*|ryb\w*|fish|gluten\w*|vegetar\w*|notter"
)
_THINGS = (
    r"przynos\w*|przynies\w*|przywiez\w*|bierze|biore|wezm\w*|zabier\w*|robi|piecze|kupi\w*|ma|mam|chips\w*|piw\w*|win[oae]|ciast\w*"
    r"|pizz\w*|napoj\w*|sok\w*|salat\w*|kaw\w*|herbat\w*|przekask\w*|snack\w*|beers?|wine|cakes?|juice|cola|coca|brings?|has|kaka"
    r"|auto|autem|samochod\w*|rower\w*|kierowc\w*|car|driver|bil|gry|gre|plansz\w*|kart[ay]?|kostk\w*|krzesl\w*|stol\w*|glosnik\w*"
    r"|gitar\w*|ps[aey]?m?|pies|kot\w*|dog|cat|games?|board|cards?|dice|chairs?|speaker"
)
_ROLES = (
    r"kapitan\w*|gospod\w*|sedzi\w*|now[yai]|poczatk\w*|doswiadcz\w*|pierwszy|raz|first|time|new|newbie|beginner|captain|organiz\w*"
    r"|admin\w*|skarbnik\w*|nauczyc\w*|ny|uczy|trener\w*|starsz\w*|mlodsz\w*|duz[ya]|mal[ya]|wysok[ia]|nisk[ia]|rud[ya]|blond\w*"
    r"|brod\w*|okular\w*|older|younger|tall|big|small|dorosl\w*|dziec\w*|uczen|uczennica|student\w*|kobieta|mezczyzna|female|male"
    r"|woman|man|wilk\w*|wiesniak\w*|mieszk\w*|miasto\w*|mafi\w*|szeryf\w*|pastor\w*|lekarz\w*|wolf|werewolf|villager|seer|sheriff"
)
_KIN = (
    r"brat\w*|siostr\w*|mam[ay]|tat[ay]|ojciec|zon[ay]|maz|mez\w*|koleg\w*|kolezank\w*|znajom\w*|kuzyn\w*|syn\w*|cork\w*|dziewczyn\w*"
    r"|chlopak\w*|przyjaci\w*|sasiad\w*|cioci\w*|wuj\w*|babci\w*|dziad\w*|narzecz\w*|partner\w*|klas[ay]|szkol[ya]?|rok[u]?|prac[y]"
    r"|studi\w*|biur[oa]|firm[ay]|friends?|brother|sister|wife|husband|mum|mom|dad|son|daughter|neighbou?r|school|colleague|class"
    r"|bror|syster|van|fru|team|druzyn\w*|grup[ay]|ekip[ay]|stolik\w*|miejsc\w*|table|seat|group|rz[ea]d\w*|okn\w*|drzwi\w*|k|m|f"
)
_WHEN = (
    r"spozn\w*|pozn\w*|late\w*|wczesn\w*|early|godzin\w*|godz|min\w*|kwadrans|pol|ok|okolo|h|am|pm|kl|sen\w*|tid\w*|wieczor\w*|rano|lat"
    r"|l|rok|years?|old|ar|zl|pln|kr|eur|osob[ay]?|os|tel|telefon\w*|mail\w*|nr|no|numer\w*|hour|around|about|wychodz\w*|wyjdzie"
    r"|leaves|konca|zaraz|prosto|przed|before|after|since|until|till|od|do|po|at|from|by|efter|fran|przez|razem|together|min"
)
_SMALL = (
    r"i|a|z|ze|w|we|na|u|o|oraz|and|with|the|an|of|for|to|is|my|his|her|moj\w*|jego|jej|swoj\w*|tez|too|also|sie|przy|obok|next"
    r"|on[ai]?|he|she|they|them|hon|han|hen|ten|ta|och|min|en|av|i'm|ale|but|troche|tylko|only|juz|jeszcze|d[wo]\w{1,2}|ile|plus|\w"
)
_KNOWN = "|".join([_COMES, _FOOD, _THINGS, _ROLES, _KIN, _WHEN, _SMALL])
_GONE = (
    r"[^\W\d_]{2,}[aiy\u0119]\u0142[ao]?|.{3,}(?:ing|acja|\u015b\u0107|uje|ony|ona|\u0105cy|\u0105ca)|chor\w+|prac\w+|urlop\w*|szpital\w*|wyjazd\w*"
    r"|dy\u017cur\w*|wesel\w*|gryp\w*|gor\u0105czk\w*|covid\w*|wakacj\w*|ferie|egzamin\w*|sesj\w*|zaj\u0119t\w*|brak|gone|busy|ill|sick"
    r"|work|invited|undecided|travel\w*|holidays?|vacation|cancel\w*|odm\w+|declined|upptagen|sjuk|bortrest|jobbar"
)
"""How a single word with a capital is known to be no nickname: verbs, and the usual reasons to be away."""
_ELSE = (
    r"\b(?:w|na|i|at|in|p\xe5)\s(?:pracy|szkole|klasie|uczelni|studiach|biurze|firmie|work|school|class|jobbet)\b"
    r"|\b50\s?%|\b50\s?(?:/|na|do|to|:)\s?50\b|\bp[o\xf3][l\u0142] na p[o\xf3][l\u0142]\b|\b(?:fifty|femtio)\b"
    r"|half and half|halvt om halvt"
)
"""Where somebody is who is not here; and half a promise."""
_ELSEWHERE = r"\S+@\S+|\S+//\S+|\b(?:\+\s?)?\d[\w:.,/%-]*"
"""Addresses, times and numbers."""
_MAYBE = rf"[{CROSSED}{DOUBTING}]\ufe0f?|\b50\s?(?:/\s?50\b|%)"
"""What stands beside somebody who does not come, or may not."""
_BRACKETS, _DASH = r"[(\[][^()\[\]]*[^\W\d_]{2}[^()\[\]]*[)\]]", r"\s[\u2013\u2014-]\s"
_SET_OFF = '()[]{}<> \t#/:;,.!*~|_=-\u2013\u2014"\u201e\u201d\u201c'


def bare_note(note: str) -> str:
    """A note without what sets it off from the name."""
    return seen(note).strip(_SET_OFF)


def is_harmless(note: str, *, headed: bool = False) -> bool:
    """Whether a note is not about who plays, but about food or the like; or a nickname, if it is not `headed`."""
    text = re.sub(_ELSEWHERE, " ", bare_note(note))
    words = re.findall(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?", text)
    if is_guest(note) or note.rstrip().endswith(":"):
        return True
    if says_no(note) or refuses(note) or re.search(_ELSE, note.casefold()):
        return False
    brought = re.match(r"\W*\+\s?[^\W\d_]", note)
    return bool(not words or brought or is_about(text) or plays(text)) or _are_known(words, headed=headed)


def _are_known(words: Sequence[str], *, headed: bool) -> bool:
    """Whether all these words are known here, or names of their own."""
    capital = [word[0].isupper() and not (len(word) > _MANY and word.isupper()) for word in words]
    called = all(big or len(word) < _MANY for big, word in zip(capital, words, strict=True)) and any(capital)
    if called and (not headed or any(map(is_given, words))) and not re.fullmatch(_GONE, words[0].casefold()):
        return True
    return all(
        (place and big) or re.fullmatch(_KNOWN, plain(word.casefold()))
        for place, (big, word) in enumerate(zip(capital, words, strict=True))
    )


def is_talk(rows: Sequence[str]) -> bool:
    """Whether the rows are messages of a chat without times: a colon, and a sentence, or several of one sender."""
    found = [re.fullmatch(r"([^\W\d_][^:,;|\d]*):\s+(.+)", seen(row).strip()) for row in rows]
    sent = [(one[1], one[2]) for one in found if one and not (is_away(one[1]) or plays(one[1]))]
    if len(sent) < max(_MANY, len(rows) / 2):
        return False
    often = max(Counter(sender for sender, _ in sent).values()) > 1
    return often or sum(len(text.split()) >= _MANY for _, text in sent) * 2 > len(sent)


def noted_apart(row: str) -> list[str]:
    """The people of a row, one each, where notes stand beside some of them: so it is clear whose each note is."""
    parts = [part.strip() for part in re.split(r"[,;](?![^(\[]*[)\]])", row)]
    notes = [re.search(f"{_MAYBE}|{_BRACKETS}|{_DASH}", part) for part in parts]
    bare = [re.split(rf"[(\[]|{_DASH}", re.sub(_MAYBE, "", part))[0].strip() for part in parts]
    people = all(name[:1].isupper() and has_given(name) for name in bare)
    return parts if len(parts) > 1 and any(notes) and people and not re.match(STAMP, row) else [row]

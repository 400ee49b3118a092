"""What a voice would say wrong is spelt for it, where it needs that; the screen keeps the spelling."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.computer.espeak import phonemes
from narrator.cues import PLAINLY, Delivery, Part
from narrator.errors import BadData
from narrator.games.night.loading import shipped_script
from narrator.games.parts import number, person
from narrator.mouth.voice import load_voice
from narrator.play.loading import load_table
from narrator.play.session import delivery_of

ESPEAK, SAPI, PIPER = "espeak roa/pl pyttsx3 2.99", "sapi5 Paulina pyttsx3 2.99", "piper 1.8.0 gosia"
SCRIPTS = Delivery(words=shipped_script().say, names={"Nicole": "Nikol", "Jan": "Dżon"})


def spelt(text: str, profile: str = "system", engine: str = ESPEAK) -> str:
    return load_voice(profile).spelt(text, (), SCRIPTS, engine)


@pytest.mark.parametrize("profile", ["system", "slow"])
@pytest.mark.parametrize(
    ("text", "sounds"),
    [
        ("Witajcie w Bum-bum City.", "vitˈajtɕɛ vbˈumbˈum sˈɨtʲi"),
        ("W Bum-bum City nie ma nikogo.", "vbˈumbˈum sˈɨtʲi "),
        ("W oknach", "vˈɔknax"),
        ("ktoś w nocy", " vnˈɔtsɨ"),
        ("coś w końcu", " fkˈɔɲtsu"),
        ("dosięgnie tomahawk", " tɔmˈaxawk"),
        ("Same guziki i kurz", " ɡuʑˈiki "),
        ("Z woli Manitou", " maɲˈitu"),
        ("możesz wskazać, komu go podrzucisz", " pɔd ʒ"),
        ("Wyzwanie odrzucone", " ɔd ʒ"),
        ("Zginąć ma Monika", " mɔɲˈika"),
        ("z Moniką, Moniki", " mɔɲˈik"),
        ("Ginie Kazik", " kˈaʑik"),
        ("Ola W. nie żyje", "ˈɔla vˈu "),
        ("Ala Z. nie żyje", "ˈala zˈɛt "),
    ],
)
def test_espeak_makes_the_sounds_that_polish_has(profile: str, text: str, sounds: str) -> None:
    assert sounds in phonemes(spelt(text, profile), "pl")
    assert sounds not in phonemes(text, "pl")  # else nothing need be spelt


def test_no_line_has_a_preposition_that_espeak_says_as_another_letter() -> None:
    spoken = {text for texts in shipped_script().wordings.values() for text in texts}
    concerned = [text for text in spoken if re.search(r"\b[Ww] (?!\{)", text)]
    assert len(concerned) > 20
    for text in concerned:
        assert not re.search(r"(^| )w( |$)", phonemes(spelt(text), "pl")), text


def test_no_line_has_a_word_that_a_voice_says_as_another_of_the_table() -> None:
    """Where *trz* is said as *cz*, as by Piper and espeak-ng, *trzy* is *czy*."""
    assert phonemes("mówią, trzy razy", "pl").replace("ˈ", "") == phonemes("mówią, czy razy", "pl").replace("ˈ", "")
    spoken = " ".join(text for texts in shipped_script().wordings.values() for text in texts).lower()
    words = set(re.findall(r"\w+", spoken))
    assert {"czy", "trzeba"} <= words
    assert [word for word in words if "trz" in word and word.replace("trz", "cz") in words] == []


def test_only_the_voices_that_need_it_are_given_another_spelling() -> None:
    line = "W nocy w oknach: tomahawk."
    assert spelt(line) == "W'nocy w'oknach: tomahauk."
    for profile, engine in (("system", SAPI), ("gosia", PIPER)):
        assert spelt(line, profile, engine) == line
    voice = load_voice("system")
    assert replace(voice, spoken_forms="always").spelt("Tomahawk", (), SCRIPTS, SAPI) == "tomahauk"
    assert replace(voice, spoken_forms="never").spelt("Tomahawk", (), SCRIPTS, ESPEAK) == "Tomahawk"


def test_only_whole_words_are_spelt_anew_and_names_only_where_a_player_is_meant() -> None:
    parts = (Part("a.1.a", "Jan w banjanie, numer "), number(4), Part("", ", "), person("Jan"), Part("a.1.b", "."))
    text = "".join(part.text for part in parts)
    delivery = Delivery(words={"ban": "bąn"}, names={"Jan": "Dżon"})
    assert delivery.spelt(text, parts) == "Jan w banjanie, numer 4, Dżon."
    assert delivery.spelt("Ban, ban.") == "bąn, bąn."
    assert delivery.spelt(r"ban \1") == r"bąn \1"
    assert PLAINLY.spelt(text, parts) == text


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Celina 👑", "Celina"),
        ("✅ Ala", "Ala"),
        ("Ola 🧑\u200d🚀", "Ola"),
        ("Jan ❤\ufe0f", "Jan"),
        ("🇵🇱 Ewa", "Ewa"),
        ("Ewa 👋🏽", "Ewa"),
        ("Ala (starsza)", "Ala, starsza"),
        ("Ala [szeryf]", "Ala szeryf"),
        ("Ala +1", "Ala"),
        ("Ala ★", "Ala"),
        ("Ala <3", "Ala"),
        ("Ala <333", "Ala"),
        ("Ala =)", "Ala"),
        ("Ala=]", "Ala"),
        ("Ala =D", "Ala"),
        ("Ala = Ewa", "Ala = Ewa"),
        ("𝓞𝓵𝓪", "Ola"),
        ("Ｏｌａ", "Ola"),
        ("Ⓞⓛⓐ", "Ola"),
        ("Ola ツ", "Ola"),
        ("ツOla ツ +1", "Ola"),
        ("李", "李"),
        ("Олег", "Олег"),
        ("Ola 김민", "Ola 김민"),
        ("امیر\u200cحسین", "امیر\u200cحسین"),
        ("O’Hara", "O’Hara"),
    ],
)
@pytest.mark.parametrize("engine", [ESPEAK, SAPI, PIPER])
def test_signs_that_are_no_words_are_never_handed_to_a_voice(written: str, said: str, engine: str) -> None:
    voice = load_voice("slow")
    parts = (Part("a.1.a", "Ginie numer "), number(3), Part("", ", "), person(written), Part("a.1.b", "."))
    text = "".join(part.text for part in parts)
    assert voice.spelt(text, parts, PLAINLY, engine) == f"Ginie numer 3, {said}."
    own = Delivery(names={written: "Zosia (ta)"})
    assert replace(voice, spoken_forms="always").spelt(text, parts, own, engine) == "Ginie numer 3, Zosia (ta)."
    assert replace(voice, says={written: "Zosia"}).spelt(text, parts, PLAINLY, engine) == "Ginie numer 3, Zosia."


def test_a_line_in_another_script_keeps_its_names() -> None:
    parts = (Part("a.1.a", "鈴木と"), person("Ken 李"), Part("a.1.b", "。"))
    assert load_voice("slow").spelt("鈴木とKen 李。", parts) == "鈴木とKen 李。"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Noc ☾. Śpijcie 💤!", "Noc. Śpijcie!"),
        ("Żyje Ala (Szeryf).", "Żyje Ala, Szeryf."),
        ("*Bum* → trach", "Bum trach"),
        ("Morale +20", "Morale 20"),
        ("2 + 2 = 4, 20°, „Koniec” – już…", "2 + 2 = 4, 20°, „Koniec” – już…"),
    ],
)
def test_nor_are_those_of_lines(line: str, said: str) -> None:
    assert load_voice("slow").spelt(line, (), PLAINLY, PIPER) == said


def test_a_setup_says_how_its_names_are_said(tmp_path: Path) -> None:
    cards = ("sheriff", "courtesan", "good-gunslinger", "boss", "bad-gunslinger", "avenger", "shaman", "chief")
    players = "".join(f'[[player]]\nname = "P{card}"\ncard = "{card}"\n' for card in cards)
    setup = tmp_path / "friday.toml"
    setup.write_text(f"format = 1\n{players}".replace('name = "Pboss"', 'name = "Nicole"\nsay = "Nikol"'), "utf-8")
    delivery = delivery_of(load_table(setup))
    assert delivery.names == {"Nicole": "Nikol"}
    assert delivery.words == shipped_script().say


def test_a_word_to_be_spelt_is_a_word(tmp_path: Path) -> None:
    path = tmp_path / "voice.toml"
    path.write_text('format = 1\nengine = "system"\nlanguage = "pl"\n[espeak]\n"" = "x"\n')
    with pytest.raises(BadData) as refused:
        load_voice(str(path))
    assert [problem.place for problem in refused.value.problems] == ["voice.toml: espeak"]

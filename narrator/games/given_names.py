"""Given names that many people have, by which a column of people is told from a column of surnames."""

from __future__ import annotations

from collections.abc import Collection

from narrator.lexicon import plain

_POLISH = """
ada adam adas adrian aga agata agnieszka ala albert alek aleks aleksander aleksandra alicja alina amelia andrzej
aneta ania aniela anita anna antek antoni antonina arek arkadiusz artur asia bartek bartlomiej bartosz basia beata
blanka bogdan bogusia bolek borys bozena celina cezary czarek czesiek damian daniel darek daria dariusz dawid diana
dominik dominika dorota edyta ela eliza elzbieta emil emilia ewa ewelina ewka fabian felek feliks filip franciszek
franek gabriel gabrysia gosia grazyna grzegorz grzesiek halina hania hanna helena henryk hubert ida iga igor ilona
irena ireneusz iwona iza izabela jacek jadzia jagoda jakub jan janek janina janusz jarek jaroslaw jas jerzy joanna
jola jolanta jozef julek julia juliusz julka jurek justyna kacper kaja kajetan kalina kamil kamila karol karolina
kasia kaska katarzyna kazik kinga klara klaudia konrad kornelia krystian krystyna krzysiek krzysztof kuba laura lech
lena leon leszek lidia lila liliana lucja lukasz maciej maciek magda magdalena maja malgorzata malwina marcel
marcelina marcin marek maria marianna mariola mariusz marta martyna marysia mateusz michal michalina mietek mikolaj
milena milosz mirek miroslaw monika natalia natan nela nikodem nina norbert ola olek olga oliwia oliwier oskar
patrycja patryk paula paulina pawel piotr piotrek pola przemek przemyslaw rafal robert roksana roman rysiek ryszard
sandra sara sebastian sergiusz sewek slawek sonia stach stanislaw stas staszek stefan sylwia szymek szymon tadek
tadeusz teresa tola tomasz tomek tosia tymek tymon ula urszula wanda weronika wiktor wiktoria wiola wioletta witek
witold wlodek wojciech wojtek zbigniew zbyszek zenek zenon ziemowit zofia zosia zuza zuzanna zygmunt
"""
_ENGLISH = """
aaron abby abigail alan alex alexander alice alison amanda amber amy andrea andrew andy angela ann anne anthony
arthur ashley barbara becky bella ben benjamin beth betty bill billy bob bobby brandon brian bruce carol caroline
cathy charles charlie charlotte chloe chris christine christopher claire colin connor craig dan dave david deborah
dennis diane dominic don donna doris dorothy doug dylan ed eddie edward eleanor elizabeth ella ellie emily emma eric
erin ethan eve evelyn faith fiona fred freddie gary gemma george georgia gina grace graham greg hannah harriet harry
hazel heather helen henry holly hugo ian isaac isabel isabella isla ivy jack jackie jacob jade jake james jane janet
jason jeff jen jenny jeremy jess jessica jill jim jimmy joan joe joel john jon jonathan joseph josh joshua joy joyce
judy julian julie justin karen kate kathy katie keith kelly ken kevin kim kyle larry leah leo lewis liam lily linda
lisa liz logan louis louise lucas lucy luke lynn mabel maggie margaret mark martha martin mary matt matthew max
megan mel melissa mia michael michelle mike molly nancy naomi natalie nathan neil nicholas nick nicole noah noel
nora oliver olivia oscar owen pam pamela pat patricia patrick paul peggy penny pete peter phil philip phoebe poppy
rachel ralph ray rebecca richard rick rita rob robin roger ron rory rose rosie ross roy ruby russell ruth ryan sally
sam samantha samuel sarah scott sean sebastian sharon shaun simon sophia sophie stacy stan stella stephanie stephen
steve steven stuart sue susan suzanne sylvia ted teddy teresa terry thea theo thomas tim timothy tina toby todd tom
tommy tony tracy trevor vera vic victor victoria vincent violet walter wendy will william zac zara zoe
"""
_SWEDISH = """
agnes albin alfred alma alva alvar anders anette anja anna-karin annika anton arvid asa astrid axel bengt berit
bertil birgit bjorn bo bosse britt carin carl cecilia christer christian dag ebba edvin einar elin elis elsa elvira
emelie erik erika ester eva felicia filippa folke frans fredrik frida gabriella gun gunilla gunnar gunvor gustav
hakan hampus hans hedda hedvig hilda hjalmar ingela ingemar inger ingrid isak jenny jens jesper johan johanna jonas
jonatan jorgen josefin karin karl katarina kerstin kjell klas knut kristina kristoffer lars lasse leif lennart lina
linn linnea linus lisbeth lotta lovisa ludvig magnus maj malin malte marcus margareta mats mattias melker mikael
mimmi moa monica nils nisse olle olof oskar ove par patrik pelle per pernilla petra pia pontus ragnar rasmus rikard
rolf rune saga sanna sigrid siv sixten sofia sofie staffan sten stig stina sture svea sven tage thomas tilda tilde
tobias tore torsten tova tove tuva tyra ulf ulla ulrika urban vendela viggo viktor viktoria vilgot vilma wilma ylva
yngve
"""
_GIVEN = frozenset((_POLISH + _ENGLISH + _SWEDISH).split())


def mostly_given(names: Collection[str]) -> bool:
    """Whether more than half of these are given names that are known here."""
    return sum(plain(name.casefold()) in _GIVEN for name in names) * 2 > len(names)

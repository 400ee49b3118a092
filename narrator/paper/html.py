"""HTML in small pieces: whatever people wrote is escaped on the way in, and nothing is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import NewType

Markup = NewType("Markup", str)
"""Text that is HTML already; plain text becomes one by `text` alone."""

_META = """<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"""
"""What a browser is told: nothing may be fetched, and nothing runs."""

_FOLDER = Path(__file__).resolve().parent


def text(words: object) -> Markup:
    """Plain text as HTML, whatever signs are in it; those of a file's name that are none become `?`."""
    return Markup(escape(str(words).encode(errors="replace").decode()))


def tag(name: str, /, *inside: Markup, **attributes: object) -> Markup:
    """An element around these pieces; `class_` is its class, and an attribute that is empty is left out."""
    given = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    shown = "".join(f' {key}="{escape(str(value))}"' for key, value in given if value != "")
    return Markup(f"<{name}{shown}>{joined(inside)}</{name}>")


def joined(pieces: Iterable[Markup]) -> Markup:
    """Pieces one after the other."""
    return Markup("".join(pieces))


def page(title: str, language: str, style: str, *inside: Markup, variables: str = "") -> str:
    """A whole page with the stylesheet of this name in it, after `variables` that it uses."""
    sheet = (_FOLDER / f"{style}.css").read_text("utf-8")
    head = (Markup(_META), tag("title", text(title)), Markup(f"<style>{variables}{sheet}</style>"))
    body = tag("body", *inside)
    return f"<!DOCTYPE html>\n{tag('html', tag('head', *head), body, lang=language)}\n"

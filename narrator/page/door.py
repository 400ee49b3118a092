"""The door: what somebody sees who was not let in. A field takes the short code that the terminal shows."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from starlette.responses import HTMLResponse

from narrator.texts import Texts

_STYLE = """
:root { color-scheme: dark; }
body { display: grid; place-content: center; min-height: 100vh; min-height: 100dvh; margin: 0; padding: 24px;
  box-sizing: border-box; background: #0c0d10; color: #efe8da; font: 18px/1.4 system-ui, sans-serif; }
h1 { margin: 0 0 8px; font: 400 28px/1.2 Georgia, serif; }
p { max-width: 34ch; margin: 0 0 20px; color: #a9a294; }
.wrong { color: #ff9a76; }
form { display: flex; gap: 12px; }
label { position: absolute; left: -999px; }
main { max-width: calc(100vw - 48px); }
input, button { min-height: 56px; border-radius: 12px; font: inherit; font-size: 26px; }
input { width: 7.5em; min-width: 0; border: 2px solid #a9a294; background: #16181d; color: inherit; padding: 0 14px;
  letter-spacing: 0.15em; text-transform: uppercase; }
button { border: 0; background: #f0b65c; color: #1b1204; padding: 0 22px; }
"""
TOKEN = "x-token"
"""The header in which the script brings the token of an address, which stands behind its `#`."""

_SCRIPT = """
const token = new URLSearchParams(location.hash.slice(1)).get("t");
history.replaceState(null, "", location.pathname);
if (token) {
  document.querySelector("main").hidden = true;
  fetch("/enter", { method: "POST", headers: { "X-Token": token } }).then(async (answer) => {
    const { path, why } = await answer.json();
    if (answer.ok) return location.replace(path === "/" ? location.pathname : path);
    document.querySelector("#why").textContent = why;
    document.querySelector("main").hidden = false;
  }).catch(() => { document.querySelector("main").hidden = false; });
}
"""


def _hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


SEAL = (
    f"default-src 'none'; style-src {_hashed(_STYLE)}; script-src {_hashed(_SCRIPT)}; img-src data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_PAGE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="theme-color" content="#0c0d10">
<title>{title}</title><link rel="icon" href="data:,"><style>{style}</style></head><body><main><h1>{title}</h1>
<p class="wrong" id="why" role="alert">{why}</p><noscript><p class="wrong">{script_off}</p></noscript>
<p id="ask">{ask}</p>{form}</main>
<script>{script}</script></body></html>"""
_FORM = """<form method="get"><label for="code">{label}</label>
<input id="code" name="t" maxlength="12" required autofocus autocomplete="off" autocapitalize="characters"
 autocorrect="off" spellcheck="false" aria-describedby="ask"><button>{enter}</button></form>"""


def closed(texts: Texts, status: int, wrong: str = "", *, on_table: bool = False, coded: bool = True) -> HTMLResponse:
    """The page for a device that is not in; `wrong` says why what it brought did not let it in.

    Where a game lies `on_table`, who comes is no moderator; where nothing is `coded`, no code is asked for.
    """
    title = "lead.door-table" if on_table else "lead.door-title" if coded else "desk.title"
    label, enter = escape(texts.word("lead.door-label")), escape(texts.word("lead.door-enter"))
    page = _PAGE.format(
        language=texts.language,
        style=_STYLE,
        why=escape(wrong),
        script=_SCRIPT,
        script_off=escape(texts.word("lead.door-script")),
        title=escape(texts.word(title)),
        ask=escape(texts.word("lead.door-ask" if coded else "desk.door")),
        form=_FORM.format(label=label, enter=enter) if coded else "",
    )
    return HTMLResponse(page, status, {"content-security-policy": SEAL})

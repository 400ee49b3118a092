"""The doctor's look at the network: whether players' phones would find this computer, and what may keep them out."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress

from narrator.computer.network import PORT, firewall, inside, network_name, own_addresses, phones_may_share
from narrator.doctor.findings import Finding, cure, found
from narrator.values import asdict, dataclass

_SECONDS = 1.0
"""How long this computer may take to reach itself."""
_INSIDE = {"chromebook": "inside-chromebook", "wsl": "inside-wsl", "machine": "inside-machine"}


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkFacts:
    """How this computer is in a network: its likeliest address, with the port; both empty where it is in none."""

    place: str = ""
    name: str = ""
    reached: bool = False
    """Whether that address answers this computer itself."""
    shared: bool = True
    """Whether phones may be in that network: it is no VPN's, nor a virtual one."""
    inside: str = ""
    """The system inside which this one runs, which phones reach alone; empty if there is none."""
    firewall: str = ""
    """What may keep phones out, by name; empty if nothing is known."""


def look_at_network() -> NetworkFacts:
    """Look up this computer's address, and listen there for a moment."""
    address = next(iter(own_addresses()), "")
    if not address:
        return NetworkFacts()
    place = f"{address}:{PORT}"
    return NetworkFacts(
        place=place,
        name=network_name(),
        reached=_answers(address),
        shared=phones_may_share(address),
        inside=inside(address),
        firewall=firewall(),
    )


def _answers(address: str) -> bool:
    with suppress(OSError), socket.create_server(("0.0.0.0", 0)) as listening:
        number = listening.getsockname()[1]
        with socket.create_connection((address, number), _SECONDS):
            return True
    return False


def phones(facts: NetworkFacts, *, needed: bool) -> Finding:
    """Judge the network; what is amiss is a failure where tonight's table `needed` phones, else it is told alone."""
    value = asdict(facts)
    trouble = "no-network" if not facts.place else "" if facts.reached else "unreached"
    if facts.inside:
        trouble = _INSIDE[facts.inside]
    if trouble:
        text = found(trouble, place=facts.place)
        help_ = cure(trouble, sys.platform, port=PORT) if needed else ""
        return Finding("phones", "fail" if needed else "ok", text, value, help_)
    if not facts.shared:
        text, help_ = found("unshared", place=facts.place), cure("unreached") if needed else ""
        return Finding("phones", "warn" if needed else "ok", text, value, help_)
    text = found("reached-in" if facts.name else "reached", place=facts.place, name=facts.name)
    if not facts.firewall:
        return Finding("phones", "ok", text, value)
    walled = found("firewall", phones=text, name=facts.firewall)
    help_ = cure("firewall", sys.platform, port=PORT) if needed else ""
    return Finding("phones", "warn" if needed else "ok", walled, value, help_)

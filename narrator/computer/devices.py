"""The sound devices of this computer by name, listed in a process of their own: sound libraries chatter and crash."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from narrator.computer.worker import start
from narrator.errors import ChannelLost

_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One device as its system lists it; `speaker` and `microphone` say what it can be, `usual` for what."""

    name: str
    system: str
    speaker: bool
    microphone: bool
    usual_speaker: bool = False
    usual_microphone: bool = False


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices, and the version of the library that found them."""

    library: str
    devices: tuple[Device, ...]


def list_devices() -> Devices:
    """List what can sound and what can hear. Raises ChannelLost if the sound library is missing or broken."""
    with start([sys.executable, "-m", "narrator.computer.devices"]) as process:
        try:
            output, _ = process.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise ChannelLost("The sound library does not answer.") from None
    if not output.strip():
        raise ChannelLost("The sound library crashed.")
    told = json.loads(output)
    if "lost" in told:
        raise ChannelLost(f"The sound library cannot be used: {told['lost']}.")
    return Devices(told["library"], tuple(Device(**device) for device in told["devices"]))


def _told() -> dict[str, Any]:
    try:
        import sounddevice
    except (ImportError, OSError) as error:  # OSError: PortAudio itself is missing
        return {"lost": str(error)}
    usual = list(sounddevice.default.device)
    hosts = [host["name"] for host in sounddevice.query_hostapis()]
    devices = [
        {
            "name": one["name"],
            "system": hosts[one["hostapi"]],
            "speaker": one["max_output_channels"] > 0,
            "microphone": one["max_input_channels"] > 0,
            "usual_speaker": number == usual[1],
            "usual_microphone": number == usual[0],
        }
        for number, one in enumerate(sounddevice.query_devices())
    ]
    return {"library": sounddevice.get_portaudio_version()[1], "devices": devices}


if __name__ == "__main__":
    print(json.dumps(_told()))

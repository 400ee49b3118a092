"""A Whisper model of two layers with weights drawn by chance, in the form of CTranslate2; its tokens are bytes."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel

_NAMES = ("endoftext", "startoftranscript", "en", "pl", "transcribe", "notimestamps", "nospeech")
_PARTS, _LAYERS, _HEADS = 16, 2, 2


def make(folder: Path, seed: int = 1) -> Path:
    """Write the model into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    letters, special = sorted(ByteLevel.alphabet()), [f"<|{name}|>" for name in _NAMES]
    tokenizer = Tokenizer(BPE(vocab={letter: at for at, letter in enumerate(letters)}, merges=[]))
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens(special)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "vocabulary.json").write_text(json.dumps([*letters, *special]), "utf-8")
    config = {"suppress_ids": [], "suppress_ids_begin": [], "lang_ids": [258, 259], "alignment_heads": [[1, 0]]}
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    write(folder / "model.bin", dict(_variables(np.random.default_rng(seed), len(letters) + len(special))))
    return folder


def write(file: Path, variables: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Write a model's weights as CTranslate2 does."""
    kinds = {"f4": 0, "i1": 1, "i2": 2, "f2": 4}
    with file.open("wb") as out:
        out.write(struct.pack("<I", 6) + _text("WhisperSpec") + struct.pack("<II", 3, len(variables)))
        for name, value in sorted(variables.items()):
            head = struct.pack(f"<B{value.ndim}I", value.ndim, *value.shape)
            out.write(
                _text(name) + head + struct.pack("<BI", kinds[value.dtype.str[1:]], value.nbytes) + value.tobytes()
            )
        out.write(struct.pack("<I", 1) + _text("decoder/projection/weight") + _text("decoder/embeddings/weight"))


def _text(text: str) -> bytes:
    return struct.pack("<H", len(text) + 1) + text.encode() + b"\0"


def _variables(chance: np.random.Generator, tokens: int) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:  # noqa: C901 - a list
    def linear(name: str, wide: int, *narrow: int) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
        yield f"{name}/weight", chance.normal(0.0, 0.5, (wide, *narrow)).astype("<f2")
        yield f"{name}/bias", chance.normal(0.0, 0.5, wide).astype("<f2")

    def norm(name: str) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
        for part in ("beta", "gamma"):
            yield f"{name}layer_norm/{part}", chance.normal(1.0, 0.5, _PARTS).astype("<f2")

    for name, places in (("encoder", 1500), ("decoder", 448)):
        yield f"{name}/num_heads", np.array(_HEADS, "<i2")
        yield f"{name}/position_encodings/encodings", chance.normal(0.0, 0.5, (places, _PARTS)).astype("<f2")
        yield from norm(f"{name}/")
        for layer in range(_LAYERS):
            here = f"{name}/layer_{layer}"
            for part in ("self_attention", "ffn", *(["attention"] if name == "decoder" else [])):
                yield from norm(f"{here}/{part}/")
            yield from linear(f"{here}/self_attention/linear_0", 3 * _PARTS, _PARTS)
            yield from linear(f"{here}/self_attention/linear_1", _PARTS, _PARTS)
            yield from linear(f"{here}/ffn/linear_0", 4 * _PARTS, _PARTS)
            yield from linear(f"{here}/ffn/linear_1", _PARTS, 4 * _PARTS)
            if name == "decoder":
                for at, wide in enumerate((_PARTS, 2 * _PARTS, _PARTS)):
                    yield from linear(f"{here}/attention/linear_{at}", wide, _PARTS)
    yield from linear("encoder/conv1", _PARTS, 80, 3)
    yield from linear("encoder/conv2", _PARTS, _PARTS, 3)
    yield "decoder/embeddings/weight", chance.normal(0.0, 0.5, (tokens, _PARTS)).astype("<f2")
    for name in ("activation", "alibi", "scale_embeddings", "start_from_zero_embedding"):
        yield f"decoder/{name}", np.array(int(name == "activation"), "<i1")
    yield "decoder/pre_norm", np.array(1, "<i1")
    yield "decoder/alignment_heads", np.array(1, "<i2")
    yield "decoder/alignment_layer", np.array(-1, "<i2")

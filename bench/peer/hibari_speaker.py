"""The package `hibari-tts` with its own streaming, which yields one sentence at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from hibari import Hibari

WARM_UP = "The voice is ready to speak."


@dataclass
class Chunk:
    audio_int16_bytes: bytes
    sample_rate: int


class HibariVoice:
    """Streams like the package, on one thread like one of our lanes."""

    def __init__(self, model_path: str) -> None:
        self._hibari = Hibari(model=model_path, threads=1)

    def synthesize(self, text: str) -> Iterator[Chunk]:
        for samples in self._hibari.stream(text):
            pcm = (np.clip(samples, -1, 1) * 32767).astype(np.int16).tobytes()
            yield Chunk(pcm, self._hibari.sample_rate)


def load_voice(model_path: str) -> HibariVoice:
    """Loads a voice and speaks once as a warm-up."""
    voice = HibariVoice(model_path)
    for _ in range(2):
        for _chunk in voice.synthesize(WARM_UP):
            pass
    return voice

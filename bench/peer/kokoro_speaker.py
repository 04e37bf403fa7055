"""The package `kokoro-onnx` with its own streaming, which yields the audio between two punctuation marks."""

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import onnxruntime
from kokoro_onnx import Kokoro

WARM_UP = "The voice is ready to speak."
STYLE_SHAPE = (-1, 1, 256)


@dataclass
class Chunk:
    audio_int16_bytes: bytes
    sample_rate: int


class KokoroVoice:
    """Streams like the package, on one thread like one of our lanes."""

    def __init__(self, model_path: str, style_path: str) -> None:
        self._style = np.fromfile(style_path, np.float32).reshape(STYLE_SHAPE)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(model_path, options, ["CPUExecutionProvider"])
        # The package reads voices from one archive; ours are in separate files.
        with tempfile.NamedTemporaryFile(suffix=".npz") as archive:
            np.savez(archive, voice=self._style)
            archive.flush()
            self._kokoro = Kokoro.from_session(session, archive.name)
        self._loop = asyncio.new_event_loop()

    def synthesize(self, text: str) -> Iterator[Chunk]:
        stream = self._kokoro.create_stream(text, voice=self._style, lang="en-us")
        while True:
            try:
                samples, rate = self._loop.run_until_complete(anext(stream))
            except StopAsyncIteration:
                return
            pcm = (np.clip(samples, -1, 1) * 32767).astype(np.int16).tobytes()
            yield Chunk(pcm, rate)


def load_voice(model_path: str, style_path: str) -> KokoroVoice:
    """Loads a voice and speaks once as a warm-up."""
    voice = KokoroVoice(model_path, style_path)
    for _ in range(2):
        for _chunk in voice.synthesize(WARM_UP):
            pass
    return voice

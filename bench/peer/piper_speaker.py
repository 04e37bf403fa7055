"""The package `piper-tts`: its voice, and an exit when the process that started the driver is gone."""

import os
import sys
import threading

from piper import PiperVoice

WARM_UP = "The voice is ready to speak."


def load_voice(model_path: str) -> PiperVoice:
    """Loads a voice with the package's defaults and speaks once as a warm-up."""
    voice = PiperVoice.load(model_path)
    for _ in range(2):
        for chunk in voice.synthesize(WARM_UP):
            chunk.audio_int16_bytes
    return voice


def end_with_parent() -> None:
    """Standard input is a pipe from the benchmark. When it is closed, the benchmark has ended in some way."""

    def watch() -> None:
        while sys.stdin.buffer.read(4096):
            pass
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()

"""driver.py SPEAKER FILE...: speaks texts in process through the package's streaming API and times itself.

One JSON object a line: {"text": ...} on standard input is answered on standard output with milliseconds to the first
chunk and to the last, CPU seconds of the process, and the length of the audio.
"""

import importlib
import json
import os
import sys
import time

# Output of libraries must not mix with the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def answer(message: dict) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


def speak(voice, text: str) -> dict:
    first_ms = None
    first_chunk_ms = 0.0
    audio_ms = 0.0
    cpu_began = time.process_time()
    began = time.perf_counter()
    for chunk in voice.synthesize(text):
        pcm = chunk.audio_int16_bytes
        chunk_ms = len(pcm) / 2 * 1000 / chunk.sample_rate
        if first_ms is None:
            first_ms = (time.perf_counter() - began) * 1000
            first_chunk_ms = chunk_ms
        audio_ms += chunk_ms
    return {
        "firstAudioMs": first_ms,
        "totalMs": (time.perf_counter() - began) * 1000,
        "firstChunkMs": first_chunk_ms,
        "audioMs": audio_ms,
        "cpuSeconds": time.process_time() - cpu_began,
    }


def main() -> None:
    speaker, *files = sys.argv[1:]
    voice = importlib.import_module(speaker).load_voice(*files)
    answer({"ready": True})
    for line in sys.stdin:
        answer(speak(voice, json.loads(line)["text"]))


main()

"""Speaks a text with the reference each time it is sent a line, and answers with what that cost, as JSON.

    python speed.py FOLDER THREADS

The folder is one that full.py wrote. Speech does not end before the longest that the text may last.
"""

import copy
import json
import sys
import threading
import time
from pathlib import Path

import safetensors.torch
import torch
from model import build, folder
from pocket_tts.modules.stateful_module import init_states
from pocket_tts.utils.config import Config


@torch.no_grad()
def main() -> None:
    path, threads = folder(sys.argv[1]), int(sys.argv[2])
    torch.set_num_threads(threads)
    model = build(Config(**json.loads(Path(path / "config.json").read_text())), random=False)
    model.load_state_dict(safetensors.torch.load_file(path / "model.safetensors"))
    expected = safetensors.torch.load_file(path / "expected.safetensors")
    with safetensors.safe_open(path / "expected.safetensors", framework="pt") as file:
        tokens = torch.tensor([json.loads(file.metadata()["tokens"])])
    model.temp = 0.3
    model.eos_threshold = float("inf")
    flow_lm = model.flow_lm
    prompt = torch.nn.functional.linear(expected["voice.latents"][None], flow_lm.speaker_proj_weight)
    if flow_lm.insert_bos_before_voice:
        prompt = torch.cat([flow_lm.bos_before_voice, prompt], dim=1)
    voice = init_states(flow_lm, 1, prompt.shape[1])
    model._run_flow_lm_and_increment_step(model_state=voice, audio_conditioning=prompt)
    flow_lm.conditioner.prepare = lambda _: tokens
    print("ready", flush=True)
    for _ in sys.stdin:
        started, cpu = time.perf_counter(), time.process_time()
        first = None
        samples = 0
        for piece in model._generate_audio_stream_short_text(
            copy.deepcopy(voice), "", 1, copy_state=False, stop=threading.Event()
        ):
            if first is None:
                first = [time.perf_counter() - started, time.process_time() - cpu]
            samples += len(piece)
        took = [time.perf_counter() - started, time.process_time() - cpu]
        print(json.dumps({"first": first, "all": took, "seconds": samples / model.sample_rate}), flush=True)


if __name__ == "__main__":
    main()

"""Writes how far the reference speaks: its own loop over frames, with thresholds that small random models reach.

    python loop_fixtures.py engine/synthesis/families/pocket/fixtures
"""

import json
import queue
import sys
import threading
from unittest.mock import patch

import torch
from fixtures import SMALL, TOKENS, VOICE_SAMPLES
from generator import normal
from model import VOICE_DEVIATION, Recorder, build, folder, tokens_of
from pocket_tts.models import tts_model as tts
from pocket_tts.modules.stateful_module import init_states

MOST_FRAMES = 30
CASES = [
    # Quantile of the logits that is used as threshold, variance of the noise, frames after the end.
    (0.5, 0.3, 3),
    (0.8, 0.7, 5),
    (0.0, 0.3, 2),
    (2.0, 1.0, 3),
]


def spoken(model: tts.TTSModel, tokens: list[int], threshold: float, temperature: float, after: int):
    """Returns the latents that are spoken, and the logits of all computed frames."""
    model.eos_threshold, model.temp = threshold, temperature
    recorder = Recorder(model)
    latents: queue.Queue = queue.Queue()
    with patch.object(torch.nn.init, "normal_", recorder.fill), torch.no_grad():
        voice = torch.from_numpy(normal("voice", VOICE_SAMPLES, 0, VOICE_DEVIATION))
        prompt = model._encode_audio(voice[None, None])
        if model.flow_lm.insert_bos_before_voice:
            prompt = torch.cat([model.flow_lm.bos_before_voice, prompt], dim=1)
        state = init_states(model.flow_lm, 1, prompt.shape[1])
        model._run_flow_lm_and_increment_step(model_state=state, audio_conditioning=prompt)
        model._expand_kv_cache(state, prompt.shape[1] + len(tokens) + MOST_FRAMES)
        model._run_flow_lm_and_increment_step(model_state=state, text_tokens=torch.tensor([tokens]))
        recorder.active = True
        recorder.logits.clear()
        model._autoregressive_generation(state, MOST_FRAMES, after, latents, threading.Event())
    heard = []
    while (latent := latents.get()) is not None:
        heard.append(latent[0, 0])
    return torch.stack(heard), recorder.logits


def main() -> None:
    rows = []
    for name, config in SMALL.items():
        model = build(config)
        tokens = tokens_of(name, TOKENS, config.flow_lm.lookup_table.n_bins)
        for quantile, temperature, after in CASES:
            _, logits = spoken(model, tokens, 1e9, temperature, after)
            later = torch.tensor(logits[6:])
            threshold = later.max().item() + 1 if quantile > 1 else torch.quantile(later, quantile).item()
            heard, _ = spoken(model, tokens, threshold, temperature, after)
            row = {"name": name, "threshold": threshold, "temperature": temperature, "framesAfterEnd": after}
            row |= {"most": MOST_FRAMES, "frames": len(heard), "last": [round(v, 6) for v in heard[-1].tolist()]}
            rows.append(row)
            print(row["name"], threshold, row["frames"])
    (folder(sys.argv[1]) / "loops.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()

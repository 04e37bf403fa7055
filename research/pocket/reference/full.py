"""Writes a published configuration with random weights as its files are laid out, and what the reference makes of it.

    python full.py english_7m_2026-10 FOLDER
"""

import json
import sys

import torch
from model import build, configuration, folder, published, run, tokens_of
from safetensors.torch import save_file

FRAMES = 125
TOKENS = 40
VOICE_SAMPLES = 240_000


def main() -> None:
    name, path = sys.argv[1:]
    out = folder(path)
    config = published(name)
    model = build(config)
    tokens = tokens_of(name, TOKENS, config.flow_lm.lookup_table.n_bins)
    result = run(model, tokens, VOICE_SAMPLES, FRAMES)
    save_file({key: tensor.contiguous() for key, tensor in model.state_dict().items()}, out / "model.safetensors")
    (out / "config.json").write_text(configuration(config))
    about = {"tokens": json.dumps(tokens), "voice_samples": str(VOICE_SAMPLES), "frames": str(FRAMES)}
    save_file(result, out / "expected.safetensors", metadata=about)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()

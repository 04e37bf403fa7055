"""Writes the fixtures of the tests: small models of the published shapes, run by the reference.

    python fixtures.py engine/synthesis/families/pocket/fixtures
"""

import json
import sys

import torch
from generator import EXACT, spread
from model import build, configuration, folder, published, run, tokens_of
from pocket_tts.utils.config import Config
from safetensors.torch import save_file

FRAMES = 20
TOKENS = 9
VOICE_SAMPLES = 30_000
"""Not a whole number of frames."""


def seanet(config: dict, dimension: int, filters: int) -> dict:
    return {**config, "dimension": dimension, "n_filters": filters}


def small(name: str, **flow_lm: object) -> Config:
    """A published configuration made narrow and shallow; what makes it differ from others stays."""
    whole = published(name).model_dump()
    lm, mimi = whole["flow_lm"], whole["mimi"]
    lm["lookup_table"] |= {"n_bins": 40, "rank": lm["lookup_table"]["rank"] and 8}
    lm["flow"] |= {"dim": 24, "depth": 2}
    lm["transformer"] |= {"num_layers": 2, **flow_lm}
    lm["lookup_table"]["dim"] = lm["transformer"]["d_model"]
    lm["z_dim"] = lm["z_dim"] and 16
    mimi["inner_dim"] = 8
    narrow = {"d_model": 32, "input_dimension": 32, "output_dimensions": [32], "num_heads": 2}
    mimi["transformer"] |= {**narrow, "num_layers": 2, "context": 40, "dim_feedforward": 48}
    mimi["seanet"] = seanet(mimi["seanet"], 32, 4)
    mimi["outer_dim"] = 32
    if mimi["decoder_seanet"]:
        narrow |= {"d_model": 16, "input_dimension": 16, "output_dimensions": [16], "num_heads": 1}
        mimi["decoder_transformer"] |= {**narrow, "num_layers": 3, "context": 25, "dim_feedforward": 40}
        mimi["decoder_seanet"] = seanet(mimi["decoder_seanet"], 16, 3)
        mimi["outer_dim"] = 16
    mimi["quantizer"] |= {"dimension": 8, "output_dimension": mimi["outer_dim"]}
    return Config(**whole)


SMALL = {
    "lsd": small("english", d_model=64, num_heads=4, hidden_scale=2),
    "lsd-plain": small("english_2026-01", d_model=32, num_heads=2),
    "drifting": small("english_7m_2026-10", d_model=40, num_heads=4, attn_dim=64, num_kv_heads=2),
    "pointwise": small(
        "english_2m_2026-10", d_model=24, num_heads=3, attn_dim=48, num_kv_heads=1, dim_feedforward=20
    ),
}


def main() -> None:
    out = folder(sys.argv[1])
    for name, config in SMALL.items():
        model = build(config)
        tokens = tokens_of(name, TOKENS, config.flow_lm.lookup_table.n_bins)
        result = run(model, tokens, VOICE_SAMPLES, FRAMES)
        weights = []
        for key, tensor in model.state_dict().items():
            shape = tuple(tensor.shape)
            if key.rsplit(".", 1)[-1] in EXACT:
                result[f"weights.{key}"] = tensor
            else:
                weights.append([key, shape, *spread(key, shape)])
        about = {
            "config": configuration(config),
            "weights": json.dumps(weights),
            "tokens": json.dumps(tokens),
            "voice_samples": str(VOICE_SAMPLES),
        }
        save_file(result, out / f"{name}.safetensors", metadata=about)
        loudness = result["samples"].square().mean().sqrt().item()
        print(name, {"loudness": loudness, "latents": result["latents"].std().item()})


if __name__ == "__main__":
    torch.set_num_threads(2)
    main()

"""The reference: the model of the package `pocket-tts` with random weights, run step by step on given noise."""

import json
from pathlib import Path
from unittest.mock import patch

import numpy as np
import torch
from generator import EXACT, normal, spread
from pocket_tts.models import tts_model as tts
from pocket_tts.models.mimi import build_mimi
from pocket_tts.modules import text_conditioner
from pocket_tts.modules.stateful_module import increment_steps, init_states
from pocket_tts.utils.config import CONFIGS_DIR, Config, load_config

# Tokens are given as numbers.
text_conditioner.build_tokenizer = lambda *_: None

VOICE_DEVIATION = 0.1


def published(name: str) -> Config:
    return load_config(CONFIGS_DIR / f"{name}.yaml")


def build(config: Config, random: bool = True) -> tts.TTSModel:
    """Builds the model of a configuration with the package, optionally with weights from the generator."""
    model = tts.TTSModel._from_pydantic_config(config, 1.0, 1, None, 0.0, None)
    model.mimi = build_mimi(config.mimi)
    width = config.flow_lm.transformer.d_model
    model.flow_lm.speaker_proj_weight = torch.nn.Parameter(torch.zeros(width, config.mimi.inner_dim))
    state = model.state_dict()
    for name, tensor in state.items():
        if not random or name.rsplit(".", 1)[-1] in EXACT:
            continue
        mean, deviation = spread(name, tuple(tensor.shape))
        tensor.copy_(torch.from_numpy(normal(name, tensor.numel(), mean, deviation)).view(tensor.shape))
    model.eval()
    tts.stamp_state_names(model)
    return model


class Recorder:
    """Gives the heads of a model the noise of the generator in place of torch's, and keeps the logits of the end."""

    def __init__(self, model: tts.TTSModel):
        self.draws = 0
        self.active = False
        self.logits: list[float] = []
        self.size = model.flow_lm.ldim
        model.flow_lm.out_eos.register_forward_hook(lambda _m, _i, out: self.logits.append(out.item()))

    def fill(self, tensor: torch.Tensor, mean: float, std: float) -> torch.Tensor:
        if not self.active:
            return tensor.zero_()
        values = normal(f"noise.{self.draws}", self.size)
        self.draws += 1
        return tensor.copy_(torch.from_numpy(values) * std + mean)


@torch.no_grad()
def run(model: tts.TTSModel, tokens: list[int], voice_samples: int, frames: int) -> dict[str, torch.Tensor]:
    """Runs a voice prompt, a text, and the requested number of frames, and returns all intermediate results."""
    recorder = Recorder(model)
    with patch.object(torch.nn.init, "normal_", recorder.fill):
        return steps(model, recorder, tokens, voice_samples, frames)


def steps(
    model: tts.TTSModel, recorder: Recorder, tokens: list[int], voice_samples: int, frames: int
) -> dict[str, torch.Tensor]:
    flow_lm, mimi = model.flow_lm, model.mimi
    voice = torch.from_numpy(normal("voice", voice_samples, 0, VOICE_DEVIATION))
    out: dict[str, torch.Tensor] = {}
    latents = mimi.encode_to_latent(voice[None, None])
    out["voice.latents"] = latents[0]
    prompt = model._encode_audio(voice[None, None])
    if flow_lm.insert_bos_before_voice:
        prompt = torch.cat([flow_lm.bos_before_voice, prompt], dim=1)
    state = init_states(flow_lm, 1, prompt.shape[1])
    model._run_flow_lm_and_increment_step(model_state=state, audio_conditioning=prompt)
    out |= {f"voice.{name}": tensor for name, tensor in caches(state).items()}
    model._expand_kv_cache(state, prompt.shape[1] + len(tokens) + frames)
    model._run_flow_lm_and_increment_step(model_state=state, text_tokens=torch.tensor([tokens]))
    recorder.active = True
    recorder.logits.clear()
    latent = torch.full((1, 1, flow_lm.ldim), float("nan"))
    sequence = []
    for _ in range(frames):
        latent, _ = model._run_flow_lm_and_increment_step(
            model_state=state, backbone_input_latents=latent
        )
        sequence.append(latent)
    recorder.active = False
    out["latents"] = torch.cat(sequence, dim=1)[0]
    out["end_of_speech"] = torch.tensor(recorder.logits)
    out |= {f"speech.{name}": tensor for name, tensor in caches(state).items()}
    frame_steps = int(mimi.encoder_frame_rate / mimi.frame_rate)
    mimi_state = init_states(mimi, 1, frames * frame_steps)
    sound = []
    for latent in sequence:
        scaled = latent * flow_lm.emb_std + flow_lm.emb_mean
        sound.append(mimi.decode_from_latent(scaled, mimi_state)[0, 0])
        increment_steps(mimi, mimi_state, increment=frame_steps)
    out["samples"] = torch.cat(sound)
    for name, values in mimi_state.items():
        if name.startswith("decoder") and "previous" in values and values["previous"].shape[-1] > 0:
            out[f"decoder.{name}"] = values["previous"][0]
        elif name.startswith("decoder_transformer"):
            out[f"decoder.{name}"] = values["cache"][:, 0]
    return {name: tensor.contiguous() for name, tensor in out.items()}


def caches(state: tts.ModelState) -> dict[str, torch.Tensor]:
    """Keys and values of every layer: [2, positions, heads, head size]."""
    return {name: values["cache"][:, 0] for name, values in state.items() if "cache" in values}


def configuration(config: Config) -> str:
    return json.dumps(config.model_dump())


def tokens_of(name: str, count: int, bins: int) -> list[int]:
    """Random tokens."""
    return [int(abs(value) * bins) % bins for value in np.float64(normal(f"tokens.{name}", count))]


def folder(path: str) -> Path:
    made = Path(path)
    made.mkdir(parents=True, exist_ok=True)
    return made

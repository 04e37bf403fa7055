"""Random weights and inputs that both sides can make.

`engine/synthesis/families/pocket/testing.ts` has the same in TypeScript.

Value i of a stream is the sum of four uniform numbers, shifted and scaled to mean 0 and deviation 1. All of it is exact
in integers and doubles, so both sides have the same bits.
"""

import numpy as np

EXACT = {"freqs"}
"""Buffers that are not random: they keep the values of the reference."""


def fnv1a(name: str) -> int:
    """The stream of a name: its 32-bit FNV-1a hash."""
    value = 0x811C9DC5
    for byte in name.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def scrambled(x: np.ndarray) -> np.ndarray:
    """An integer hash of 32 bits (Wellons, "lowbias32")."""
    x = x.astype(np.uint32)
    x ^= x >> np.uint32(16)
    x *= np.uint32(0x7FEB352D)
    x ^= x >> np.uint32(15)
    x *= np.uint32(0x846CA68B)
    return x ^ (x >> np.uint32(16))


def normal(name: str, count: int, mean: float = 0.0, deviation: float = 1.0) -> np.ndarray:
    """`count` values of the stream of a name, float32."""
    start = scrambled(np.array([fnv1a(name)]))[0]
    out = np.empty(count, np.float32)
    piece = 1 << 20
    for at in range(0, count, piece):
        end = min(count, at + piece)
        index = np.arange(4 * at, 4 * end, dtype=np.uint64).astype(np.uint32)
        with np.errstate(over="ignore"):
            uniform = scrambled(index + start).astype(np.float64) / 2**32
        total = uniform.reshape(-1, 4).sum(axis=1)
        out[at:end] = mean + deviation * ((total - 2) * np.sqrt(3))
    return out


def spread(name: str, shape: tuple[int, ...]) -> tuple[float, float]:
    """Mean and deviation of the weights of a tensor, such that no layer makes its input much larger or smaller."""
    last = name.rsplit(".", 1)[-1]
    if name.endswith(("norm1.weight", "norm2.weight", "in_ln.weight", "out_norm.weight", "emb_std", "alpha")):
        return 1.0, 0.1
    if last == "scale":
        return 0.3, 0.05
    if last in ("bias", "emb_mean"):
        return 0.0, 0.1
    if "bos" in last or last == "embed.weight":
        return 0.0, 1.0
    if "convtr" in name:
        # Two taps reach each output.
        return 0.0, float(1 / np.sqrt(2 * (1 if shape[1] == 1 else shape[0])))
    fan_in = int(np.prod(shape[1:]))
    return 0.0, float(1 / np.sqrt(fan_in))

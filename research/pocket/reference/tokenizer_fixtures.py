"""Writes what the tests of the tokenizers compare with: small models, and what the reference's libraries make of texts.

Run by hand, with the packages sentencepiece and tokenizers:
    python research/pocket/reference/tokenizer_fixtures.py
"""

import io
import json
from pathlib import Path

import sentencepiece
import tokenizers
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers

REPOSITORY = Path(__file__).parents[3]
FIXTURES = REPOSITORY / "engine/synthesis/families/pocket/fixtures"
LANGUAGES = ("en", "fr", "de", "it", "pt", "es", "nl")

# Cases that the tables of numbers and dates lack.
ODD = [
    "",
    " ",
    "  two  spaces \t and a tab ",
    "line\nbreaks\r\nof both kinds",
    "ﬁne ﬂour, №5, ½ cup, ２０ ℃, ｆｕｌｌ width, ™ ®",
    "e\u0301te\u0301 and été, n\u0303, A\u030a",
    "emoji 👩‍🚀 and 🇫🇷 flags",
    "кириллица, हिन्दी, 한국어, 日本語",
    "zero\u200bwidth\u00a0no-break\u3000ideographic",
    "▁already▁escaped",
    "“quotes” ‘single’ «guillemets» … — –",
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    "WWW.EXAMPLE.ORG/a?b=c&d=%20",
    ".!...?",
    ",;:",
]

SETTINGS = {
    "unigram": {"model_type": "unigram", "vocab_size": 700},
    "unigram-bytes": {
        "model_type": "unigram",
        "vocab_size": 800,
        "byte_fallback": True,
        "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False,
        "user_defined_symbols": ["<break>", "..."],
    },
    "bpe": {"model_type": "bpe", "vocab_size": 700, "user_defined_symbols": ["..."]},
}


def corpus() -> list[str]:
    """The texts of the engine's own tables, as they are written and as they are read out."""
    texts = []
    for language in LANGUAGES:
        for pair in json.loads((REPOSITORY / f"language/text/golden/{language}.json").read_text()):
            texts += pair
    return texts


def trained(settings: dict, texts: list[str]) -> bytes:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_writer=model, minloglevel=2, num_threads=1, **settings
    )
    return model.getvalue()


def as_json(model: bytes) -> tokenizers.Tokenizer:
    """A unigram model in the other format."""
    proto = sentencepiece_model_pb2.ModelProto.FromString(model)
    vocabulary = [(piece.piece, piece.score) for piece in proto.pieces]
    unknown = proto.trainer_spec.unk_id
    tokenizer = tokenizers.Tokenizer(
        models.Unigram(vocabulary, unk_id=unknown, byte_fallback=proto.trainer_spec.byte_fallback)
    )
    steps = []
    if proto.normalizer_spec.precompiled_charsmap:
        steps.append(normalizers.Precompiled(proto.normalizer_spec.precompiled_charsmap))
    if proto.normalizer_spec.remove_extra_whitespaces:
        steps += [normalizers.Strip(), normalizers.Replace(Regex(" {2,}"), "▁")]
    tokenizer.normalizer = normalizers.Sequence(steps)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    special = [p.piece for p in proto.pieces if p.type in (2, 3)]
    tokenizer.add_special_tokens(special)
    return tokenizer


def expected(encode, decode, texts: list[str]) -> list:
    rows = []
    for text in texts:
        ids = encode(text)
        # Also from the middle, since texts are divided by their pieces.
        half = len(ids) // 2
        rows.append([text, " ".join(map(str, ids)), decode(ids), decode(ids[half:])])
    return rows


def main() -> None:
    texts = corpus()
    judged = texts[::9] + ODD
    FIXTURES.mkdir(exist_ok=True)
    results = {}
    for name, settings in SETTINGS.items():
        model = trained(settings, texts)
        (FIXTURES / f"{name}.model").write_bytes(model)
        processor = sentencepiece.SentencePieceProcessor()
        processor.load_from_serialized_proto(model)
        results[f"{name}.model"] = expected(
            lambda text: processor.encode(text, out_type=int), lambda ids: processor.decode(ids), judged
        )
        if settings["model_type"] != "unigram" or "byte_fallback" in settings:
            continue
        other = as_json(model)
        (FIXTURES / f"{name}.json").write_text(other.to_str())
        results[f"{name}.json"] = expected(lambda text: other.encode(text).ids, other.decode, judged)
    rows = json.dumps(results, ensure_ascii=False, separators=(",", ":"))
    (FIXTURES / "tokenizers.json").write_text(rows.replace("],[", "],\n[") + "\n")


main()

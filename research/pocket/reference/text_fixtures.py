"""Writes what the tests of text.ts compare with: how the reference prepares texts and cuts them.

Run by hand after tokenizer_fixtures.py, with the packages sentencepiece and the unpacked package pocket-tts 4.0.1:
    PYTHONPATH=/path/to/site-packages python research/pocket/reference/text_fixtures.py
"""

import importlib.util
import json
import sys
import types
from pathlib import Path

import sentencepiece

REPOSITORY = Path(__file__).parents[3]
FIXTURES = REPOSITORY / "engine/synthesis/families/pocket/fixtures"
LANGUAGES = ("en", "fr", "de", "it", "pt", "es", "nl")

QUOTES = {'"': "", "\u201c": "", "\u201d": "", "\u201e": "", "\u00ab": "", "\u00bb": ""}
APOSTROPHES = {"\u2019": "'", "\u2018": "'"}
RULES = {
    "en": {"replacements": {"\u2013": ",", "\u2014": ",", **APOSTROPHES}, "removesSemicolons": False},
    "de": {
        "replacements": {**QUOTES, **APOSTROPHES, "(": "", ")": "", "[": "", "]": "", "\u2013": ",", "\u2014": ","},
        "removesSemicolons": True,
    },
}

HARD = [
    "hello",
    "  It costs 3.14 dollars, or 2.5. Not 3. 5 of them?  ",
    '"Hi?", she said. (And left.)',
    "He asked: \u201cWhy?\u201d; then \u2014 silence \u2013",
    "one, two; three: four,",
    "Wait... what?! No!!! Yes\u2026 fine",
    "line one\nline two\r\nline three",
    "\u00e9t\u00e9 comme hiver",
    "\u00dfig und klein",
    "a)",
    "\u2019tis nothing-",
    "no mark and a closing quote\"",
    "word " * 80,
    "clause after clause, " * 30,
    "A short one. " * 12,
    "Dr. Smith met Mr. Jones at 5 p.m. They spoke. It was late; nobody listened, nobody cared.",
]
EMPTY = ["", "   ", '"\u201d']


def load(package: Path):
    """Loads the module itself, because its package needs PyTorch and the module does not."""
    fake = types.ModuleType("pocket_tts.modules.text_conditioner")
    fake.Tokenizer = object
    sys.modules["pocket_tts.modules.text_conditioner"] = fake
    spec = importlib.util.spec_from_file_location("text_chunking", package / "models/text_chunking.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Tokenizer:
    def __init__(self, path: Path):
        self.sp = sentencepiece.SentencePieceProcessor(str(path))

    def __call__(self, text: str):
        ids = self.sp.encode(text, out_type=int)

        class Row(list):
            def tolist(self):
                return list(self)

        return [Row(ids)]

    def decode(self, ids) -> str:
        return self.sp.decode(ids)


def main() -> None:
    package = Path(next(path for path in sys.path if (Path(path) / "pocket_tts").is_dir())) / "pocket_tts"
    chunking = load(package)
    tokenizer = Tokenizer(FIXTURES / "unigram.model")
    texts = list(HARD)
    for language in LANGUAGES:
        rows = [row[0] for row in json.loads((REPOSITORY / f"language/text/golden/{language}.json").read_text())]
        # Paragraphs of a few sentences.
        texts += [" ".join(rows[i : i + 5]) for i in range(0, len(rows), 40)]
    out = []
    for name, rules in RULES.items():
        common = {"remove_semicolons": rules["removesSemicolons"], "replace_characters": rules["replacements"]}
        rows = []
        for text in texts:
            prompt, frames = chunking.prepare_text_prompt(text, False, **common)
            chunks = chunking.split_into_best_sentences(tokenizer, text, 50, False, **common)
            rows.append({"text": text, "prompt": prompt, "framesAfterEnd": frames + 2, "chunks": chunks})
        out.append({"language": name, "rules": rules, "rows": rows, "empty": EMPTY if name == "de" else EMPTY[:2]})
    text = json.dumps(out, ensure_ascii=False, separators=(",", ":"))
    (FIXTURES / "texts.json").write_text(text.replace("},{", "},\n{") + "\n")


main()

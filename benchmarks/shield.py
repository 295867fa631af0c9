#!/usr/bin/env python3
"""Score the shield on labelled made-up secrets and look-alikes, and measure its speed.

  benchmarks/shield.py [--seeds 1,2,3] [--clean FOLDER] [--show] [--words]

A secret counts as caught when no run of 8 of its characters is left in the place where it stood; a look-alike as a
false alarm when anything of it changed. `--clean FOLDER`: tool output without secrets, *.txt. `--words`: how often a
random string is taken for words, which would let it pass where a name must not be redacted.
"""

from __future__ import annotations

import argparse
import random
import string
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory.shield.entropy import is_wordy  # noqa: E402
from memory.shield.redact import redact  # noqa: E402
from tests.fixtures.make_secrets import build  # noqa: E402

RUN = 8
HOSTILE = {
    "one long line of code": 'var a=function(n){return n*3+e[3]||t["k"]};' * 5_000,
    "a a a": "a" * 200_000,
    "password=password=": "password=" * 20_000,
    "base64": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo" * 5_000,
    "key headers without end": ("-----BEGIN RSA PRIVATE " + "KEY-----\nabc\n") * 2_000,
    "addresses with passwords": "http://a:b" * 20_000,
    "heads of web tokens": "eyJabcdefghij." * 14_000,
}


def left(secret: str, output: str) -> bool:
    """Whether a run of RUN characters of the secret (or all of a shorter one) is still there."""
    size = min(RUN, len(secret))
    return any(secret[at : at + size] in output for at in range(len(secret) - size + 1))


def score(seed: int, missed: Counter[str], alarms: Counter[str]) -> tuple[int, int, int, int]:
    """(secrets, caught, look-alikes, false alarms) for one generated set."""
    secrets = caught = alike = wrong = 0
    for row in build(seed):
        text, found = row["text"], redact(row["text"])
        if row["label"] == "negative":
            alike += 1
            if found.text != text:
                wrong += 1
                alarms[row["kind"]] += 1
            continue
        # Only what stands outside the findings can leak; a name such as `github_pat` may repeat a token's head.
        outside = "\n".join(_outside(text, [(one.start, one.end) for one in found.found]))
        for start, end in row["secret_spans"]:
            secrets += 1
            covered = any(one.start <= start and end <= one.end for one in found.found)
            if covered or not left(text[start:end], outside):
                caught += 1
            else:
                missed[f"{row['kind']} ({row['context']})"] += 1
    return secrets, caught, alike, wrong


def mistaken_for_words() -> None:
    """Print the share of random strings that look made of words, by alphabet and length."""
    dice = random.Random(1)
    alphabets = {
        "base62": string.ascii_letters + string.digits,
        "hex": "0123456789abcdef",
        "a-z0-9": string.ascii_lowercase + string.digits,
    }
    for name, alphabet in alphabets.items():
        for length in (10, 14, 20, 32, 40):
            wordy = sum(is_wordy("".join(dice.choices(alphabet, k=length))) for _ in range(5_000))
            print(f"{name:8s} {length:3d} characters: {wordy / 50:5.2f} %")


def _outside(text: str, spans: list[tuple[int, int]]) -> list[str]:
    pieces, last = [], 0
    for start, end in spans:
        pieces.append(text[last:start])
        last = end
    return [*pieces, text[last:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1,2,3,4,5")
    parser.add_argument("--clean", type=Path)
    parser.add_argument("--show", action="store_true", help="name what was missed")
    parser.add_argument("--words", action="store_true")
    arguments = parser.parse_args()
    if arguments.words:
        mistaken_for_words()
        return
    missed: Counter[str] = Counter()
    alarms: Counter[str] = Counter()
    sums = [sum(column) for column in zip(*(score(int(s), missed, alarms) for s in arguments.seeds.split(",")))]  # noqa: B905
    print(f"secrets {sums[1]}/{sums[0]} = {100 * sums[1] / sums[0]:.1f} %   false alarms {sums[3]}/{sums[2]}")
    if arguments.show:
        print("missed:", dict(missed), "false alarms:", dict(alarms))
    if arguments.clean:
        texts = [path.read_bytes().decode("utf-8", "replace") for path in sorted(arguments.clean.glob("*.txt"))]
        started_s = time.perf_counter()
        touched = sum(redact(text).text != text for text in texts)
        speed = sum(map(len, texts)) / (time.perf_counter() - started_s) / 1e6
        print(f"clean tool output: {touched}/{len(texts)} files changed, {speed:.1f} MB/s")
    for label, text in HOSTILE.items():
        started_s = time.perf_counter()
        redact(text)
        print(f"hostile {label:28s} {len(text) / (time.perf_counter() - started_s) / 1e6:6.2f} MB/s")


if __name__ == "__main__":
    main()

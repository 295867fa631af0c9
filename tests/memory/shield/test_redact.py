"""The shield: every secret out, everything else kept."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.shield.redact import Redacted, redact
from tests.fixtures.make_secrets import build

ROWS = build(seed=20261130)
POSITIVES = [row for row in ROWS if row["label"] == "positive"]
NEGATIVES = [row for row in ROWS if row["label"] == "negative"]
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def name(row: dict[str, str]) -> str:
    return f"{row['kind']}-{row['context']}-{row['id']}"


@pytest.mark.parametrize("row", POSITIVES, ids=name)
def test_a_secret_is_taken_out(row: dict[str, object]) -> None:
    text = str(row["text"])
    output = redact(text).text
    for start, end in row["secret_spans"]:  # type: ignore[attr-defined]
        assert text[start:end] not in output
        # What is left of a long secret must not be a usable half of it.
        assert text[start + (end - start) // 2 : end] not in output or end - start < 12


@pytest.mark.parametrize("row", NEGATIVES, ids=name)
def test_what_only_looks_like_a_secret_stays(row: dict[str, str]) -> None:
    assert redact(row["text"]).text == row["text"]


@pytest.mark.parametrize(
    ("before", "secret", "after"),
    [
        ("The prod password is ", "hunter2!Xy", ", ask Dana."),
        ("DATABASE_URL=postgres://app:", "s3cr3tPass", "@db.internal:5432/shop"),
        ("curl -u admin:", "Tr0ub4dor&3", " https://ci.example.org/api"),
        ("Authorization: Bearer ", TOKEN, "\nAccept: */*"),
        ("mysql -u root -p'", "Zx9!kLm2Qa", "' shop"),
        ("env:\n  - name: DB_PASSWORD\n    value: ", "pL3as3Chang3", "\n"),
        ("log in as admin with ", "hunter2!Xy", " and look around"),
        ("The password has been set to ", "hunter2!Xy", " today"),
        ("密码是", "Tr0ub4dor&3", " 请保密"),
        ('{"client_secret": "', "8f2kD93jsLqPz71mXcVb", '"}'),
    ],
)
def test_the_rest_of_a_note_is_kept(before: str, secret: str, after: str) -> None:
    output = redact(before + secret + after).text
    assert secret not in output
    assert output.startswith(before)
    assert output.endswith(after)


@pytest.mark.parametrize(
    "text",
    [
        f"\x1b[32m{TOKEN[:15]}\x1b[0m{TOKEN[15:]}",
        f"export GITHUB_TOKEN={TOKEN[:20]}\\\n{TOKEN[20:]}",
    ],
)
def test_a_secret_in_pieces_is_found(text: str) -> None:
    output = redact(text).text
    assert TOKEN[:12] not in output
    assert TOKEN[-12:] not in output


def test_findings_say_what_and_where() -> None:
    text = f"first {TOKEN} last"
    (finding,) = redact(text).found
    assert text[finding.start : finding.end] == TOKEN
    assert f"[REDACTED:{finding.kind}]" in redact(text).text


def test_a_redaction_never_shows_the_secret_in_its_own_words() -> None:
    assert TOKEN not in repr(redact(f"x {TOKEN}"))


def kept(result: Redacted, text: str) -> str:
    """What is outside the findings of `text`."""
    pieces, last = [], 0
    for finding in result.found:
        pieces.append(text[last : finding.start])
        last = finding.end
    return "".join([*pieces, text[last:]])


ODD = st.text(alphabet=st.characters(), max_size=200)
GLUED = st.lists(
    st.sampled_from(
        [TOKEN, "password=", "token: ", "'", '"', " ", "\n", "\x1b[0m", "://u:", "@h/", "key", "[REDACTED:x]"]
    ),
    max_size=12,
).map("".join)


@given(ODD | GLUED)
def test_it_never_fails_and_redacting_again_changes_nothing(text: str) -> None:
    once = redact(text)
    assert redact(once.text).text == once.text


@given(ODD | GLUED)
def test_findings_are_in_order_inside_the_text_and_apart(text: str) -> None:
    ends = 0
    for finding in redact(text).found:
        assert ends <= finding.start < finding.end <= len(text)
        ends = finding.end


@pytest.mark.parametrize(
    "text",
    [
        "log in as admin with the SSO button, then open settings",
        "the password has been set to expire after 90 days",
        "密码是必填项，至少八位",
    ],
)
def test_sentences_about_passwords_stay(text: str) -> None:
    assert redact(text).text == text


@given(st.text(alphabet="abcdefghij klmnop\nqrstuvwxyz.", max_size=300))
def test_plain_prose_stays_as_it_is(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    "unit", ["a", "password=", "QUJDREVG", "http://a:b", "eyJabcdefghij.", "x-x-", "-----BEGIN RSA ", "key: "]
)
def test_the_time_grows_with_the_text_and_not_with_its_square(unit: str) -> None:
    """Eight times the text may take 24 times as long before it counts as worse than linear; a square takes 64."""
    small = unit * (20_000 // len(unit))

    def least_s(text: str) -> float:
        times = []
        for _ in range(3):
            started_s = time.perf_counter()
            redact(text)
            times.append(time.perf_counter() - started_s)
        return min(times)

    redact(small)
    assert least_s(small * 8) < 24 * least_s(small) + 0.05

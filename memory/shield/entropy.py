"""How random a value looks, and which random looking shapes are public.

Called by the value tests (`memory/shield/values.py`) and by the vendor table.  Pure.

Randomness alone never condemns a value: every caller has a label ("token", "key", …) next to it first.  A long
random string without a label is far more often a digest, an asset name or an id than a secret.
"""

import math
import re

# The commonest letter pairs of English (and most of its neighbours).  About two thirds of the pairs of a real word
# are in here, about one in six of those of a random string.
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_PAIRS = frozenset(
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro "
    "ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so "
    "rs un lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl "
    "ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke ui fr oo ag ap gr do ob cl ef ck up ue sp mb pt rd rn ki ip "
    "ys sc br au rm ff bu pu cu ga gi go gu da va vo ub ud ug um og ok od ib if ks ls ms ws ss tt nn mm pp rr cc dd "
    "sw sk sl sm sn sq qu dr fl gl ph py cr bo ba bi lu ru ju ja je fu lt lf lk mu nu nk nv rc rf rg rk rl rv wn xt ey ek oy ye ix ax ox ux uy aw wd bs ds gs hs ps".split()
)
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ALNUM = re.compile(r"[^\W_]")
_HEX_DIGEST = re.compile(
    r"(?:0x)?(?:[0-9a-f]{7,10}|[0-9a-f]{12}|[0-9a-f]{16}|[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}"
    r"|[0-9a-f]{48}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})",
    re.I,
)
_UUID = re.compile(r"\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?", re.I)
_ULID = re.compile(r"0[1-7][0-9A-HJKMNP-TV-Z]{24}")
_LABELLED = re.compile(
    r"(?:sha-?(?:1|224|256|384|512)|md5|h1|blake[23][a-z]?|crc32c?|integrity|etag|SHA256|MD5)[-:=]\S+", re.I
)
_PUBLIC = re.compile(
    r"(?:AAAA[BCE]3N|AAAAE2V|ssh-|ecdsa-|MI[IGH][A-Za-z0-9+/]{2}|iVBORw0|/9j/|R0lGOD|UklGR|PHN2Z|data:|urn:|arn:|cid:|age1"
    r"|pk_(?:live|test)_|pk\.eyJ|pk-lf-|LS0tLS1CRUdJTiBD|LS0tLS1CRUdJTiBQVUJ|npub1|xpub|minisign|RW[QRST])"
)
# A value is made of words from this share of word letters upwards.  Of 14,000 identifiers all but hexadecimal ones and a few
# abbreviations reach it; of random base62 strings 1.7 % do at 14 characters, 0.1 % at 20.  Measured again with
# `benchmarks/shield.py --words`.
_WORD_SHARE = 0.5
_WORD_SHARE_LONG = 0.65
# Names seldom change this often between letters and digits that touch.
_TURN = re.compile(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])")
_TURNS_MAX = 5


def shannon_bits(text: str) -> float:
    """Return the Shannon entropy of `text` in bits per character (0.0 for the empty string)."""
    if not text:
        return 0.0
    length = len(text)
    counts = (text.count(character) for character in set(text))
    return -sum(count / length * math.log2(count / length) for count in counts)


def word_share(text: str) -> float:
    """Return the share (0..1) of the letters and digits of `text` that belong to pronounceable words."""
    total = len(_ALNUM.findall(text))
    if not total:
        return 0.0
    words = 0
    for piece in _PIECE.findall(text):
        lowered = piece.lower()
        pairs = sum(lowered[i : i + 2] in _PAIRS for i in range(len(piece) - 1))
        if len(piece) >= 3 and pairs >= (0.6 if len(piece) > 3 else 1) * (len(piece) - 1):
            words += len(piece)
    return words / total


def is_wordy(text: str) -> bool:
    """Tell whether `text` is made of words, as names and paths are."""
    sample = text[:200]
    if len(_TURN.findall(sample)) >= _TURNS_MAX:
        return False
    return word_share(sample) >= (_WORD_SHARE if len(sample) < 20 else _WORD_SHARE_LONG)


def has_mix(text: str) -> bool:
    """Tell whether `text` has both letters and digits."""
    return _DIGIT.search(text) is not None and _LETTER.search(text) is not None


def is_hex_digest(text: str) -> bool:
    """Tell whether `text` is hexadecimal of a length that digests, commits and object ids have."""
    return _HEX_DIGEST.fullmatch(text) is not None


def is_uuid(text: str) -> bool:
    """Tell whether `text` is a UUID."""
    return _UUID.fullmatch(text) is not None


def is_public_shape(text: str) -> bool:
    """Tell whether `text` has a form that is public whatever its name: labelled digest, public key, image, ULID."""
    return bool(_LABELLED.match(text) or _PUBLIC.match(text) or _ULID.fullmatch(text))


def is_random(text: str, *, length_min: int = 16) -> bool:
    """Tell whether `text` looks drawn by a random generator.

    Wants `length_min` characters, at least 2.5 bits a character (32 hex digits have 3.2-3.9, prose of that length
    3-4, which is why the word test follows), and few pronounceable words.
    """
    sample = text[:200]
    return len(sample) >= length_min and shannon_bits(sample) >= 2.5 and not is_wordy(sample)


def is_random_mixed(text: str, *, length_min: int = 20) -> bool:
    """The strict test for a weak label: capitals, small letters and digits, random, and no shape that ids have."""
    sample = text[:200]
    return (
        is_random(sample, length_min=length_min)
        and any(c.isdigit() for c in sample)
        and any(c.islower() for c in sample)
        and any(c.isupper() for c in sample)
        and not (is_hex_digest(text) or is_uuid(text) or is_public_shape(text))
    )

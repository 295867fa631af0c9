"""How alike two remembered texts are, and whether the newer one corrects the older.

Pure and without a model. `memory.remember` asks it about the few best lexical matches of a
new text: exact copies become a counter, near copies are reported, and a correction (same
subject, changed value) is linked so that recall can put the newer of the two first. Nothing is
hidden on the word of this module, so a wrong link only swaps two neighbours.
`benchmarks/corrections.py` measures the rules again after a change.
"""

import hashlib
import itertools
import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from memory.statements import (
    CONTENT,
    NEGATIONS,
    NUMBER_WORDS,
    VALUES,
    Reading,
    Word,
    read,
    stems,
    word_set,
    words,
)

# Word sets are taken from the two ends of a text, which bounds the work; corrections are told by its opening.
HEAD_CHARACTERS: Final = 6_000
TAIL_CHARACTERS: Final = 2_000
# Jaccard 0.8 is the usual bar for "the same note again"; see compare() for what else must agree.
NEAR_JACCARD: Final = 0.8
# Measured: pairs of corrections share at least this much, and under it links in real histories are noise.
LINK_CONTAINMENT: Final = 0.5
LINK_JACCARD: Final = 0.25
# "Use …", "Never …" also opens many lines of a change log, hence the higher bar.
RULE_CONTAINMENT: Final = 0.6
RULE_JACCARD: Final = 0.4

_FROM_TO: Final = re.compile(r"\bfrom ([^.;,\n]{1,40}?) to ([^;,\n]{1,40}?)(?=[.;,\s]|$)", re.IGNORECASE)
# Verbs whose objects stand side by side: a second one does not put an end to the first.
_ADDITIVE: Final = word_set("own depend contain support includ approv review maintain need requir provid read writ")
_DIMENSIONS: Final = (
    word_set("m second sec minut min hour day week month year quarter sprint millisecond s h d"),
    word_set("b kb mb gb tb kib mib gib byt kilobyt megabyt gigabyt"),
)
SHOWN_CHARACTERS: Final = 40
VALUES_COMPARED: Final = 8
# Values which can only be exchanged, not joined by others of their form.
MEASURED: Final = ("number", "path")
EVERY_FORM: Final = (*MEASURED, "name", "value")
_OPPOSITES: Final = (
    ("enabl", "disabl"), ("on", "off"), ("allow", "forbid"), ("allow", "forbidden"), ("allow", "prohibit"),
    ("requir", "option"), ("mandatori", "option"), ("tru", "fals"), ("public", "privat"), ("open", "clos"),
    ("yes", "no"), ("fine", "never"), ("alway", "never"), ("activ", "inactiv"), ("support", "unsupport"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Likeness:
    """What compare() found; shares are 0..1 of stemmed content words, `reason` is for people."""

    jaccard: float
    containment: float
    score: float
    near_duplicate: bool
    correction: bool
    reason: str


def normal_form(text: str) -> str:
    """Return `text` in NFKC, case-folded, every run of white space one space, ends trimmed."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def text_hash(text: str) -> str:
    """Return the SHA-256 of the normal form in hex: equal for texts that differ only in case or spacing."""
    return hashlib.sha256(normal_form(text).encode("utf-8", "surrogatepass")).hexdigest()


def compare(older: str, newer: str) -> Likeness:
    """Compare two texts of the same project; `older` was remembered first.

    A correction needs a statement on both sides about the same subject, and then a changed value,
    a word of change, a denial, or the same verb with another object.
    """
    if normal_form(older) == normal_form(newer):
        return Likeness(1.0, 1.0, 1.0, near_duplicate=True, correction=False, reason="the same text")
    (before, left), (after, right) = _bag(older), _bag(newer)
    shared = len(left & right)
    jaccard = shared / max(1, len(left | right))
    containment = shared / max(1, min(len(left), len(right)))
    change = _correction(read(older), read(newer))
    near = not change and jaccard >= NEAR_JACCARD and _fixed(before) == _fixed(after)
    return Likeness(
        jaccard=round(jaccard, 3),
        containment=round(containment, 3),
        score=round((jaccard + containment) / 2, 3),
        near_duplicate=near,
        correction=bool(change),
        reason=change or ("nearly the same words" if near else f"{shared} words in common"),
    )


# A new text is compared with several stored ones in a row, and read once.
@lru_cache(maxsize=16)
def _bag(text: str) -> tuple[list[Word], frozenset[str]]:
    """Return the words of `text`, and the stems of those that say something."""
    found = list(words(_sample(text)))
    return found, stems(found)


def _sample(text: str) -> str:
    if len(text) <= HEAD_CHARACTERS + TAIL_CHARACTERS:
        return text
    return text[:HEAD_CHARACTERS] + "\n" + text[-TAIL_CHARACTERS:]


def _fixed(found: Iterable[Word]) -> list[str]:
    """Return what must not differ between near copies: values, names and negations, in order."""
    return [w.stem for w in found if w.kind in VALUES or w.folded in NEGATIONS]


def _correction(older: Reading, newer: Reading) -> str:
    """Return why `newer` corrects `older`, or an empty text."""
    if not (older.states and newer.states and _is_close(older, newer)):
        return ""
    if exchanged := _one_slot(older, newer):
        return f"same statement, {exchanged}"
    if older.subject - newer.stems and newer.subject - older.stems:
        return ""
    change = _changed_value(older, newer) or _said_change(older, newer) or _changed_role(older, newer)
    return f"same subject, {change}" if change else ""


def _is_close(older: Reading, newer: Reading) -> bool:
    """Say whether the texts share enough words to be about one thing; rules ("Use …") must share more."""
    shared, smaller = len(older.stems & newer.stems), min(len(older.stems), len(newer.stems))
    if not shared or shared < min(2, smaller - 1):
        return False
    rule = older.rule or newer.rule
    if shared / smaller < (RULE_CONTAINMENT if rule else LINK_CONTAINMENT):
        return False
    return shared / len(older.stems | newer.stems) >= (RULE_JACCARD if rule else LINK_JACCARD)


def _one_slot(older: Reading, newer: Reading) -> str:
    """Say which word changed, where the first sentences differ in that word alone.

    In front ("Alice owns it", "Bob owns it") any word may change; later on only a name or a value.
    """
    left, right = _sentence(older), _sentence(newer)
    apart = [(a, b) for a, b in zip(left, right, strict=False) if a.stem != b.stem]
    if len(left) != len(right) or len(apart) != 1:
        return ""
    old, new = apart[0]
    if old is left[0]:
        exact = any(w.kind in VALUES and w.folded not in NUMBER_WORDS for w in left[1:])
        return _became(_shown(older, old), _shown(newer, new)) if len(stems(left[1:])) > 1 and not exact else ""
    if older.verb in _ADDITIVE and _form(old) not in MEASURED:
        return ""
    return _became(_shown(older, old), _shown(newer, new)) if old.kind == new.kind and old.kind in VALUES else ""


def _sentence(reading: Reading) -> list[Word]:
    return list(itertools.takewhile(lambda w: w.kind != "end", reading.words))


def _changed_value(older: Reading, newer: Reading) -> str:
    """Say which value changed, where verb or subject show that both texts speak of the same one."""
    same_verb, cue = older.verb == newer.verb, _new_cue(older, newer)
    settled = older.subject == newer.subject and "be" in (older.verb, newer.verb) and len(older.subject) > 1
    if not (same_verb or cue or settled):
        return _swapped(older, newer, MEASURED) if _is_one_topic(older, newer) else ""
    forms = MEASURED if older.verb in _ADDITIVE else EVERY_FORM
    swapped = _swapped(older, newer, forms, loose=bool(cue))
    return swapped and (_from_to(older, newer) or _other_object(older, newer) or swapped)


def _said_change(older: Reading, newer: Reading) -> str:
    """Say by which word the newer text tells of a change, or that one text denies the other."""
    cue = _new_cue(older, newer)
    if cue and older.stems != newer.stems:
        told = f"and the newer text says '{cue}'"
        return _from_to(older, newer) or _other_object(older, newer) or told
    return "and one text denies what the other says" if _is_reversed(older, newer) else ""


def _changed_role(older: Reading, newer: Reading) -> str:
    """Say what stands where something else stood, when neither values nor words of change show it."""
    if _is_displaced(older, newer):
        return "and the newer text names the old answer beside another one"
    if not older.predicate or not newer.predicate or older.verb in _ADDITIVE:
        return ""
    left, right = older.predicate[0], newer.predicate[0]
    if left.kind in VALUES and right.kind in VALUES and left.stem in newer.stems and right.stem not in older.stems:
        return _became(_shown(older, left), _shown(newer, right))
    changed = _other_object(older, newer)
    measured = left.kind != "plain" and _form(left) == _form(right) in MEASURED
    return changed if older.passive or len(older.subject) > 1 or left.stem == right.stem or measured else ""


def _new_cue(older: Reading, newer: Reading) -> str:
    """Return the newer text's word of change, unless the older one has it too."""
    return "" if newer.cue.casefold() in {w.folded for w in older.words} else newer.cue


def _from_to(older: Reading, newer: Reading) -> str:
    """Return the pair which the newer text itself names: "from X to Y", where X was in the older one."""
    match = _FROM_TO.search(newer.head)
    return _became(match[1], match[2]) if match and stems(words(match[1])) & older.stems else ""


def _is_displaced(older: Reading, newer: Reading) -> bool:
    """Say whether the newer text holds every word of the older, yet not as one run: "Redux is out; …"."""
    before, after = (tuple(w.stem for w in r.words if w.kind in CONTENT) for r in (older, newer))
    if len(before) < 3 or not older.stems < newer.stems:
        return False
    return all(after[i : i + len(before)] != before for i in range(len(after)))


def _is_one_topic(older: Reading, newer: Reading) -> bool:
    """Say whether one subject is the other or part of it ("the retry count for webhooks", "webhooks")."""
    smaller, larger = sorted((older.subject, newer.subject), key=len)
    return bool(smaller) and smaller <= larger and len(larger) > 1


def _is_reversed(older: Reading, newer: Reading) -> bool:
    if older.denies != newer.denies:
        return True
    left, right = {w.stem for w in older.words}, {w.stem for w in newer.words}
    gone, come = left - right, right - left
    return any((a in gone and b in come) or (b in gone and a in come) for a, b in _OPPOSITES)


def _swapped(older: Reading, newer: Reading, forms: Collection[str], *, loose: bool = False) -> str:
    """Return "'30 seconds' became '45 seconds'" for the first pair of changed values of these forms."""
    gone = [v for v in older.values if v.stem not in newer.stems][:VALUES_COMPARED]
    come = [v for v in newer.values if v.stem not in older.stems][:VALUES_COMPARED]
    pairs = [(g, c) for g in gone for c in come if _form(g) in forms and _fits(older, g, newer, c)]
    alike = [(g, c) for g, c in pairs if _form(g) == _form(c)]
    chosen = alike or (pairs if loose else [])
    return _became(_shown(older, chosen[0][0]), _shown(newer, chosen[0][1])) if chosen else ""


def _other_object(older: Reading, newer: Reading) -> str:
    """Say what followed the shared subject and verb, and what does now: "is master", "is main; …"."""
    if older.verb != newer.verb or older.subject != newer.subject or not older.predicate or not newer.predicate:
        return ""
    left, right = older.predicate[0], newer.predicate[0]
    if left.stem == right.stem:
        gone = [w for w in older.predicate if w.stem not in newer.stems]
        come = [w for w in newer.predicate if w.stem not in older.stems]
        if not gone or not come:
            return ""
        left, right = gone[0], come[0]
    return _became(_shown(older, left), _shown(newer, right))


def _form(value: Word) -> str:
    """Return number, path (or file, host), name, value or plain."""
    if value.stem in NUMBER_WORDS or value.text[0].isdigit():
        return "number"
    return "path" if any(c in "./\\~" for c in value.text) else value.kind


def _fits(older: Reading, gone: Word, newer: Reading, come: Word) -> bool:
    """Say whether one value can stand in for the other: "3 nodes" cannot become "12 GB"."""
    left, right = _unit(older, gone), _unit(newer, come)
    if not left or not right or left.stem == right.stem:
        return True
    return any(left.stem in dimension and right.stem in dimension for dimension in _DIMENSIONS)


def _unit(reading: Reading, value: Word) -> Word | None:
    """Return the word counted by a number ("30 seconds"), or None for any other value."""
    after = next((w for w in reading.words if w.start >= value.end), None)
    return after if after and after.kind in CONTENT and _form(value) == "number" else None


def _shown(reading: Reading, value: Word) -> str:
    unit = _unit(reading, value)
    return f"{value.text} {unit.text}" if unit else value.text


def _became(left: str, right: str) -> str:
    return f"'{left[:SHOWN_CHARACTERS]}' became '{right[:SHOWN_CHARACTERS]}'"

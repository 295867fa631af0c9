"""Read a short text as a statement: its words, what it is about, its verb, its values.

Pure. `memory.similarity` compares two such readings. There is no grammar here, only word lists
and the order of words: cheap, explainable, and enough to tell "X is 30" from "X is 45". The lists
are English; texts in other scripts are read by their values and by the words they share.
"""

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

# How a text begins tells what it states; the bound keeps the work small for any length.
STATEMENT_CHARACTERS: Final = 600
# The kinds of words which carry content; the others are stop, cue, end and colon.
CONTENT: Final = frozenset(("plain", "value", "name"))
VALUES: Final = frozenset(("value", "name"))
# "name: value" with more words than this is prose after a colon.
SETTING_WORDS: Final = 9
# Chinese, Japanese and Korean run words together, so they are compared by pairs of characters.
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN: Final = re.compile(
    rf"""`(?P<code>[^`\n]{{1,120}})`
    | (?P<cjk>[{_CJK}]+)
    | (?P<word>(?:[~$]?/|~)?[^\W{_CJK}]+(?:['’][^\W{_CJK}]+|[./:@+\\\-]+[^\W{_CJK}]+)*%?)
    | (?P<stop>[.!?;\n](?=\s|$)|\n|[。！？；])
    | (?P<is>[:=])""",
    re.VERBOSE,
)

_PARTICLE = "现在|改为|改成|不再|改用|已经|是|为|は|が|を|に|で|の"
_CJK_PARTS: Final = re.compile(rf"(?P<particle>{_PARTICLE})|(?:(?!{_PARTICLE}).)+", re.DOTALL)


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_STOP: Final = word_set(
    """a about above after again all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further get got had
    has have having he her here hers him his how i if in into is it its itself just let like may me
    might more most must my of off on once only or other our out over own same shall she should so some
    such than that the their them then there these they this those through to too under until up us very
    was we were what when where which while who whom why will with would you your via per"""
)
NEGATIONS: Final = word_set(
    "not no never cannot can't don't doesn't isn't aren't mustn't shouldn't won't without avoid neither nor"
)
# Words by which a text says that something changed. Weighed only together with a shared subject.
_CUES: Final = word_set(
    """now nowadays currently anymore instead formerly previously since replaced replaces replacing
    superseded supersedes moved moves migrated switched switching renamed raised lowered increased
    decreased reduced bumped upgraded downgraded dropped removed deleted retired decommissioned
    deprecated archived gone changed became becomes abandoned reverted split scaled shortened extended
    obsolete longer shut 现在 改为 改成 不再 改用 已经"""
)
_CUE_PHRASES: Final = re.compile(
    r"\b(?:no longer|any more|as of|took over|taken over|instead of|used to be|"
    r"from [^;\n]{1,40}? (?:on|onwards?)\b(?=\s*(?:[.,;]|$))|from [^.;\n]{1,60}? to )",
    re.IGNORECASE,
)
_AUXILIARIES: Final = word_set(
    """is are was were be been being has have had can could may might must should shall will would does do
    did isn't aren't cannot can't mustn't shouldn't won't don't doesn't 是 为"""
)
# Plain verbs which end a subject; a verb missing here counts as part of the subject, in both texts alike.
_VERBS: Final = word_set(
    """use uses used run runs need needs live lives start starts begin begins end ends expire expires keep
    keeps store stores hold holds listen listens own owns maintain maintains support supports require
    requires return returns default defaults contain contains send sends go goes come comes happen
    happens read reads write writes point points time times take takes allow allows accept accepts serve
    serves deploy deploys target targets belong belongs refresh refreshes terminate terminates review
    reviews approve approves handle handles get gets sit sits stay stays reside resides chose decided
    prefer prefers want wants like likes agreed support changes rotate rotates depend depends means
    equals connect connects"""
)
_RULE_STARTS: Final = word_set("always never prefer avoid use keep don't do not only please put call name run write")
# With these a sentence opens which says how things are; lines of a change log rarely do.
_STATEMENT_STARTS: Final = _RULE_STARTS | word_set("the our we i all every each")
# What histories are made of: a line which opens so tells what was done, not how things are.
_LOG_STARTS: Final = word_set(
    """add adds added fix fixes fixed bump bumps bumped remove removes removed update updates updated
    upgrade upgraded released merge merged revert reverts reverted refactor refactored improve improved
    implement implemented introduce introduced clean cleanup ensure rename renamed tweak prepare try
    closes refs drop drops include includes document documented warn better more consistently correctly"""
)
_PRONOUNS: Final = word_set(
    "i we you they he she it our my your i'm i've we've we're you're it's that's this that there"
)
# Whoever ends with a full stop wrote a sentence; subjects of commits have none.
_FULL_STOPS: Final = (".", "。")
# "Decision: we use …", "- rule: …": a label says nothing about the subject.
_LABEL: Final = re.compile(
    r"^(?:[-*#>\s]{0,8})(?:(?:decision|fact|rule|preference|note|policy|convention|update|correction)\s?:\s{1,4})?",
    re.IGNORECASE,
)
# Talk, greetings, conventional commits and code never state a fact.
_NO_STATEMENT: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"(?:user|assistant|human|system):\s",
        r"[a-z][\w'-]{1,24}:\s.*?(?:[!?]|\b(?:i|i'm|i've|i'd|we|you|your|my|me|us)\b)",
        r"(?:hi|hey|hello|thanks|thank you|wow|yes|yeah|ok|okay|sure)\b",
        r"(?:fix|feat|docs?|tests?|ci|chore|build|perf|style|refactor|release|wip)[(:!]",
        r"(?:def |class |async def |@\w|#!|import |from \w[\w.]* import |function |```|[{\[<])",
    )
)
_DETERMINERS: Final = word_set("the a an our your each every this that all of for in")
_PREPOSITIONS: Final = word_set(
    "on in at to for from with by as of into under via over instead than when after before per"
)
_SUBORDINATORS: Final = word_set("that if which when where while because so who")
_PURPOSES: Final = word_set("for as when while")
_REASONS: Final = word_set("after since because instead over than from to with via before")
_PARTICIPLES: Final = word_set(
    "built kept sent run set read written held made put given hidden shown found done chosen split"
)
NUMBER_WORDS: Final = word_set(
    """zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty
    fifty sixty hundred thousand once twice first second third last daily weekly monthly hourly yearly
    every none"""
)
_SAME_VERB: Final = {
    **dict.fromkeys(("call", "titl"), "nam"),
    **dict.fromkeys(("keep", "kept", "live", "liv", "sav", "resid", "held", "hold", "put", "located", "sit"), "stor"),
    **dict.fromkeys(("execut", "start", "launch", "begin"), "run"),
    **dict.fromkeys(("compil", "bundl"), "build"),
    **dict.fromkeys(("built",), "build"),
}
_ENDINGS: Final = (("ations", 4), ("ation", 3), ("ment", 4), ("ing", 3), ("ion", 4), ("ed", 3), ("ly", 4))


@dataclass(frozen=True, slots=True)
class Word:
    """One word: as written, case-folded, its stem, and its kind.

    Kinds: plain, value (number, path, code), name, stop, cue (of change), end (of a sentence), colon.
    `start` and `end` are character positions in the text.
    """

    text: str
    folded: str
    stem: str
    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What the opening of a text says.

    `subject`, `verb` ("be" for a bare copula, "" for unknown) and `predicate` come from the first
    sentence, the rest from the whole opening. `states` is False for talk, code and log lines.
    """

    head: str
    words: tuple[Word, ...]
    stems: frozenset[str]
    subject: frozenset[str]
    verb: str
    passive: bool
    predicate: tuple[Word, ...]
    values: tuple[Word, ...]
    denies: bool
    cue: str
    rule: bool
    states: bool


# A new text is compared with ten stored ones in a row, and read once.
@lru_cache(maxsize=16)
def read(text: str) -> Reading:
    """Read the first STATEMENT_CHARACTERS of `text`."""
    head = _LABEL.sub("", text[: 2 * STATEMENT_CHARACTERS].strip())[:STATEMENT_CHARACTERS]
    found = tuple(words(head))
    first = _first_sentence(found)
    subject, verb, passive, predicate = _frame(first)
    phrase = _CUE_PHRASES.search(head)
    cue = next((w.text for w in found if w.kind == "cue"), phrase.group() if phrase else "")
    return Reading(
        head=head,
        words=found,
        stems=stems(found),
        subject=subject,
        verb=_SAME_VERB.get(verb, verb),
        passive=passive,
        predicate=predicate,
        values=tuple(w for w in found if w.kind in VALUES),
        denies=any(w.folded in NEGATIONS for w in found),
        cue=" ".join(phrase.group().split()) if phrase and cue == "longer" else " ".join(cue.split()),
        rule=bool(first) and first[0].folded in _RULE_STARTS,
        states=_states(head, first),
    )


def words(text: str) -> Iterator[Word]:
    """Yield the words of `text` in order, with their kinds; one pass, linear."""
    fresh = True
    for match in _TOKEN.finditer(text):
        group = match.lastgroup or ""
        raw, start, end = match[group], match.start(), match.end()
        if group == "cjk":
            yield from _pairs(raw, start)
        elif group in ("stop", "is"):
            yield Word(raw, raw, raw, "end" if group == "stop" else "colon", start, end)
        else:
            folded = raw.casefold().replace("’", "'")
            kind = "value" if group == "code" else _kind(raw, folded, fresh=fresh)
            yield Word(raw, folded, stem(folded), kind, start, end)
        fresh = group == "stop"


def stems(found: Iterable[Word], kinds: Collection[str] = CONTENT) -> frozenset[str]:
    """Return the stems of the words of these kinds."""
    return frozenset(w.stem for w in found if w.kind in kinds)


def stem(word: str) -> str:
    """Return a case-folded word without its common English endings ("migrations" and "migrate" meet).

    Cruder than Porter's, and enough here: both texts are cut alike.
    """
    word = word.removesuffix("'s")
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending, keep in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= keep:
            word = word.removesuffix(ending)
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    if len(word) > 3 and word[-1] in "ey":
        word = word[:-1] + ("i" if word[-1] == "y" else "")
    return word[:-2] if word.endswith("at") and len(word) > 5 else word


def _pairs(run: str, start: int) -> Iterator[Word]:
    """Yield a CJK run as overlapping pairs of characters, parted at particles and at words of change."""
    for part in _CJK_PARTS.finditer(run):
        at, piece = start + part.start(), part.group()
        if part.lastgroup:
            yield Word(piece, piece, piece, "cue" if piece in _CUES else "stop", at, at + len(piece))
            continue
        for i in range(max(1, len(piece) - 1)):
            pair = piece[i : i + 2]
            yield Word(pair, pair, pair, "plain", at + i, at + i + len(pair))


def _kind(raw: str, folded: str, *, fresh: bool) -> str:
    """Return what a word is; `fresh` says that it opens a sentence, where a capital means nothing."""
    if folded in _CUES:
        return "cue"
    if folded in NEGATIONS or (folded in _STOP and not (raw.isupper() and len(raw) > 1)):
        return "stop"
    if folded in NUMBER_WORDS or any(c.isdigit() or c in "/_@\\~$" for c in raw):
        return "value"
    if any(c in ".:" or c.isupper() for c in raw[1:]):
        return "name"
    return "name" if raw[0].isupper() and not fresh else "plain"


def _first_sentence(found: Iterable[Word]) -> list[Word]:
    begun = itertools.dropwhile(lambda w: w.kind == "end", found)
    return list(itertools.takewhile(lambda w: w.kind != "end", begun))


def _states(head: str, first: Sequence[Word]) -> bool:
    """Say whether a text states how things are: not talk, not code, not a line of a change log."""
    if not first or head.endswith("?") or any(pattern.match(head) for pattern in _NO_STATEMENT):
        return False
    main = list(itertools.takewhile(lambda w: w.folded not in _SUBORDINATORS, first[1:]))
    if first[0].folded in _LOG_STARTS:
        return any(w.folded in _AUXILIARIES for w in main)
    if (
        first[0].folded in _STATEMENT_STARTS
        or first[0].kind == "cue"
        or _is_setting(first)
        or head.endswith(_FULL_STOPS)
        or _CUE_PHRASES.search(head)
    ):
        return True
    if any(w.folded in _AUXILIARIES or w.folded in _VERBS or w.kind == "cue" for w in main):
        return True
    return any(not w.folded.isascii() and w.folded[0].isalpha() for w in first)


def _is_setting(first: Sequence[Word]) -> bool:
    """Say whether a text is of the form "name: value" or NAME=value, and no longer than that."""
    at = next((i for i, w in enumerate(first) if w.kind == "colon"), 0)
    return 0 < at < len(first) <= SETTING_WORDS and any(w.kind in VALUES for w in first[at:])


def _frame(first: Sequence[Word]) -> tuple[frozenset[str], str, bool, tuple[Word, ...]]:
    """Return subject stems, verb stem, whether the verb is a copula or passive, and what follows it."""
    at, known = _verb_at(first)
    before = [w for w in first[:at] if w.folded not in _PRONOUNS]
    subject = stems(before, ("plain", "name")) or stems(before, ("value",))
    verb, auxiliary = "", False
    while known and at < len(first):
        word = first[at]
        if word.folded in _AUXILIARIES or word.kind == "colon":
            auxiliary = True
        elif word.kind == "plain" and (not auxiliary or word.folded in _VERBS or _is_participle(word.folded)):
            verb, at = word.stem, at + 1
            break
        elif word.kind not in ("cue", "stop"):
            break
        at += 1
    rest = first[at:]
    if not subject:
        bare = verb and rest and rest[0].folded in _PREPOSITIONS
        subject = frozenset((verb,)) if bare else _purpose(rest)
    return (
        subject,
        verb or ("be" if auxiliary else ""),
        auxiliary,
        tuple(w for w in rest if w.kind in CONTENT),
    )


def _verb_at(first: Sequence[Word]) -> tuple[int, bool]:
    """Return where the subject ends, and whether a known verb ends it; else it is cut after two words."""
    if first and (first[0].folded in _RULE_STARTS or first[0].kind == "cue"):
        return 0, True
    for before, (i, word) in zip(first, enumerate(first[1:], 1), strict=False):
        changed = word.kind == "cue" and word.folded.endswith("ed")
        if word.folded in _AUXILIARIES or word.kind == "colon" or changed:
            return i, True
        if word.folded in _VERBS and before.folded not in _DETERMINERS:
            return i, True
    for i, word in enumerate(first[2:-1], 2):
        if _looks_like_verb(word, first[i - 1], first[i + 1]):
            return i, True
    ends = (i for i, w in enumerate(first) if i and (w.kind == "value" or w.folded in _PREPOSITIONS))
    return next(ends, min(2, len(first))), False


def _looks_like_verb(word: Word, before: Word, after: Word) -> bool:
    """Guess an unlisted verb: a plain word on -s between a noun and what it governs ("binds to")."""
    if word.kind != "plain" or not word.folded.endswith("s") or before.kind not in CONTENT:
        return False
    return before.kind != "value" and (after.kind in VALUES or after.folded in _PREPOSITIONS | _DETERMINERS)


def _purpose(rest: Sequence[Word]) -> frozenset[str]:
    """Return what "use X for Y" and "we chose X as Y" are about: Y, or X where nothing follows."""
    at = next((i for i, w in enumerate(rest) if i and w.folded in _PURPOSES), None)
    if at is not None:
        purpose = itertools.takewhile(lambda w: w.folded not in _REASONS, rest[at:])
        return stems(purpose, ("plain", "name")) or stems(rest[:at])
    cut = next((i for i, w in enumerate(rest) if i and w.folded in _PREPOSITIONS), len(rest))
    return stems(rest[:cut])


def _is_participle(folded: str) -> bool:
    return folded.endswith("ed") or folded in _PARTICIPLES

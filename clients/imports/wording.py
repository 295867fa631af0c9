"""The words of an imported line: without markup, of which kind, and whether they can stand alone. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

# A bullet shorter than this is a label ("TypeScript", "Use pnpm"): its heading says what it is about.
ALONE_WORDS = 5
MAX_TAG_CHARS = 40
# What a longer heading has in brackets is left out.
MAX_HEADING_CHARS = 60

# Every repetition has a bound, so that no text takes more than a time that grows with its length.
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)(.{1,400}?)(?<!`)\1(?!`)")
_MARKUP = (
    (re.compile(r"!\[[^\]]{0,300}\](?:\([^)]{0,500}\)|\[[^\]]{0,300}\])"), ""),
    (re.compile(r"\[([^\]]{1,300})\]\((?:#[^)]{0,300}|<>)?\)"), r"\1"),
    (re.compile(r"\[([^\]]{1,300})\]\(<?\1>?\)"), r"\1"),
    (re.compile(r"\[([^\]]{1,300})\]\(<?([^)\s>]{1,500})>?(?:\s+[\"'][^)]{0,300})?\)"), r"\1 (\2)"),
    (re.compile(r"<(https?://[^>\s]{1,500})>"), r"\1"),
    (
        re.compile(r"</?(?:a|b|br|code|details|div|em|h[1-6]|i|img|kbd|p|span|strong|summary|u)\b[^>]{0,300}>", re.I),
        " ",
    ),
    # Struck out: no longer so.
    (re.compile(r"~~(?=\S).{1,400}?~~"), ""),
    # Not the stars of a glob: `src/**/*.ts` has them beside slashes and dots.
    (re.compile(r"(?<![\w*/.])\*{2,3}(?=[^\s*])(.{1,400}?)(?<=[^\s*/])\*{2,3}(?![\w*/])"), r"\1"),
    (re.compile(r"(?<![\w*/.])\*(?=[^\s*./])([^*]{1,300}?)(?<=[^\s*/])\*(?![\w*/.])"), r"\1"),
    (re.compile(r"(?<!\w)__(?=\S)([^_]{0,200} [^_]{0,200})(?<=\S)__(?!\w)"), r"\1"),
    (re.compile(r"(?<!\w)_(?=\S)([^_]{1,300})(?<=\S)_(?!\w)"), r"\1"),
    (re.compile(r"\\([*_\[\]<>#|~])"), r"\1"),
)
_HELD = re.compile("\ue000(\\d+)\ue001")

_DECISION = re.compile(
    r"\b(?:we|i|team)(?:'ve| have)? (?:finally )?(?:decided|chose|chosen|agreed|settled|opted|picked|went with)\b"
    r"|\b(?:it was|was|were) decided\b|^decision\b|\bdecided (?:on|to|against)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(r"\b(?:prefer|prefers|preferred|preference|rather than|would rather|favou?r)\b", re.IGNORECASE)
_BINDING = re.compile(
    r"\b(?:always|never|must|mustn't|should|shouldn't|shall|do not|don't|don’t|cannot|required to|not allowed|forbidden"
    r"|prohibited|mandatory|^no(?= \w)|under no circumstances|make sure|be sure)\b",
    re.IGNORECASE,
)
_STRICT = re.compile(r"\b(?:always|never|must)\b", re.IGNORECASE)
_IMPERATIVES = frozenset(
    """accept adapt add adhere adjust aim allow annotate answer append apply ask assert assume attach avoid await batch
    be begin bump catch choose clarify clean close collect commit compare compose confirm consider consult convert copy
    create cover declare default define delegate delete describe disable discuss display dispose do document don't drop
    edit embed emit enable encapsulate end enforce ensure escape exclude execute expect explain export expose extend
    extract fail favor favour fetch fill find fix follow forbid generate get give go group guard handle have hide
    identify ignore implement import include inform inject inline insert inspect install introduce invoke isolate keep
    leave let limit list load look maintain make mark match measure memoize mention merge migrate minimise minimize mock
    modify move name narrow never nest note obtain omit only open optimise optimize pass pick pin place plan please
    prefix preserve prevent probe process produce propagate protect provide publish pull push put raise read record
    refactor refer register reject rely remember remove rename render reopen repeat replace report request require
    reset resolve respect respond restart restrict return reuse review rewrite run sanitise sanitize save search see
    select send separate set shorten show simplify skip sort split squash start stay stick stop store strive structure
    submit summarise summarize suggest support suppress surface switch tell throw treat try turn understand update
    upgrade use validate verify wait watch wrap write""".split()
)
# Nouns as often as verbs: "Test the error path" and "Test files live in tests/".
_NOUNS_TOO = frozenset(
    "branch build cache check comment debug deploy format lint log order query release sign tag test type".split()
)
_AFTER_VERB = frozenset(
    """a all and any at before both changes each either every everything for if in it new on only that the their them
    these this through what whether with your""".split()
)
_HAPPENS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|lives?|goes|go|uses|runs|comes?|contains?|belongs?|stays?|takes|needs|means|sits?)\b"
)
_FIRST_WORDS = re.compile(r"[^\w'’]*([\w'’-]+)(?:[^\w'’`]+([\w'’-]+))?")
# A row of a table as `blocks.py` writes it.
_ROW = re.compile(r"[^:;]{1,40}: [^;]*; [^:;]{1,40}: ")
_LABEL = re.compile(r"[^:.`]{1,60}:\s+")
_POINTING = frozenset(
    """above again also and as but each either else his however it its otherwise same she such that their
    them then there these they this those which""".split()
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+")
_OPENING_CODE = re.compile(r"[^\w]*`")
# Under such a heading a bullet means something else, or holds only at times, than where it stands alone.
_TURNING = re.compile(
    r"\b(?:do not|don'?t|don’t|never|not|no|avoid|bad|wrong|incorrect|forbidden|prohibited|anti-?patterns?"
    r"|deprecated|legacy|without|except|exceptions?|unless|todo|ideas?|future|planned|proposed|known issues?"
    r"|pitfalls?|gotchas?)\b|[❌🚫⛔✗✘]|^(?:when|if|for|before|after|while|during|in|on|only|under|as)\b",
    re.IGNORECASE,
)
_EMPTY_HEADINGS = frozenset(
    """about additional_notes agents ai_instructions auto_memory basics claude conventions copilot_instructions crush
    gemini general general_guidelines general_rules guidelines important important_notes information instructions
    key_points main memory memory_index misc miscellaneous must_follow note notes other overview principles project
    project_guidelines project_instructions project_memory project_overview project_rules quick_reference qwen remember
    repository_guidelines requirements rules summary""".split()
)


def plain(text: str) -> str:
    """One line of Markdown without markup; code keeps its backticks, links keep where they lead."""
    held: list[str] = []

    def hold(found: re.Match[str]) -> str:
        held.append(found[0])
        return f"\ue000{len(held) - 1}\ue001"

    text = _CODE.sub(hold, _HELD.sub("", text))
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return " ".join(_HELD.sub(lambda found: held[int(found[1])], text).split())


def kind_of(text: str, context: str = "") -> str:
    """The kind of memory that `text` makes, told by its words: decision, preference, rule, else fact.

    `context`: the headings above it; a fact below "Never" is a rule.
    """
    if _DECISION.search(text):
        return "decision"
    if _PREFERENCE.search(text) and not _STRICT.search(text):
        return "preference"
    return "rule" if _BINDING.search(text) or _is_imperative(text) or _BINDING.search(context) else "fact"


def _is_imperative(text: str) -> bool:
    if _ROW.match(text):
        return False
    label = _LABEL.match(text)
    if label is None:
        return _opens_with_verb(text)
    # "Build: `make build`" is a label; "Use these ports: 80, 443" is not.
    return _first_words(text)[0] in _IMPERATIVES or _opens_with_verb(text[label.end() :])


def _opens_with_verb(text: str) -> bool:
    first, second = _first_words(text)
    if first in _NOUNS_TOO:
        return second in _AFTER_VERB or not _HAPPENS.search(text)
    return first in _IMPERATIVES


def _first_words(text: str) -> tuple[str, str]:
    """The first two words in lower case; blank where there are none, or where code comes first."""
    found = _FIRST_WORDS.match(text)
    if found is None or _OPENING_CODE.match(text):
        return "", ""
    return found[1].casefold().replace("’", "'"), (found[2] or "").casefold()


def stands_alone(text: str) -> bool:
    """Whether `text` says by itself what it is about."""
    words = text.split()
    count = len(words) + len(_CJK.findall(text)) // 2
    first = _FIRST_WORDS.match(text)
    if count < ALONE_WORDS or first is None or _OPENING_CODE.match(text):
        return False
    return first[1].casefold() not in _POINTING and not first[1][0].islower()


def turns_meaning(heading: str) -> bool:
    """Whether what stands under `heading` must not be read without it: "Don't", "When writing migrations"."""
    return bool(_TURNING.search(heading))


def says_something(heading: str) -> bool:
    """False for headings that only say that something follows, and for the names of files."""
    words = re.sub(r"[^\w]+", "_", heading.casefold()).strip("_")
    return bool(words) and words not in _EMPTY_HEADINGS and not re.fullmatch(r"[\w.-]+\.mdc?", heading, re.IGNORECASE)


def heading_text(text: str) -> str:
    """A heading without markup, number and colon."""
    name = re.sub(r"^(?:\d+(?:\.\d+)*[.)]?|[IVX]+\.)\s+", "", plain(text)).strip().rstrip(":：").strip()
    return name if len(name) <= MAX_HEADING_CHARS else re.sub(r"\s*\([^)]*\)", "", name)


def tag_of(heading: str) -> str:
    """A heading as a tag: `unit-tests`; blank if it is too long for one."""
    tag = re.sub(r"[^\w]+", "-", heading.casefold()).strip("-_")
    return tag if len(tag) <= MAX_TAG_CHARS else ""


def last_sentence(text: str) -> str:
    return _SENTENCE_END.split(text)[-1]


def sentences(text: str, limit: int) -> list[str]:
    """`text` in pieces of at most `limit` characters, cut behind sentences where there are any."""
    pieces: list[str] = []
    for sentence in _cut(_SENTENCE_END.split(text), limit):
        if pieces and len(pieces[-1]) + 1 + len(sentence) <= limit:
            pieces[-1] += " " + sentence
        else:
            pieces.append(sentence)
    return pieces


def _cut(parts: Sequence[str], limit: int) -> list[str]:
    return [part[i : i + limit] for part in parts for i in range(0, len(part), limit)]

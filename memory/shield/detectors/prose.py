"""Secrets in sentences: "the prod password is hunter2!X", "I pasted the key … into", "use … as the password".

Called by `assignments.py` when a name is followed by no sign of assignment.  Pure.
"""

import re

from memory.shield.detector import Page, Span
from memory.shield.detectors.names import PASSWORD, SECRET, kind_of
from memory.shield.entropy import is_uuid
from memory.shield.values import is_loose_secret, is_password, is_prose_password, is_prose_secret

_QUALIFIER = r"(?:[^\S\n]{1,2}\([^()\n]{1,40}\))?(?:[^\S\n]{1,2}(?:for|of|to|on|in|at|from|für)(?:[^\S\n]{1,2}[\w.@/'’#-]{1,40}){1,6}?)?"
_VERB = r"(?:[^\S\n]{0,2}(?:[:=]|->|→|=>)|[^\S\n]{1,2}(?:is|was|are|be|to|ist|war|es|est|è|é|becomes|should be|will be|set to|changed to|reset to|equals|(?:has|had)[ ](?:been[ ])?(?:set|changed|reset|rotated)[ ]to))"
_FILL = r"(?:[^\S\n]{1,2}(?:now|still|currently|just|actually|set to|changed to|reset to|the following|either))?:?"
_STATED = re.compile(
    rf"[*_`\"')]{{0,3}}(?:'s|’s)?{_QUALIFIER}(?:{_VERB}{_FILL}|(?<=')s|[^\S\n]{{1,2}}(?:set|changed|rotated|reset|updated)[^\S\n]to)[^\S\n]{{1,3}}(?P<q>[\"'`*“‘«]{{0,3}})(?P<s>[^\s\"`“”‘’«»]{{4,400}})",
    re.I,
)
_QUOTED_NEXT = re.compile(r"[\"')]{0,2}[^\S\n]{1,3}(?P<q>[\"'`])(?P<s>[^\s\"'`]{4,400})(?P=q)")
_WORD_NEXT = re.compile(r"[^\S\n]{1,3}(?P<s>[^\s\"'`<>()]{6,400})")
_NAMED = re.compile(r"\b(?:login|machine|user|username|wifi)\s")
_LOGIN = re.compile(r"\blogin\s{1,4}\S{1,80}\s{1,80}$")
_CHANGED = re.compile(
    r"[^\n]{0,40}?\bfrom[^\S\n][\"'`]?(?P<a>[^\s\"'`]{4,100})[\"'`]?[^\S\n]to[^\S\n][\"'`]?(?P<b>[^\s\"'`]{4,100})"
)
_LOOSE = re.compile(
    r"[*_`\"':;,(\[]{0,3}(?:[^\S\n]{1,3}[A-Za-z]{1,12}[,:]?){0,3}[^\S\n]{1,3}[\"'`(\[*]{0,2}(?P<s>[A-Za-z0-9+/=_.~-]{16,400}+)"
)
_VERBS = re.compile(r" (?:is|as|was|for) ")
_REVERSE = re.compile(
    r"(?:^|[\s(\"'`])(?P<s>[^\s\"'`(]{6,200})[\"'`]?[^\S\n](?:is|as|was|(?P<use>for))[^\S\n](?:(?:the|our|my|its|a|new|old|prod|production|staging|root|admin|db|database"
    r"|[\w-]{2,14})[^\S\n]){0,4}$",
    re.I,
)
_CREDENTIAL_PAIR = re.compile(
    r"(?:logins?|creds?|credentials?)(?:[^\S\n](?:is|are|as|with|in[^\S\n]as))?[:=]?[^\S\n][\"'`]?[\w.@-]{2,40}[\"'`]?[^\S\n]?[/:|][^\S\n]?[\"'`]?(?P<s>[^\s\"'`]{6,120})",
    re.I,
)
# "密码是 X": no space is needed around the verb.
_STATED_CJK = re.compile(r"[^\S\n]?(?:是|为|為|は|：|:)[^\S\n]{0,2}[\"'`「]?(?P<s>[!-~]{6,100})")
_LOGGED_IN = re.compile(
    r"(?:log|logged|sign|signed) ?in as \S{1,40} with (?:the )?(?:password )?[\"'`]?(?P<s>[^\s\"'`]{6,100})", re.I
)
_IDENTIFIED_BY = re.compile(r"identified (?:with \S{1,40} )?by (?:password )?\\?[\"'](?P<s>[^\"'\s\\]{3,200})", re.I)
_MNEMONIC = re.compile(
    r"[\"'*`]{0,3}(?:[^\S\n]{0,3}(?:is|was|[:=]|->)){1,2}\s{0,4}[\"'`]?(?P<s>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23}+)(?![\w ])"
)


def find(page: Page, start: int, end: int, strength: str) -> list[Span]:
    """Find what the sentence around the name `start` … `end` says the secret is."""
    name = page.text[start:end]
    if "." in name or len(name) > 40:
        return []
    changed = _CHANGED.match(page.text, end) if strength == PASSWORD and " from " in page.text[end : end + 50] else None
    if changed and all(_accept(strength, _clean(changed[group]), quoted=False) for group in "ab"):
        kind = kind_of(name, strength)
        return [(changed.start(group), changed.start(group) + len(_clean(changed[group])), kind) for group in "ab"]
    for form in (_stated, _next, _loose, _before):
        span = form(page, start, end, strength)
        if span is not None:
            return [(*span, kind_of(name, strength))]
    return []


def logged_in(page: Page, position: int) -> list[Span]:
    """`log in as admin with hunter2!X`."""
    match = _LOGGED_IN.match(page.text, position)
    return _typed(match) if match else []


def stated_in_cjk(page: Page, end: int) -> list[Span]:
    """`密码是 hunter2!X`, behind the name that ends at `end`."""
    match = _STATED_CJK.match(page.text, end)
    return _typed(match) if match else []


def _typed(match: re.Match[str]) -> list[Span]:
    """The value of `match` as a password, if it looks like one that somebody typed."""
    value = _clean(match["s"])
    if not is_prose_password(value, quoted=False):
        return []
    return [(match.start("s"), match.start("s") + len(value), "password")]


def _clean(value: str) -> str:
    """Drop the punctuation of the sentence behind a value."""
    return value.rstrip("*_").rstrip(".,;:)'’]").rstrip("*") if value[-1:] in "*_.,;:)'’]" else value


def _accept(strength: str, value: str, *, quoted: bool) -> bool:
    if strength == PASSWORD:
        return is_prose_password(value, quoted=quoted)
    return strength == SECRET and is_prose_secret(value, quoted=quoted)


def _stated(page: Page, start: int, end: int, strength: str) -> tuple[int, int] | None:
    match = _STATED.match(page.text, end)
    if match is None:
        return None
    value = _clean(match["s"])
    at = match.start("s")
    if is_uuid(value) and (":" in page.text[end:at] or "=" in page.text[end:at]):
        return None  # An assignment, and judged as one already.
    quoted = bool(match["q"]) and page.folded[start:end] != "pass"
    return (at, at + len(value)) if value and _accept(strength, value, quoted=quoted) else None


def _next(page: Page, start: int, end: int, strength: str) -> tuple[int, int] | None:
    """`PASSWORD 'x'` in SQL; `password x` in netrc, in `user x password y`, in router and nmcli lines."""
    if strength != PASSWORD or (
        page.folded[start:end] == "pass" and not _NAMED.search(page.folded, max(0, start - 120), start)
    ):
        return None
    text = page.text
    quoted = _QUOTED_NEXT.match(text, end)
    if quoted and _accept(strength, quoted["s"], quoted=True):
        return quoted.span("s")
    bare = _WORD_NEXT.match(text, end)
    if bare is None:
        return None
    value = _clean(bare["s"])
    netrc = _LOGIN.search(page.folded[max(0, start - 120) : start]) is not None
    good = bool(value) and is_prose_password(value, quoted=netrc)
    return (bare.start("s"), bare.start("s") + len(value)) if good else None


def _loose(page: Page, start: int, end: int, strength: str) -> tuple[int, int] | None:
    """A random run at most three words behind the name."""
    match = _LOOSE.match(page.text, end)
    if match is None:
        return None
    value = match["s"].rstrip(".-")
    return (match.start("s"), match.start("s") + len(value)) if is_loose_secret(value) else None


def _before(page: Page, start: int, end: int, strength: str) -> tuple[int, int] | None:
    """`X is the root password`, `X as password`."""
    low = max(0, start - 260)
    text = page.text[low:start]
    text = text[text.rfind("\n") + 1 :]
    if strength not in (PASSWORD, SECRET) or _VERBS.search(text) is None:
        return None
    match = _REVERSE.search(text)
    if match is None:
        return None
    if match["use"] and not re.search(r"\bus(?:es?|ed|ing)[^\S\n][\"'`]?$", text[: match.start("s")]):
        return None
    value = _clean(match["s"])
    at = start - len(text) + match.start("s")
    good = is_prose_password(value, quoted=False) if strength == PASSWORD else is_loose_secret(value)
    return (at, at + len(value)) if value and good else None


def credential_pair(page: Page, position: int) -> list[Span]:
    """Find the password in "login: admin / hunter2!X" and "credentials are admin:hunter2!X"."""
    match = _CREDENTIAL_PAIR.match(page.text, position)
    value = _clean(match["s"]) if match else ""
    if match is None or not is_prose_password(value, quoted=False):
        return []
    return [(match.start("s"), match.start("s") + len(value), "password")]


def identified_by(page: Page, position: int) -> list[Span]:
    """Find the password in SQL's `IDENTIFIED BY '…'`."""
    match = _IDENTIFIED_BY.match(page.text, position)
    if match is None or not is_password(match["s"], quoted=True, plain=True):
        return []
    return [(*match.span("s"), "password")]


def mnemonic(page: Page, position: int) -> list[Span]:
    """Find the twelve to twenty-four words behind "mnemonic" or "seed phrase"."""
    end = position
    while end < len(page.text) and page.text[end] not in ":=\n\"'" and end < position + 24:
        end += 1
    match = _MNEMONIC.match(page.text, end)
    return [(*match.span("s"), "seed_phrase")] if match else []

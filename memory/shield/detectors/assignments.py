"""Secrets that go by a name: `DB_PASSWORD=…`, `"apiKey": "…"`, `<password>…</password>`, `--token …`, `- name: X`.

Called through `detectors/__init__.py`, at every word such as "passw", "token", "key".  Pure.  The name decides how
much the value has to prove (`names.py`), the value tests are in `values.py`, sentences in `prose.py`.
"""

import re

from memory.shield.detector import Page, Span
from memory.shield.detectors import prose
from memory.shield.detectors.names import NOTHING, PASSWORD, SECRET, kind_of, promise
from memory.shield.entropy import is_random, is_uuid
from memory.shield.values import MARK_START, is_password, is_prose_password, is_secret, is_strong_secret

WORDS = (
    *("pass", "secret", "token", "key", "cred", "auth", "kennwort"),
    *("senha", "wachtwoord", "pw", "seed", "salt", "sas", "psk", "pat=", "pat:", "_pat", "pat_"),
)
FOREIGN = ("contraseña", "mot de passe", "parola d'ordine", "hasło", "пароль", "密码", "パスワード")
KINDS = (
    "password",
    "secret",
    "token",
    "api_key",
    "aws_secret_key",
    "twilio_token",
    "datadog_key",
    "azure_key",
    "otp_seed",
)

_NAME_CHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"
_NAME_LONGEST = 64
# What stands behind a name in a sentence.
_SENTENCE = frozenset(("", *" \t'\"`*_):;,([]’-→"))
# A UUID in one of these is a key; in `request_token`, `change_token`, … it is an id.
_UUID_NAMES = re.compile(r"api|access|auth|refresh|secret|private|bearer|credential|account|license|licence", re.I)
# Words that count test results as often as they announce a password.
_SHORT_NAMES = ("pass", "pw", "logins")
_NAME_END = re.compile(r"[\w.-]{0,64}+")
# Between the name and its value.  Group `sep` tells which form it is.
_LINK = re.compile(
    r"(?P<close>\\{0,3}[\"'`*_\])]{0,4})(?:[^\S\n]?\([^()\n]{1,40}\))?[^\S\n]{0,40}(?:\[\d{1,2}\])?"
    r"(?::\s?(?:Final|Optional\[)?\s?(?:str|string|String|SecretStr|bytes)\]?(?:\s\|\sNone)?[^\S\n]{0,8}(?==))?"
    r"(?P<sep>=>|:=|\?=|\+=|->|=(?![=~>])|:(?![:=])|,(?=\s?[\"'])|\((?=[\"'])|\|(?!\|)|/?>|[\"']?[ ]value[ ]?=|%3D)"
    r"[*_]{0,2}[^\S\n]{0,60}",
    re.I,
)
_BLOCK = re.compile(r"[|>][-+]?[^\S\n]{0,4}\n[^\S\n]{1,40}")
_NEXT_LINE = re.compile(r"(?:[ \t]{0,20}\r?\n){1,3}[ \t]{0,40}(?P<bare>[^\s]{8,300})[ \t]{0,20}(?=\r?\n|$)")
_NAME_VALUE = re.compile(
    r"[\"']?\s{0,4}[,/]?\s{0,60}[\"']?(?:value|default|val|defaultValue)[\"']?\s{0,4}[:=>]\s{0,4}(?P<q>\\{0,3}[\"']?)(?P<s>[^\s\"'<>,}]{4,2000}+)",
    re.I,
)
_NAMED = re.compile(r"(?:name|key|property|variable|setting|id)[\"']?\s{0,3}[:=>]\s{0,3}\\{0,3}[\"']?$", re.I)
_WRAP = re.compile(
    r"(?:(?:new |await )?(?:SecretStr|Secret|str|bytes|String|Some|quote|base64|Password|b64decode|(?:os\.)?(?:environ\.get|getenv)|env|config|ENV\.fetch|variable)"
    r"\((?:[\"'][\w.-]{1,80}[\"'],\s?(?:default=|cast=str,\s?default=)?)?|(?:process\.env\.\w{1,60}|os\.environ\[[^\]]{1,60}\]|ENV\[[^\]]{1,60}\]|os\.getenv\([^)]{1,60}\))\s?(?:\|\||\?\?|or\s)\s?|\$\{\w{1,60}:-)"
)
_QUOTED = re.compile(
    r"(?:[bfruBFRU@$]{0,2})(?P<q>\\{0,3}(?:\"{3}|'{3}|[\"'`]))(?P<s>(?:(?!\\{0,3}[\"'`\n]).|(?!(?P=q))\\?[\"'`]|\\[^\"'`\n]){1,4096}+)"
)
_BARE = re.compile(r"[^\s\"'`<>]{1,4096}+")
_SHORT_BARE = re.compile(r"[^\s\"'`<>]{1,512}+(?![^\s\"'`<>])")
_QUOTED_TAIL = re.compile(r"[^\S\n]{0,4}(?:->|=>|→)[^\S\n]{0,4}[\"'](?P<s>[^\"'\n]{4,1000})[\"']")
_CUT = re.compile(r"[&;,|]+(?=[A-Za-z][\w.\"'-]{1,40}[=:]|$)|[)\]};,.]+$|\\[nrt]|\\?u0026|%26|%20")
_ENV_START = re.compile(
    r"(?:^|[\n;&|]|\b(?:export|set|setx|ENV|ARG|-e|--env|env|sudo|then|do)\s|\$env:|[+>$#-]|\s{4,})[^\S\n]{0,40}$"
)
_FLAG = re.compile(r"(?:^|[\s\"'\[(,=])--?[\w.-]{0,40}$")
_FLAG_VALUE = re.compile(r"[\"']?,?[ =][ ]{0,3}(?P<q>\\?[\"']?)(?P<s>[^\s\"'`<>|;&]{3,2000}+)")


def find(page: Page, position: int) -> list[Span]:
    """Find the secret that goes by the name around `position`."""
    if position < page.names_end:
        return []
    text = page.text
    before = text[max(0, position - _NAME_LONGEST) : position]
    start = position - (len(before) - len(before.rstrip(_NAME_CHARS)))
    end = _NAME_END.match(text, position).end()  # type: ignore[union-attr]  # matches the empty string too
    end = max(end, position + 1)
    page.names_end = end
    name = text[start:end].rstrip(".-")
    end = start + len(name)
    if _is_path(text, start) or _is_read(page, end):
        return []
    strength = promise(_owner(text, start) + name if name.casefold() in ("key", "keys", "token") else name)
    if not strength or (MARK_START in text[max(0, start - 10) : start + 1] and "]" in text[end : end + 40]):
        return []
    for form in (_named_value, _flag, _assigned):
        span = form(page, start, end, strength)
        if span:
            return span
    return prose.find(page, start, end, strength) if text[end : end + 1] in _SENTENCE else []


def _is_read(page: Page, end: int) -> bool:
    """Tell whether the value behind the name stands in a long run that has been read and was no secret."""
    return (
        end < page.long_values_end
        and page.text[end] == "="
        and page.text[end + 1 : end + 2] not in ("'", '"', "`", "\\")
    )


def _is_path(text: str, start: int) -> bool:
    """Tell whether the name is a part of `arn:…:secret:`, of `AWS::IAM::AccessKey` or of a group in a pattern."""
    if text[start - 1 : start] not in (":", "<"):
        return False
    before = text[max(0, start - 80) : start]
    return before.endswith(("::", "(?P<", "(?<")) or (before.endswith(":") and "arn:" in before.rpartition(" ")[2])


def _owner(text: str, start: int) -> str:
    """Return the word in front of a bare "key" or "token", as in "API key", with an underscore behind it."""
    before = text[max(0, start - 24) : start]
    if before[-1:] not in (" ", "-"):
        return ""
    words = before[:-1].split()
    return words[-1].strip("\"'`(*") + "_" if words and words[-1].strip("\"'`(*").isalpha() else ""


def foreign(page: Page, position: int) -> list[Span]:
    """Find the password behind its name in other languages: "mot de passe", "contraseña"."""
    end = position + len(next(name for name in FOREIGN if page.folded.startswith(name, position)))
    found = _assigned(page, position, end, PASSWORD) or prose.find(page, position, end, PASSWORD)
    return found or prose.stated_in_cjk(page, end)


def _judge(name: str, strength: str, value: str, *, quoted: bool, plain: bool) -> bool:
    if strength == PASSWORD:
        return is_password(value, quoted=quoted, plain=plain)
    if strength == SECRET:
        return is_secret(value, quoted=quoted, plain=plain) and (
            _UUID_NAMES.search(name) is not None or not is_uuid(value)
        )
    return is_strong_secret(value)


def _flag(page: Page, start: int, end: int, strength: str) -> list[Span]:
    """`--password X`, `-storepass X`, `["--token", "X"]`."""
    text, name = page.text, page.text[start:end]
    if text[start : start + 1] != "-" or _FLAG.search(text[max(0, start - 2) : start + 1]) is None:
        return []
    match = _FLAG_VALUE.match(text, end)
    if match is None or match["s"].startswith("-"):
        return []
    scheme = "pass:" if match["s"].startswith("pass:") else ""  # openssl's way of saying that a literal follows
    value = match["s"].rstrip(",])").removeprefix("pass:")
    literal = strength == PASSWORD and not is_prose_password(value, quoted=bool(match["q"]))
    if literal and (value.islower() and value.isalpha() and not match["q"] and not _is_command(page, start)):
        return []
    if not _judge(name, strength, value, quoted=bool(match["q"]), plain=True):
        return []
    at = match.start("s") + len(scheme)
    return [(at, at + len(value), kind_of(name, strength))]


def _is_command(page: Page, start: int) -> bool:
    """Tell whether the line up to `start` looks like a command: a prompt, or another option."""
    line = page.text[max(0, start - 200) : start].rpartition("\n")[2]
    if "[" in line or line.rstrip().endswith((" and", " or", ",", " the", " with", "`")):
        return False
    return line.lstrip().startswith(("$ ", "# ", "> ", "% ")) or " -" in line.strip()


def _named_value(page: Page, start: int, end: int, strength: str) -> list[Span]:
    """`- name: DB_PASSWORD` with `value: X` behind it, `<add key="Password" value="X"/>`, `{"name": …, "value": …}`."""
    before = page.text[max(0, start - 24) : start]
    if before.rstrip("\\\"' \t\n")[-1:] not in (":", "=", ">") or _NAMED.search(before) is None:
        return []
    match = _NAME_VALUE.match(page.text, end)
    if match is None:
        return []
    value, name = match["s"].rstrip("/"), page.text[start:end]
    if not _judge(name, strength, value, quoted=bool(match["q"]), plain=True):
        return []
    at = match.start("s")
    return [(at, at + len(value), kind_of(name, strength))]


def _assigned(page: Page, start: int, end: int, strength: str) -> list[Span]:
    """`name = value` in any of the ways that programs, files and logs write it."""
    text = page.text
    link = _LINK.match(text, end)
    if link is None:
        return []
    name, separator = text[start:end], link["sep"].strip()
    if not _fits(text, start, link, separator):
        return []
    at = link.end()
    for frame in (_BLOCK, _WRAP):
        around = frame.match(text, at)
        at = around.end() if around else at
    value = _value(page, start, at, name, separator)
    if value is None:
        return _next_line(page, link, name, strength)
    first, last, quoted, plain = value
    content = text[first:last]
    if content.startswith("0x"):
        first += 2
    if not _is_given(name, separator, content, strength, quoted=quoted, plain=plain):
        return []
    if _is_credential_pair(name, content):
        first += content.index(":") + 1
    kind = kind_of(name, strength)
    spans = [(first, last, kind)]
    tail = _QUOTED_TAIL.match(text, last + 1) if quoted else None
    if tail and _judge(name, strength, tail["s"], quoted=True, plain=False):
        spans.append((*tail.span("s"), kind))
    return spans


def _is_given(name: str, separator: str, content: str, strength: str, *, quoted: bool, plain: bool) -> bool:
    """Tell whether `content` can be the secret of `name`; how much it has to prove depends on the separator."""
    if separator in ("=", ":") and name.casefold() not in _SHORT_NAMES:
        return _judge(name, strength, content, quoted=quoted, plain=plain) or _is_credential_pair(name, content)
    looks_typed = is_prose_password(content, quoted=False)
    if name.casefold() in _SHORT_NAMES and not plain and not looks_typed:
        return False
    if separator in (",", "(") or separator.endswith("value"):
        if strength == PASSWORD:
            return quoted and looks_typed
        return quoted and _judge(name, strength, content, quoted=True, plain=False)
    if separator in (">", "/>", "|", "->"):
        if separator != ">" and not quoted and strength == PASSWORD and not looks_typed:
            return False
        in_tag = strength == PASSWORD and separator == ">"
        return _judge(name, strength, content, quoted=quoted or in_tag, plain=in_tag)
    return _judge(name, strength, content, quoted=quoted, plain=plain)


def _fits(text: str, start: int, link: re.Match[str], separator: str) -> bool:
    """Tell whether a separator that has other uses too stands where it assigns: in a tag, a table, a pair of strings."""
    quoted = link["close"][:1] in ("'", '"', "\\")
    if separator in (">", "/>"):
        return link.end("close") == link.start("sep") and (quoted or text[start - 1 : start] in ("<", ":"))
    if separator == "|":
        return text[text.rfind("\n", max(0, start - 200), start) + 1 : start].lstrip().startswith(("|", "`"))
    return quoted if separator == "," else True


def _next_line(page: Page, link: re.Match[str], name: str, strength: str) -> list[Span]:
    """`API key:` with the value alone on the next line."""
    match = _NEXT_LINE.match(page.text, link.end()) if link["sep"] == ":" and strength != NOTHING else None
    if match is None or match["bare"].endswith(":") or match["bare"][0] in "-#*{[<@":
        return []
    value = match["bare"].strip("`\"'")
    good = is_prose_password(value, quoted=False) if strength == PASSWORD else is_secret(value, quoted=False)
    if not good or "=" in value[:-2] or ":" in value:
        return []
    at = page.text.index(value, match.start("bare"))
    return [(at, at + len(value), kind_of(name, strength))]


def _value(page: Page, start: int, at: int, name: str, separator: str) -> tuple[int, int, bool, bool] | None:
    """Return where the value starts and ends, whether it is quoted, and whether the place takes literals only."""
    text = page.text
    quoted = _QUOTED.match(text, at)
    if quoted and (quoted["s"][0] not in ")+,; " or is_random(quoted["s"], length_min=32)) and quoted["s"][-1] != " ":
        return quoted.start("s"), quoted.end("s"), True, False
    bare = _SHORT_BARE.match(text, at)
    if bare is None:
        # A long run is read once, however many names stand in it: reading it again from each name would be slow.
        bare = _BARE.match(text, at) if at >= page.long_values_end else None
        if bare is None:
            return None
        page.long_values_end = bare.end()
    line_start = page.text[max(0, start - 60) : start]
    plain = separator in ("=", ":=") and name.isupper() and _ENV_START.search(line_start) is not None
    first, last = bare.span()
    last = first + len(bare[0].rstrip("\\"))
    mark = text.find(MARK_START, first, last)
    last = mark if mark >= 0 else last
    if not plain:
        last = _trim(text, first, last)
    return (first, last, False, plain) if last > first else None


def _trim(text: str, first: int, last: int) -> int:
    """Return where an unquoted value ends: in front of the next `name=` or the closing brackets around it."""
    cut = _CUT.search(text, first + 1, last)
    if cut is not None:
        last = cut.start()
    return last


def _is_credential_pair(name: str, value: str) -> bool:
    """`creds: admin:hunter2`."""
    user, _, password = value.partition(":")
    return name.casefold().startswith("cred") and user.isalnum() and is_prose_password(password, quoted=False)

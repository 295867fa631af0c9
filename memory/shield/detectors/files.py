"""Secrets in files with a grammar of their own: Kubernetes Secrets, .pgpass, Docker's config, JWK, AWS key pairs.

Called through `detectors/__init__.py`.  Pure.
"""

import re

from memory.shield.detector import Page, Span
from memory.shield.detectors.headers import decode_base64
from memory.shield.entropy import is_public_shape, is_random_mixed
from memory.shield.values import is_password, is_placeholder

_DOCUMENT_LONGEST = 40_000
_DATA = re.compile(r"(?:^|\n)(?P<indent>[ \t]{0,40})[\"']?(?:data|stringData)[\"']?:[ \t]{0,4}\{?[ \t]{0,4}\r?\n")
_ROW = re.compile(
    r"(?P<indent>[ \t]{1,60})[\"']?[\w./-]{1,120}[\"']?:[ \t]{1,20}(?P<s>[^\s][^\r\n]{2,20000})(?:\r?\n|$)"
)
_BLOCK_ROW = re.compile(r"[^\n]{0,200}:[ \t]{1,4}[|>][-+]?[ \t]{0,4}\r?\n")
_PGPASS = re.compile(
    r"[\w.*-]{1,120}:(?:\d{2,5}|\*):[\w.*-]{1,63}:[\w.*@-]{1,63}:(?P<s>(?:\\.|[^\s:\\]){4,200})(?=\s|$)"
)
_DOCKER = re.compile(r"\"auth\"\s{0,8}:\s{0,8}\"(?P<s>[A-Za-z0-9+/=_-]{8,1000})\"")
_JWK = re.compile(
    r"\\{0,3}\"(?:d|p|q|dp|dq|qi|k)\\{0,3}\"\s{0,8}:\s{0,8}\\{0,3}\"(?P<s>[A-Za-z0-9_-]{20,1400}=?)\\{0,3}\""
)
_AWS_PAIR = re.compile(r"(?<![A-Za-z0-9/+])(?P<s>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])")
_AUTH_PLAIN = re.compile(r"auth (?:plain|login)[ \t](?P<s>[A-Za-z0-9+/]{8,400}={0,2})", re.I)


def kubernetes(page: Page, position: int) -> list[Span]:
    """Find every value under `data:` and `stringData:` of the document that says `kind: Secret` at `position`."""
    text = page.text
    after = text[position + 12 : position + 13]
    if position < page.documents_end or (after.isalnum() or after in ("-", "_")):
        return []
    start = max(
        text.rfind("\n---", max(0, position - _DOCUMENT_LONGEST), position),
        page.documents_end,
        position - _DOCUMENT_LONGEST,
        0,
    )
    end = text.find("\n---", position, position + _DOCUMENT_LONGEST)
    end = end if end >= 0 else min(len(text), position + _DOCUMENT_LONGEST)
    page.documents_end = end
    spans: list[Span] = []
    for data in _DATA.finditer(text, start, end):
        spans.extend(_rows(text, data.end(), end, len(data["indent"])))
    return spans


def _rows(text: str, position: int, end: int, indent: int) -> list[Span]:
    spans: list[Span] = []
    while (row := _ROW.match(text, position, end)) is not None and len(row["indent"]) > indent:
        position = row.end()
        value = row["s"].rstrip().rstrip(",").strip("\"'")
        if value and value[0] not in "|>{[" and not is_placeholder(value) and not is_public_shape(value):
            at = text.index(value, row.start("s"))
            spans.append((at, at + len(value), "kubernetes_secret"))
    return spans


def pgpass(page: Page, position: int) -> list[Span]:
    """Find the password of a line `host:port:database:user:password`."""
    text = page.text
    start = max(0, position - 130)
    start = max(text.rfind("\n", start, position) + 1, start)
    head = text[start:position]
    start += len(head) - len(head.lstrip("+-> \t"))
    match = _PGPASS.match(text, start)
    if match is None or not is_password(match["s"], quoted=False, plain=True):
        return []
    return [(*match.span("s"), "pgpass")]


def docker(page: Page, position: int) -> list[Span]:
    """Find the base64 of `user:password` in `"auth": "…"`."""
    match = _DOCKER.match(page.text, position)
    if match is None or ":" not in (decode_base64(match["s"]) or ""):
        return []
    return [(*match.span("s"), "basic_auth")]


def jwk(page: Page, position: int) -> list[Span]:
    """Find the private numbers of a JSON Web Key around its `"kty"`."""
    low, high = max(0, position - 2500), position + 4500
    if position < page.documents_end:
        return []
    page.documents_end = high
    return [(*match.span("s"), "private_key") for match in _JWK.finditer(page.text, low, high)]


def aws_pair(page: Page, position: int) -> list[Span]:
    """Find the secret key that stands behind an access key id, as in a CSV or in a sentence."""
    match = _AWS_PAIR.search(page.text, position + 20, position + 160)
    if match is None or not is_random_mixed(match["s"]):
        return []
    return [(*match.span("s"), "aws_secret_key")]


def smtp(page: Page, position: int) -> list[Span]:
    """Find the credentials of `AUTH PLAIN …` in a mail log."""
    match = _AUTH_PLAIN.match(page.text, position)
    if match is None or is_placeholder(match["s"]):
        return []
    return [(*match.span("s"), "basic_auth")]

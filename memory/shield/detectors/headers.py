"""Secrets in HTTP headers: Authorization, Bearer, Basic, cookies, and `curl -u`-like Basic in other guises.

Called through `detectors/__init__.py`.  Pure.  Headers of the form `X-Api-Key: …` are found by their names in
`assignments.py`.
"""

import binascii
import re

from memory.shield.detector import Page, Span
from memory.shield.entropy import has_mix, is_random, is_uuid, is_wordy
from memory.shield.values import is_code, is_placeholder, is_reference

_SCHEME = (
    r"(?:Basic|Bearer|Token|ApiKey|Api-Key|Key|SSWS|Bot|OAuth|GoogleLogin|Splunk|Zoho-oauthtoken|sso-key|NTLM|Negotiate"
    r"|PVEAPIToken|GenieKey|Discogs|Hawk|Klaviyo-API-Key|DeepL-Auth-Key|apikey|token)"
)
_AUTHORIZATION = re.compile(
    rf"authorization[\"'\]]{{0,3}}\s{{0,4}}(?:=>|=|:|,)\s{{0,4}}\\{{0,3}}[bfru]?[\"'`]?\s?(?P<scheme>{_SCHEME}[ =:]\s?)?"
    r"(?:token=|auth=)?\\{0,3}[\"']?(?P<s>[^\s\"'`<>,;\\]{6,4000})",
    re.I,
)
_FIELDS = re.compile(r"(?:signature|response|oauth_token|oauth_signature|mac)=\"?(?P<s>[A-Za-z0-9+/%=]{16,256})", re.I)
_BEARER = re.compile(
    r"bearer[\s:=]{1,4}[\"'`]?(?:token[\s:=]{1,3})?[\"'`]?(?P<s>[A-Za-z0-9._~+/|-]{8,8000}+={0,2})", re.I
)
_BASIC = re.compile(r"basic\s{1,3}[\"'`]?(?P<s>[A-Za-z0-9+/_-]{8,2000}+={0,2})", re.I)
_COOKIE = re.compile(r"(?:set-)?cookie2?[\"']?\s?[:=]\s?[\"']?(?P<pairs>[^\r\n]{3,8000})", re.I)
_PAIR = re.compile(r"(?<![\w.-])(?P<name>[\w.$!#%&*+^`|~-]{1,80})=(?P<s>\"?[^\s;,\"']{1,4096})")
_COOKIE_NAMES = re.compile(
    r"sess|sid\b|auth|token|jwt|csrf|xsrf|secret|remember|login|ident|account|passw|credential|key|_u2|^s$|^id$",
    re.I,
)
_ATTRIBUTES = frozenset("path domain expires max-age samesite version priority comment".split())


def authorization(page: Page, position: int) -> list[Span]:
    """Find the credentials of an `Authorization` header, whatever its scheme."""
    if position < page.headers_end or _inside_word(page, position):
        return []
    match = _AUTHORIZATION.match(page.text, position)
    if match is None:
        return []
    page.headers_end = match.end()
    value = match["s"]
    scheme = (match["scheme"] or "").strip(" =:").casefold()
    if value.upper().startswith(("AWS4-", "DIGEST", "HAWK", "OAUTH")):
        return [
            (*field.span("s"), "authorization_header")
            for field in _FIELDS.finditer(page.text, match.end("s"), match.end("s") + 1000)
        ]
    if is_placeholder(value) or is_code(value) or (is_wordy(value) and (not has_mix(value) or is_reference(value))):
        return []
    if scheme == "basic":
        return [(*match.span("s"), "basic_auth")] if _is_basic(value) else []
    if not has_mix(value) and not is_random(value, length_min=20):
        return []
    return [(*match.span("s"), "bearer_token" if scheme == "bearer" else "authorization_header")]


def bearer(page: Page, position: int) -> list[Span]:
    """Find the token behind the word Bearer."""
    match = _BEARER.match(page.text, position)
    if match is None or _inside_word(page, position):
        return []
    start = match.start("s")
    value = match["s"].rstrip(".:")
    if (
        len(value) < 8
        or is_placeholder(value)
        or is_wordy(value)
        or not (has_mix(value) or is_random(value, length_min=20))
    ):
        return []
    return [(start, start + len(value), "bearer_token")]


def basic(page: Page, position: int) -> list[Span]:
    """Find the base64 of `user:password` behind the word Basic."""
    match = _BASIC.match(page.text, position)
    if match is None or _inside_word(page, position) or not _is_basic(match["s"]):
        return []
    return [(*match.span("s"), "basic_auth")]


def _inside_word(page: Page, position: int) -> bool:
    return position > 0 and page.text[position - 1].isalnum()


def _is_basic(value: str) -> bool:
    plain = decode_base64(value)
    return plain is not None and ":" in plain[:120] and not is_placeholder(plain.partition(":")[2])


def decode_base64(value: str) -> str | None:
    """Return what `value` says in base64 (either alphabet), or None when that is no printable ASCII text."""
    body = value.rstrip("=").replace("-", "+").replace("_", "/")
    if len(body) % 4 == 1:
        body = body[:-1]
    try:
        head = binascii.a2b_base64(body[:64] + "=" * (-len(body[:64]) % 4))
        if not _is_text(head):
            return None
        raw = binascii.a2b_base64(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return None
    return raw.decode("ascii") if _is_text(raw) else None


def _is_text(raw: bytes) -> bool:
    return raw.isascii() and not raw.translate(None, bytes(range(32, 127)) + b"\t\r\n")


def cookie(page: Page, position: int) -> list[Span]:
    """Find the values of session-like cookies; `theme=dark` stays."""
    match = _COOKIE.match(page.text, position) if position >= page.cookies_end else None
    if match is None:
        return []
    page.cookies_end = match.end()
    spans = []
    for pair in _PAIR.finditer(page.text, match.start("pairs"), match.end("pairs")):
        value = pair["s"].strip('"')
        if pair["name"].casefold() in _ATTRIBUTES or is_placeholder(value) or is_reference(value):
            continue
        named = _COOKIE_NAMES.search(pair["name"]) and len(value) >= 8 and (has_mix(value) or is_random(value))
        if named or (is_random(value, length_min=20) and has_mix(value) and not is_uuid(value)):
            spans.append((*pair.span("s"), "cookie"))
    return spans

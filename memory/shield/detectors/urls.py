"""Secrets inside addresses: user:password@host, keys in queries, Oracle's user/password@host.

Called through `detectors/__init__.py`.  Pure.
"""

import re

from memory.shield.detector import Page, Span
from memory.shield.entropy import has_mix, is_public_shape, is_random, is_uuid
from memory.shield.values import is_placeholder

_SCHEME_CHARS = "abcdefghijklmnopqrstuvwxyz0123456789+.-"
# The password may hold anything but white space and quotes; the last @ in front of a host ends it.
_USER = r"[^\s:/@?#\"'<>`|\\]{0,120}"
_USERINFO = re.compile(
    rf"://(?P<user>{_USER}):(?P<password>[^\s\"'<>`@/]{{1,300}}+(?:[@/][^\s\"'<>`@/]{{1,60}}+){{0,3}}?)@(?=[\[\w$%{{-])"
)
_USER_ONLY = re.compile(rf"://(?P<user>{_USER})@[\w.-]{{3,}}")
_ORACLE = re.compile(r"jdbc:oracle:\w{1,8}:(?P<user>[\w$#]{1,60})/(?P<password>[^\s@\"']{3,120})@")
_QUERY = re.compile(r"(?P<value>[A-Za-z0-9%._~+/=-]{8,2000}+)")
# Left of a colon these are tools or lines of logs, not schemes.
_HOST_WORDS = ("localhost", "127.0.0.1")


def userinfo(page: Page, position: int) -> list[Span]:
    """Find the password in `scheme://user:password@host`, or a token alone in front of the @."""
    text = page.text
    match = _USERINFO.match(text, position)
    if match is None:
        alone = _USER_ONLY.match(text, position)
        if alone and is_random(alone["user"], length_min=20) and has_mix(alone["user"]) and not _is_dsn(page, alone):
            return [(*alone.span("user"), "basic_auth")]
        return []
    start, end = match.span("password")
    password = match["password"]
    if "://" in password or (re.match(r"\d{2,5}(?:/|$)", password) and "/" in password):
        return []
    if password.casefold() in ("x-oauth-basic", "", "x") and is_random(match["user"], length_min=16):
        return [(*match.span("user"), "basic_auth")]
    if _is_no_password(password):
        return []
    return [(start, end, "basic_auth" if _is_web(page, position) else "connection_string")]


def _is_no_password(password: str) -> bool:
    lowered = password.casefold()
    if lowered in (
        "password",
        "pass",
        "pw",
        "passwd",
        "secret",
        "user",
        "pwd",
        "token",
        "***",
        "port",
        "pass_word",
        "<password>",
    ):
        return True
    return is_placeholder(password) and (not password.isalnum() or len(set(password)) <= 2 or "your" in lowered)


def _is_web(page: Page, position: int) -> bool:
    return page.folded.endswith(("http", "https", "git", "ssh", "svn"), max(0, position - 8), position)


def _is_dsn(page: Page, match: re.Match[str]) -> bool:
    return "sentry" in page.folded[match.end("user") : match.end() + 40]


def oracle(page: Page, position: int) -> list[Span]:
    """Find the password in `jdbc:oracle:thin:user/password@host`."""
    match = _ORACLE.match(page.text, position)
    if match is None or is_placeholder(match["password"]):
        return []
    return [(*match.span("password"), "connection_string")]


def signature(page: Page, position: int) -> list[Span]:
    """Find the signature of a signed address: `sig=`, `X-Amz-Signature=`, `X-Goog-Signature=`."""
    start = page.folded.index("=", position) + 1
    before = page.text[max(0, position - 1) : position]
    match = _QUERY.match(page.text, start)
    if match is None or not (before in ("", "?", "&", ";", "-", '"', "'") or before.isspace()):
        return []
    value = match["value"]
    if len(value) < 20 or is_placeholder(value) or is_uuid(value) or is_public_shape(value) or not has_mix(value):
        return []
    return [(*match.span("value"), "url_signature")]


def otp(page: Page, position: int) -> list[Span]:
    """Find the seed in `otpauth://totp/…?secret=SEED`."""
    match = re.compile(
        r"otpauth(?:-migration)?://[^\s\"']{0,300}?[?&](?:secret|data)=(?P<s>[A-Za-z0-9%+/=]{8,2000})", re.I
    ).match(page.text, position)
    if match is None or is_placeholder(match["s"]):
        return []
    return [(*match.span("s"), "otp_seed")]

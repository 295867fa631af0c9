"""Is this value a secret?  The tests behind every detector that goes by a name.

Called by the finders in `detectors/`.  Pure.  A name such as `password` alone proves nothing: most of its uses are
code, types, placeholders and references.  Each test here says no to those first.
"""

import re
from itertools import pairwise

from memory.shield.entropy import (
    has_mix,
    is_hex_digest,
    is_public_shape,
    is_random,
    is_random_mixed,
    is_uuid,
    is_wordy,
    word_share,
)

MARK_START = "[REDACTED"

# Patterns instead of `any(c.isspace() for c in value)`: a hundred times faster on the longest values.
_SPACE = re.compile(r"\s")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_PLACEHOLDER_WORDS = frozenset(
    "none null nil true false undefined empty unset todo tbd n/a na yes no on off password passwd passphrase secret token key "
    "pass pwd apikey api_key changeme change_me string str text bytes bool boolean int integer number float double char "
    "varchar any object array list dict map unknown never void uuid required optional hidden masked redacted removed example "
    "test testing sample default dummy foo bar baz foobar user username email name value admin root postgres mysql redis "
    "guest localhost anonymous public private basic bearer jwt oauth oauth2 saml ldap digest negotiate ntlm plain login "
    "bot invalid valid incorrect correct wrong missing expired not-set unchanged disabled enabled manual auto input output "
    "prompt env environment vault keyring keychain file stdin placeholder sensitive confidential secrettext field hash hashed "
    "encrypted plaintext base64 hex inherit same static this self it that these the and with from for are was is has been stored "
    "here below above then if else return function const let var class def import export type interface enum readonly "
    "yourpassword mypassword yoursecret mysecret yourtoken mytoken yourkey mykey passw0rd charfield textfield".split()
)
_PLACEHOLDER = re.compile(
    r"(?:[<({\[]|[$%@!&][({A-Za-z_]|%[sdrvq]|\$\d|\\?\{\{|[*xX.•#_?~=+/\\-]{3,}\]?$"
    r"|(?:xxx|XXX|\*\*\*|\.\.\.|…|•))"
)
_PLACEHOLDER_PART = re.compile(
    r"\b(?:your|my|the|some|an?|any|insert|enter|put|add|use|set|replace|change|changeme|paste|fill|choose|type)(?:[-_ ]|\b)"
    r"|changeme|placeholder|redacted|replace|example|dummy|sample|not[-_ ]?a[-_ ]?real|todo|fixme|goes[-_ ]here|xxxx|\*\*\*"
    r"|\.\.\.|…",
    re.I,
)
_CALL = re.compile(r"(?:await |new |\(\w+\) ?)?[A-Za-z_][\w.:<>\-]{0,80}[(\[]")
_LINE_NOISE = re.compile(r"[@#^%!$~][^\s@#^%!$~]*[@#^%!$~]")
_ATTRIBUTE = re.compile(r"[A-Za-z_@]\w*(?:(?:\??\.|::|->)[A-Za-z_]\w*)+[;,)\]}:?!]*")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TYPE_TAIL = re.compile(r"[A-Za-z_]\w*\??[;,>|)\]}&?*:]+$")
_PATH = re.compile(
    r"(?:[/~]|\.{1,2}/|[A-Za-z]:[\\/]|\\\\|file:|https?:|[a-z][a-z0-9+.-]{1,20}://|s3:|arn:|urn:|projects/)"
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"[-+]?[\d.,_]+(?:ms|s|m|h|d|k|K|kb|mb|gb|KB|MB|GB|px|em|%|x)?")
_FILE_END = re.compile(r"/$|\.(?!\d+$)[A-Za-z0-9]{1,5}$")
_VERSION = re.compile(r"v?\d+(?:[.\-_]\w{1,8}){1,5}|\d{4}-\d\d-\d\d.*")
_INNER_SPECIAL = re.compile(r"[^\s\"'`,;:()\[\]{}<>/\\|._\-][!@#$%^&*~?+=]+[^\s\"'`,.;:)]|[!@#$%^&*~?+=]+[A-Za-z0-9]")
# Words with digits that people write behind "password is": algorithms, protocols, versions, units.
_TECHNICAL = re.compile(
    r"(?:sha|md|pbkdf|oauth|base|utf|argon|aes|rsa|tls|ssl|http|ipv|ascii|rot|scrypt|bcrypt|python|py|node|ed|x|ec|s|k|v|p|i|e|ecdsa"
    r"|hs|rs|es|ps|rc|des|blake|crc|win|java|es|web|auth|step|phase|line|test|user|note|issue|pr|gpt|claude|llama|int|uint|float|str"
    r"|version|level|stage|part|item|case|row|col|rfc)-?_?\d{1,5}(?:[a-z]{0,2}|[-_/.]\S*)|\d+(?:st|nd|rd|th|password|fa|-\S*|x|[a-z]{1,3})",
    re.I,
)
_REGULAR_EXPRESSION = re.compile(r"\(\?[:=!P<]|\[\^|\[a-z|\[A-Z|\\{1,2}[wdsSbB][+*{?)\]]")
_KEYWORD_ARGUMENT = re.compile(r"[-?&]{0,2}[A-Za-z_][\w.-]*=.*")
_OWN_WORD = re.compile(r"passw|passphrase|secret|token|credential|api.?key", re.I)
_DEFAULT_SEQUENCE = re.compile(r"(?:0?123456789|abcdef|ABCDEF|qwerty|deadbeef|DEADBEEF|0000000|1111111|xxxxx|XXXXX)")


def is_placeholder(value: str) -> bool:
    """Tell whether `value` stands for a secret instead of being one: `<token>`, `$TOKEN`, `****`, `changeme`."""
    head = value[:200]
    stripped = head.strip(" \t\"'`.,;:!?)]}")
    if not stripped or stripped.casefold() in _PLACEHOLDER_WORDS or MARK_START in head[:12]:
        return True
    if _PLACEHOLDER.match(head) and not _odd_password(head):
        return True
    if _REGULAR_EXPRESSION.search(head) or head.endswith("aws4_request"):
        return True
    if head.replace("_", "").replace("-", "").isalpha() and _OWN_WORD.search(head) and is_wordy(head):
        return True
    if len(set(stripped)) <= 2 and len(stripped) >= 3:
        return True
    return bool(_PLACEHOLDER_PART.search(head)) and (
        is_wordy(head) or "EXAMPLE" in head or "..." in head or "xxxx" in head
    )


def _odd_password(value: str) -> bool:
    """Tell whether `value`, which begins like a reference, has what no reference has: `$9rT!x2`, `(U4N*uQ…`."""
    if value[0] in "([{<":
        return value[-1] not in ")]}>;," and is_random(value, length_min=20) and has_mix(value)
    rest = value[1:].rstrip("%)}]>")
    if value[0] not in "$%@!&" or not has_mix(value):
        return False
    return not re.fullmatch(r"[({A-Za-z_][\w.:?\-]*", rest)


def is_code(value: str) -> bool:
    """Tell whether an unquoted `value` is an expression of a program: a call, an attribute, a type."""
    head = value[:200]
    if _CALL.match(head) and not _is_busy(head):
        return not (_LINE_NOISE.search(head) and is_random(head, length_min=24))
    if _ATTRIBUTE.fullmatch(head):
        return is_wordy(head.rpartition(".")[2]) or not is_random(head)
    return bool(_TYPE_TAIL.match(head)) and is_wordy(head)


def _is_busy(value: str) -> bool:
    """Tell whether the part in front of the first bracket is too odd for the name of a function."""
    name = re.split(r"[(\[]", value, maxsplit=1)[0]
    first, _, last = name.rpartition(".")
    if first and first.split(".")[0].isidentifier() and (is_wordy(last) or not is_random(name)):
        return False
    return len(name) >= 2 and (not is_wordy(name) if len(name) > 5 else has_mix(name)) and not name.islower()


def is_reference(value: str) -> bool:
    """Tell whether `value` names something else: a path, an address, an e-mail, a number, a version."""
    head = value[:300]
    if _NUMBER.fullmatch(head) or _VERSION.fullmatch(head) or _EMAIL.fullmatch(head):
        return True
    return bool(_PATH.match(head)) and (is_wordy(head) or "://" in head[:24] or not is_random(head, length_min=20))


def has_inner_special(value: str) -> bool:
    """Tell whether `value` has letters or digits around one of `!@#$%^&*~?+=`, as passwords do and words do not."""
    return bool(_INNER_SPECIAL.search(value)) and _LETTER_OR_DIGIT.search(value) is not None


def is_password(value: str, *, quoted: bool, plain: bool = False) -> bool:
    """Judge a value whose name says password.

    `plain` means that the place takes a literal only (an .env line, a command's flag, a netrc): a word without
    digits counts there, while `password=value` inside a program does not.
    """
    if len(value) < 4 or len(value) > 4096 or is_placeholder(value):
        return False
    if value.isdigit():
        return len(value) >= (4 if quoted or plain else 6)
    if is_reference(value) and not has_inner_special(value):
        return False
    if _SPACE.search(value):
        return quoted and is_passphrase(value)
    if not quoted and is_code(value) and (not plain or is_wordy(value)):
        return False
    if has_mix(value) or has_inner_special(value):
        return quoted or plain or not _is_identifier(value)
    if not value.isascii() or value.istitle():
        return plain
    return (
        plain
        or (quoted and len(value) >= 5)
        or (value.islower() and value.isalpha() and is_random(value, length_min=8))
    )


def _is_identifier(value: str) -> bool:
    return bool(_NAME.fullmatch(value)) and "_" in value and word_share(value) >= 0.7


def is_passphrase(value: str) -> bool:
    """Judge a quoted value with spaces: one of its words has to look like no word (labels and messages have none)."""
    if len(value) > 200 or value != value.strip() or re.search(r"[(){}=<>\[\];]|\s[+&|]\s|,\s|: ", value):
        return False
    return any(len(word) >= 6 and has_mix(word) and not _TECHNICAL.fullmatch(word) for word in value.split())


def is_secret(value: str, *, quoted: bool, plain: bool = False) -> bool:
    """Judge a value whose name says token, secret or key: it has to look random, or at least like no name."""
    if len(value) < 8 or is_placeholder(value) or _SPACE.search(value):
        return False
    if (
        is_sequence(value)
        or is_public_shape(value)
        or is_reference(value)
        or (not quoted and not plain and is_code(value))
    ):
        return False
    if not has_mix(value):
        return len(value) >= 20 and value.isascii() and not is_wordy(value)
    if is_wordy(value):
        return has_inner_special(value) and len(value) >= 10 and not re.search(r"[/?&]", value)
    return not _is_short_name(value)


def _is_short_name(value: str) -> bool:
    """Tell whether `value` is a short code name with a digit: `us-east-1`, `RS256`, `tls1.2`."""
    if len(value) >= 12:
        return False
    return bool(_TECHNICAL.fullmatch(value)) or not (sum(c.isdigit() for c in value) >= 2 or has_inner_special(value))


def is_strong_secret(value: str) -> bool:
    """Judge a value with a weak label (`key`): only a long random mix of all classes will do."""
    if _SPACE.search(value) or is_placeholder(value) or is_reference(value) or is_code(value):
        return False
    return is_random_mixed(value) and not is_sequence(value) and not is_file_name(value)


def is_prose_password(value: str, *, quoted: bool) -> bool:
    """Judge the word behind "password is": `hunter2!X` yes; `required`, `SHA256`, `Base64-encoded` no."""
    if len(value) < (4 if quoted else 6) or is_placeholder(value) or is_reference(value) or is_public_shape(value):
        return False
    if is_code(value) or _TECHNICAL.fullmatch(value) or _KEYWORD_ARGUMENT.fullmatch(value) or _SPACE.search(value):
        return False
    if has_inner_special(value):
        return has_mix(value) or len(value) >= 8
    if has_mix(value):
        return not (is_wordy(value) and re.search(r"[-_/.]", value)) or (quoted and not _is_identifier(value))
    return (quoted and value.isascii() and value.islower() and value.isalpha() and len(value) >= 6) or (
        is_random(value, length_min=14) and value.isascii()
    )


def is_prose_secret(value: str, *, quoted: bool) -> bool:
    """Judge the word behind "the token is": as `is_secret`, digests included, since a label and a verb name it."""
    return is_secret(value, quoted=quoted) and not value.isalpha() and len(value) >= 10


def is_file_name(value: str) -> bool:
    """Tell whether `value` ends as files and folders do."""
    return _FILE_END.search(value) is not None


def is_loose_secret(value: str) -> bool:
    """Judge a random run that only stands near a label ("the key X"): never hexadecimal, never a UUID."""
    return not (is_hex_digest(value) or is_uuid(value)) and is_strong_secret(value)


def looks_made_up(token: str) -> bool:
    """Tell whether a string in a vendor's format is a sample: `…EXAMPLE`, `xxxxxxxx`, `1234567890`, few characters."""
    body = token[-200:]
    if "EXAMPLE" in body or "example" in body or len(set(body)) < 8:
        return True
    return bool(_DEFAULT_SEQUENCE.search(body)) and is_sequence(body)


def is_sequence(token: str) -> bool:
    """Tell whether most neighbours in `token` are equal or follow each other."""
    codes = [ord(character) for character in token[:64]]
    near = sum([0 <= after - before <= 1 for before, after in pairwise(codes)])
    return near >= 0.5 * (len(codes) - 1)

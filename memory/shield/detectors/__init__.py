"""The table of all detectors.  `scan.py` reads it; docs/privacy.md and the tests are compared with it.

A vendor's format is a row in `vendors.py`.  What needs more than a pattern is a function, and has its row here.
"""

from memory.shield.detector import Finder
from memory.shield.detectors import assignments, commands, files, headers, private_keys, prose, urls
from memory.shield.detectors.vendors import VENDORS

FINDERS = (
    Finder(("private_key",), ("-----begin", "---- begin", "private-lines"), private_keys.find),
    Finder(("connection_string", "basic_auth"), ("://",), urls.userinfo),
    Finder(("connection_string",), ("jdbc:oracle",), urls.oracle),
    Finder(("url_signature",), ("sig=", "x-amz-signature=", "x-goog-signature=", "signature="), urls.signature),
    Finder(("otp_seed",), ("otpauth",), urls.otp),
    Finder(("authorization_header", "bearer_token", "basic_auth"), ("authorization",), headers.authorization),
    Finder(("bearer_token",), ("bearer",), headers.bearer),
    Finder(("basic_auth",), ("basic ",), headers.basic),
    Finder(("cookie",), ("cookie",), headers.cookie),
    Finder(("basic_auth",), ('"auth"',), files.docker),
    Finder(("basic_auth",), ("auth plain", "auth login"), files.smtp),
    Finder(("kubernetes_secret",), ("kind: secret",), files.kubernetes),
    Finder(("pgpass",), (":5432:", ":5433:", ":5434:", ":6432:", ":*:"), files.pgpass),
    Finder(("private_key",), ('"kty"', '\\"kty'), files.jwk),
    Finder(("aws_secret_key",), ("akia", "asia"), files.aws_pair),
    Finder(("seed_phrase",), ("mnemonic", "seed phrase", "recovery phrase", "seed words"), prose.mnemonic),
    Finder(("password",), ("login", "cred"), prose.credential_pair),
    Finder(("password",), ("identified ",), prose.identified_by),
    Finder(("password",), ("log in as", "login as", "logged in as", "sign in as", "signed in as"), prose.logged_in),
    Finder(("password",), assignments.FOREIGN, assignments.foreign),
    Finder(("command_line_password",), commands.ANCHORS, commands.find),
    Finder(assignments.KINDS, assignments.WORDS, assignments.find),
)

KINDS = frozenset(row.kind for row in VENDORS) | {kind for finder in FINDERS for kind in finder.kinds}

"""What people write in notes, and what programs print: the secret goes, its neighbours stay."""

from __future__ import annotations

import pytest

from memory.shield.redact import redact

KEY = "a8Kd02" + "mZq7Xw41" + "LpR9vTyB3c"
HEX = "9f1c" * 4 + "07be" * 2 + "5d3a" * 2

SECRETS = [
    ("the prod password is ", "hunter2!X", ""),
    ("Prod password: ", "Tr0ub4dor&3", ""),
    ("the password for the staging db is `", "s3cretPass9", "`"),
    ("my password's ", "Gr33nTea!9", " please"),
    ("root pw: ", "abc123!x", ""),
    ("creds: admin:", "Winter2024!", ""),
    ("set the password to ", "Kj8$mmPq", " today"),
    ("log in with user admin password ", "Sup3r!Pass", ""),
    ("login admin / ", "S3cr3t!pw", " for the dashboard"),
    ("", "hunter2!X", " is the admin password"),
    ("use ", "hunter2!X", " as the password"),
    ("The admin account uses ", "hunter2!X", " for its password"),
    ("Password (prod): ", "Aa1!bbccdd", ""),
    ("**Password:** ", "Aa1!bbccdd", ""),
    ("Das Passwort ist ", "Gr33nTea!9", "."),
    ("la contraseña es ", "Gr33nTea!9", ""),
    ("The api key is ", HEX, ""),
    ("API key:\n\n", KEY, "\n"),
    ("token ", KEY, " works"),
    ("DB_PASSWORD=", "swordfish", ""),
    ('db.connect(user="app", password="', "pa55word!", '")'),
    ("kubectl create secret generic db --from-literal=password=", "S3cr!tpw9", ""),
    ("redis-cli -h cache -a ", "Zx9pqLmW", " ping"),
    ("smbclient //host/share -U bob%", "Passw0rd12", ""),
    ("mysql -uroot -p", "Zx9pqLmW", " shop"),
    ("CREATE USER app WITH PASSWORD '", "S3cr3tpw", "'"),
    ("ALTER USER x IDENTIFIED BY '", "Zx9pqLmW", "'"),
    ("jdbc:oracle:thin:scott/", "Tiger99x", "@db:1521:orcl"),
    ("jdbc:postgresql://h/db?user=a&password=", "Zx9pqLmW", "&ssl=true"),
    ("echo 'root:", "Zx9pqLmW", "' | chpasswd"),
    ("- name: DB_PASSWORD\n  value: ", "Zx9pqLmW", ""),
    ('<add key="Password" value="', "Zx9pqLmW", '" />'),
    ('os.environ.get("DB_PASSWORD", "', "Zx9pqLmW!", '")'),
    ('const key = process.env.API_KEY || "', KEY, '";'),
    ('headers.set("X-Api-Key", "', KEY, '")'),
    ("| DB_PASSWORD | ", "Zx9pqLmW!", " |"),
    ('"SecretString": "{\\"password\\":\\"', "Zx9pqLmW", '\\"}"'),
    ("db: postgres://u:", "p@ss/w0rd", "@h/db"),
    ("nmcli dev wifi connect Home password ", "Zx9pqLmW", ""),
    ("app-1  | DB_PASSWORD=", "Zx9pqLmW", ""),
    ("wget --user=a --password=", "Zx9pqLmW", " http://x.example"),
    ("openssl enc -pass pass:", "Zx9pqLmW", " -in a"),
    ("net use Z: \\\\srv\\s /user:bob ", "Zx9pqLmW", ""),
    ("machine git.example.org login ci password ", "swordfish", ""),
]

INNOCENT = [
    *("the password is required", "password is too short", "the password is stored in 1Password"),
    *("password is SHA256-hashed", "the password is Base64-encoded", "token is a JWT signed with RS256"),
    *("the secret is mounted at /run/secrets/db", "the cache key is user:42:profile-v3", "key: build-cache-v2-linux"),
    *("secret: my-app-secret-v2", "secretName: db-credentials-v2", "token count is 1532", "pass: 128 fail: 0"),
    *("token = request.headers['X-Token']", "password=self.password", "token=token", "password: string"),
    *("private_key: Ed25519PrivateKey", "private_key = ed25519.Ed25519PrivateKey.from_private_bytes(secret)"),
    *("--- PASS: TestAdd/case_00 (0.00s)", "the token endpoint is https://auth.example.org/oauth2/token"),
    *("password: !Ref DbPassword", "password: {{ .Values.password }}", "token: ${TOKEN}", "secrets: inherit"),
    *(
        "mysql -u root -p shop",
        "curl -u $USER:$PASS x",
        "docker run -p 8080:80 nginx",
        "cp -p file.txt",
        "mkdir -p a/b123",
    ),
    *("git@github.com:foo/bar.git", "https://user@host/path", "http://localhost:8000/a@b", "monkey: 12ab34cd"),
    *("arn:aws:secretsmanager:*:*:secret:s2svpn!*", '"AWS::IAM::AccessKey": "62d91b17309e76c8"'),
    *('"ClientToken": "5236cffc-ee13-4a32-bb5b-388d9da09d96"', '"S3Key": "RHEL5export-i-fh8sjjsq.ova"'),
    *("username and password database.", "the --username and --password options", "PASSWORD = 'PASSWORD'"),
    *(
        "if you pass `?_labels=off` it is short",
        "passwords are hashed with argon2id",
        "sort(key=operator.itemgetter(1))",
    ),
]


@pytest.mark.parametrize(("before", "secret", "after"), SECRETS, ids=lambda value: str(value)[:24])
def test_a_secret_in_a_note_goes_and_nothing_else(before: str, secret: str, after: str) -> None:
    result = redact(before + secret + after)
    assert secret not in result.text
    assert result.text.startswith(before)
    assert result.text.endswith(after)
    assert result.text.count("[REDACTED:") == 1


@pytest.mark.parametrize("text", INNOCENT, ids=lambda value: str(value)[:30])
def test_a_note_about_secrets_stays(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize("line", ["      {}", "+{}", "> {}", "app-1  | {}", '"{}\\n"'])
def test_a_private_key_goes_whatever_stands_in_front_of_its_lines(line: str) -> None:
    body = [("MIIEpAIBAAKCAQEA" + "x9Kd03mZq7Xw41Lp" * 3)[:64] for _ in range(4)]
    dashes = "-" * 5
    text = "\n".join(line.format(row) for row in [f"{dashes}BEGIN RSA PRIVATE KEY{dashes}", *body])
    whole = text + "\n" + line.format(f"{dashes}END RSA PRIVATE KEY{dashes}") + "\nafter"
    assert body[0][:20] not in redact(text).text
    assert redact(whole).text.count("[REDACTED:private_key]") == 1
    assert redact(whole).text.endswith("\nafter")

"""What a name promises: `DB_PASSWORD` a password, `apiKey` a secret, `cache_key` perhaps, `token_count` nothing.

Called by `assignments.py` and `prose.py`.  Pure.
"""

import re
from functools import lru_cache

PASSWORD, SECRET, WEAK, NOTHING = "password", "secret", "weak", ""

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")

_PASSWORDS = frozenset(
    "password passwd pwd passphrase passcode pass passw passwords dbpass dbpassword dbpwd userpass userpassword userpwd mypassword "
    "pgpassword rootpassword rootpw adminpassword adminpass smtppass storepass keypass storepassword keypassword requirepass "
    "masterauth mysqlpwd mysqlpassword sshpass basicauthpassword bindpw bindpassword passwort kennwort contrasena contraseña "
    "senha wachtwoord ldappassword vncpassword rediscliauth logins pw sapassword psk".split()
)
_SECRETS = frozenset(
    "secret secrets token tokens apikey apikeys apisecret accesskey secretkey secretaccesskey privatekey authtoken accesstoken "
    "refreshtoken sessiontoken idtoken bearertoken credential credentials cred creds clientsecret sharedsecret signingkey "
    "encryptionkey masterkey presharedkey accountkey sharedaccesskey connectionkey servicekey authkey appkey appsecret apitoken "
    "bottoken usertoken webhooksecret storagekey licensekey licencekey subscriptionkey hmackey deploykey kubeconfig jwtsecret "
    "seedphrase mnemonic secretstring secretbinary consumersecret oauthtoken dockercfg functionskey".split()
)
# What makes a key secret when it stands in front of "key".
_KEY_OWNERS = frozenset(
    "api access secret private auth account master encryption encrypt signing sign shared app application service license licence "
    "storage admin deploy hmac aes crypt crypto preshared ingest ingestion subscription consumer sas connection webhook "
    "client security integration write project session cookie jwt wrapping unseal recovery host bot cipher function functions x "
    "openai anthropic gemini google stripe twilio sendgrid mailgun datadog dd newrelic algolia aws azure gcp openrouter mistral "
    "groq cohere deepseek perplexity huggingface hf replicate deepgram elevenlabs github gitlab slack linear notion airtable "
    "sentry segment mixpanel amplitude pagerduty opsgenie cloudflare fastly vercel netlify heroku supabase firebase tavily brave "
    "exa serper firecrawl wandb langsmith pinecone qdrant weaviate voyage jina mapbox maps weather shodan virustotal etherscan "
    "alchemy infura tmdb rapidapi posthog resend postmark mailchimp brevo bitly trello figma django flask rails laravel".split()
)
_PAT_OWNERS = ("github", "gitlab", "gh", "gl", "azure", "devops", "ado", "ext", "docker", "airtable", "my", "user")
_PUBLIC_OWNERS = frozenset(
    "public publishable pub cache primary foreign partition sort row object hash idempotency dedup dedupe lookup translation i18n "
    "map dict s3 bucket routing group index unique composite candidate natural surrogate query sitekey anon csrf xsrf "
    "starting creation purchase change update unit action lock sequence verification pagination "
    "next page continuation previous prev last cursor resume upload max min num total prompt completion pad eos bos mask sep unk stop "
    "special cancellation cancel sync input output per cached reasoning first host_key known server_host hostkey type label "
    "registry resource kms device push fcm_device apns_device widget site measurement tracking verify".split()
)
# A name that goes on with one of these speaks about the secret and is none.
_METADATA = frozenset(
    "name names path file filename dir directory folder type types kind count counts policy timeout expiry expires expiration expire ttl "
    "length len size bits url uri urls endpoint host port id ids arn field fields header headers hash hashes hashed hasher hashers min max limit "
    "reset validator validators validation provider providers manager class required enabled disabled prefix suffix format regex "
    "pattern label hint prompt error errors message messages msg location version ref reference status scope scopes rotation algorithm alg "
    "usage index var variable column table placeholder input form store service handler helper generator strategy rule rules "
    "strength score attempts tries changed change updated created at date time age history method mode option options state valid "
    "invalid check checks checker exists is has fn func function callback cb mgr factory builder parser issuer audience lifetime budget budgets "
    "window ring chain vault bucket map set list array table view model schema config settings cache cached per used left cost "
    "price rate rates source src target dest owner user username email title text_label description desc help docs doc example test_name "
    "position offset pos line start end stream streams ratio usage_count button icon page screen dialog modal template link needed "
    "revoked rotated issued not null only less free auth_type grant fingerprint thumbprint digest checksum sum plugin mount".split()
)
_NEUTRAL = frozenset(
    "prod production dev development stage staging test testing live old new current default value val plain plaintext text raw string str b64 "
    "base64 base encoded primary secondary main master backup ci local env here was is for v beta alpha key admin root user db "
    "github gitlab slack stripe openai anthropic aws gcp azure google twilio sendgrid npm pypi docker redis mysql postgres mongo "
    "smtp ldap api app web s a b c one two data confirm confirmation again repeat".split()
)
_KINDS = (
    ("aws", "aws_secret_key"),
    ("secretaccesskey", "aws_secret_key"),
    ("twilio", "twilio_token"),
    ("datadog", "datadog_key"),
    ("dd_a", "datadog_key"),
    ("azure", "azure_key"),
    ("accountkey", "azure_key"),
    ("sharedaccesskey", "azure_key"),
    ("otp", "otp_seed"),
    ("private", "private_key"),
)


def parts(name: str) -> list[str]:
    """Split a name into its lower case words: `dbPassword2` -> db, password, 2."""
    return [part.lower() for part in _PART.findall(name[-80:])]


@lru_cache(maxsize=2048)
def promise(name: str) -> str:
    """Return PASSWORD, SECRET, WEAK or NOTHING: what kind of value `name` stands for."""
    words = parts(name)
    at, strength = _last_secret(words)
    if not strength:
        return NOTHING
    rest = [word for word in words[at + 1 :] if not word.isdigit()]
    if any(word in _METADATA for word in rest):
        return NOTHING
    if all(word in _NEUTRAL for word in rest):
        return strength
    return WEAK


def _last_secret(words: list[str]) -> tuple[int, str]:
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        before = words[at - 1] if at else ""
        if word in _PASSWORDS or word.endswith(("password", "passwd", "passphrase")):
            return at, NOTHING if before in ("by", "bypass") else PASSWORD
        if word in ("key", "keys"):
            strength = _key_strength(words[:at])
            if strength != WEAK or not any(w in _SECRETS or w in _PASSWORDS for w in words[:at]):
                return at, strength
        elif word in _SECRETS:
            return at, NOTHING if before in _PUBLIC_OWNERS or "public" in words[:at] else SECRET
        elif word == "pat":
            return at, SECRET if before in _PAT_OWNERS else WEAK
        elif word in ("auth", "seed", "webhook", "cert", "sas", "salt", "license"):
            return at, SECRET if word == "seed" and before in ("otp", "totp", "mfa", "wallet") else WEAK
    return -1, NOTHING


def _key_strength(owners: list[str]) -> str:
    if not owners:
        return WEAK
    if any(owner in _PUBLIC_OWNERS for owner in owners):
        return SECRET if owners[-1] == "primary" and "azure" in owners else NOTHING
    return SECRET if owners[-1] in _KEY_OWNERS or any(owner in _SECRETS for owner in owners) else WEAK


def kind_of(name: str, strength: str) -> str:
    """Return the kind to print for a value that goes by `name`."""
    folded = name.casefold()
    flat = folded.replace("_", "").replace("-", "")
    if strength == PASSWORD:
        return "password"
    for part, kind in _KINDS:
        if part in folded or part in flat:
            return kind
    if "token" in folded:
        return "token"
    return "api_key" if "key" in folded else "secret"

"""Every vendor's format is found by its form alone, in a sentence, a URL and a diff; a shortened one is not."""

from __future__ import annotations

import random
import string

import pytest

from memory.shield.detectors.vendors import VENDORS
from memory.shield.redact import redact

AN = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URL = AN + "-_"
B32 = string.ascii_uppercase + "234567"
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
DIGITS = "123456789"
UUID = "3f0c9a7e-51d2-4b6c-8e1f-90ab12cd34ef"

# Kind -> its parts: literals, in two pieces so that no scanner takes this file for a leak, and (alphabet, length).
Part = str | tuple[str, int]
FORMS: list[tuple[str, tuple[Part, ...]]] = [
    ("aws_access_key", ("AK", "IA", (B32, 16))),
    ("aws_bedrock_key", ("AB", "SK", (AN, 120))),
    ("google_api_key", ("AI", "za", (URL, 35))),
    ("google_oauth_secret", ("GOC", "SPX-", (URL, 28))),
    ("google_oauth_token", ("ya", "29.", (URL, 60))),
    ("azure_client_secret", ((AN, 3), "8", "Q~", (AN, 34))),
    ("azure_devops_token", ((AN, 76), "AZ", "DO", (AN, 4))),
    ("digitalocean_token", ("dop", "_v1_", (HEX, 64))),
    ("alibaba_key", ("LT", "AI", (AN, 20))),
    ("databricks_token", ("da", "pi", (HEX, 32))),
    ("heroku_key", ("HRKU", "-", (URL, 60))),
    ("cloudflare_key", ("v1.", "0-", (HEX, 24), "-", (HEX, 146))),
    ("flyio_token", ("fm", "2_", (AN, 60))),
    ("netlify_token", ("nf", "p_", (AN, 36))),
    ("vercel_token", ("vc", "p_", (AN, 56))),
    ("supabase_key", ("sb", "p_", (HEX, 40))),
    ("planetscale_token", ("pscale", "_tkn_", (AN, 43))),
    ("scaleway_key", ("SCW", "SECRET", (AN, 24))),
    ("terraform_cloud_token", ((AN, 14), ".atlas", "v1.", (AN, 67))),
    ("pulumi_token", ("pu", "l-", (HEX, 40))),
    ("doppler_token", ("dp", ".pt.", (AN, 43))),
    ("vault_token", ("hv", "s.", (URL, 95))),
    ("onepassword_token", ("ops", "_eyJ", (AN, 240))),
    ("age_key", ("AGE-SECRET", "-KEY-1", (UPPER, 58))),
    ("github_token", ("gh", "p_", (AN, 36))),
    ("github_token", ("github", "_pat_", (AN, 22), "_", (AN, 59))),
    ("gitlab_token", ("gl", "pat-", (URL, 20))),
    ("gitlab_token", ("GR134", "8941", (URL, 20))),
    ("bitbucket_token", ("AT", "BB", (AN, 32))),
    ("npm_token", ("np", "m_", (AN, 36))),
    ("pypi_token", ("pypi", "-AgE", (URL, 160))),
    ("rubygems_token", ("ruby", "gems_", (HEX, 48))),
    ("crates_token", ("ci", "o", (AN, 32))),
    ("nuget_key", ("oy", "2", (LOWER, 43))),
    ("clojars_token", ("CLO", "JARS_", (LOWER, 60))),
    ("docker_token", ("dckr", "_pat_", (URL, 27))),
    ("artifactory_token", ("AK", "Cp", (AN, 69))),
    ("circleci_token", ("CCI", "PAT_", (AN, 22), "_", (HEX, 40))),
    ("buildkite_token", ("bk", "ua_", (HEX, 40))),
    ("sonar_token", ("sq", "u_", (HEX, 40))),
    ("sourcegraph_token", ("sg", "p_", (HEX, 40))),
    ("slack_token", ("xo", "xb-", (DIGITS, 12), "-", (DIGITS, 13), "-", (AN, 24))),
    ("twilio_token", ("S", "K", (HEX, 32))),
    ("telegram_token", ((DIGITS, 10), ":A", "A", (URL, 33))),
    ("sendgrid_key", ("S", "G.", (URL, 22), ".", (URL, 43))),
    ("mailgun_key", ("ke", "y-", (HEX, 32))),
    ("brevo_key", ("xkey", "sib-", (HEX, 64), "-", (AN, 16))),
    ("resend_key", ("re", "_", (AN, 8), "_", (AN, 24))),
    ("stripe_key", ("sk", "_li", "ve_", (AN, 24))),
    ("stripe_webhook_secret", ("wh", "sec_", (AN, 32))),
    ("square_token", ("sq0", "atp-", (URL, 22))),
    ("braintree_token", ("access", "_token$", "production$", (LOWER, 16), "$", (HEX, 32))),
    ("shopify_token", ("shp", "at_", (HEX, 32))),
    ("plaid_token", ("access-", "production-", UUID)),
    ("flutterwave_key", ("FLW", "SECK-", (AN, 32), "-X")),
    ("easypost_key", ("EZ", "AK", (AN, 54))),
    ("facebook_token", ("EA", "AG", (AN, 160))),
    ("anthropic_key", ("sk", "-ant", "-api03-", (URL, 93), "AA")),
    ("openrouter_key", ("sk", "-or", "-v1-", (HEX, 64))),
    ("langfuse_key", ("sk", "-lf-", UUID)),
    ("openai_key", ("sk", "-pr", "oj-", (URL, 120))),
    ("openai_key", ("s", "k-", (AN, 20), "T3Bl", "bkFJ", (AN, 20))),
    ("ai_provider_key", ("s", "k-", (HEX, 32))),
    ("huggingface_token", ("h", "f_", (string.ascii_letters, 34))),
    ("groq_key", ("gs", "k_", (AN, 52))),
    ("xai_key", ("xa", "i-", (AN, 80))),
    ("perplexity_key", ("pp", "lx-", (AN, 48))),
    ("replicate_token", ("r", "8_", (AN, 37))),
    ("nvidia_key", ("nv", "api-", (URL, 64))),
    ("cerebras_key", ("cs", "k-", (LOWER, 48))),
    ("tavily_key", ("tv", "ly-", (AN, 32))),
    ("firecrawl_key", ("f", "c-", (HEX, 32))),
    ("langsmith_key", ("lsv", "2_pt_", (HEX, 32), "_", (HEX, 10))),
    ("pinecone_key", ("pc", "sk_", (AN, 5), "_", (AN, 60))),
    ("voyage_key", ("p", "a-", (URL, 43))),
    ("jina_key", ("ji", "na_", (HEX, 32), (AN, 28))),
    ("elevenlabs_key", ("s", "k_", (HEX, 48))),
    ("together_key", ("tg", "p_v1_", (URL, 43))),
    ("fireworks_key", ("f", "w_", (AN, 22))),
    ("e2b_key", ("e2", "b_", (HEX, 40))),
    ("wandb_key", ("wandb", "_v1_", (AN, 77))),
    ("newrelic_key", ("NR", "AK-", (UPPER, 27))),
    ("grafana_token", ("gl", "sa_", (AN, 32), "_", (HEX, 8))),
    ("sentry_token", ("sntr", "yu_", (HEX, 64))),
    ("dynatrace_token", ("dt0", "c01.", (UPPER, 24), ".", (UPPER, 64))),
    ("linear_key", ("lin", "_api_", (AN, 40))),
    ("notion_token", ("nt", "n_", (AN, 46))),
    ("airtable_token", ("pa", "t", (AN, 14), ".", (HEX, 64))),
    ("figma_token", ("fi", "gd_", (URL, 40))),
    ("postman_key", ("PM", "AK-", (HEX, 24), "-", (HEX, 34))),
    ("contentful_token", ("CF", "PAT-", (URL, 43))),
    ("dropbox_token", ("s", "l.", (URL, 135))),
    ("mapbox_token", ("sk", ".eyJ", (AN, 80), ".", (URL, 22))),
    ("typeform_token", ("tf", "p_", (URL, 44))),
    ("readme_key", ("rd", "me_", (LOWER, 70))),
    ("prefect_key", ("pn", "u_", (AN, 36))),
    ("launchdarkly_key", ("sd", "k-", UUID)),
    ("adafruit_key", ("ai", "o_", (AN, 28))),
    ("jwt", ("ey", "JhbGciOiJIUzI1NiJ9", ".ey", "JzdWIiOiIxIn0", ".", (URL, 43))),
]
PATHS: list[tuple[str, str, tuple[Part, ...]]] = [
    ("slack_webhook", "https://hooks." + "slack.com/services/T01ABCDEF/B01ABCDEFGH/", ((AN, 24),)),
    ("discord_webhook", "https://discord.com" + "/api/webhooks/112233445566778899/", ((URL, 68),)),
    ("teams_webhook", "https://acme.webhook.office.com/webhookb2/x@y" + "/IncomingWebhook/", ((HEX, 32), "/", UUID)),
]


def made(parts: tuple[Part, ...]) -> str:
    dice = random.Random(repr(parts))
    return "".join(part if isinstance(part, str) else "".join(dice.choices(part[0], k=part[1])) for part in parts)


def test_every_row_of_the_table_has_a_sample() -> None:
    assert {row.kind for row in VENDORS} == {form[0] for form in FORMS} | {path[0] for path in PATHS}


@pytest.mark.parametrize(("kind", "parts"), FORMS, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.parametrize(
    ("before", "after"),
    [("We used ", " there."), ("-", "\n+"), ("\x1b[33m", "\x1b[0m"), ("see?x=", "&y=1"), ("`", "`,")],
)
def test_a_format_is_found_by_itself(kind: str, parts: tuple[Part, ...], before: str, after: str) -> None:
    result = redact(before + made(parts) + after)
    assert result.text == f"{before}[REDACTED:{kind}]{after}"


@pytest.mark.parametrize(("kind", "front", "parts"), PATHS, ids=lambda value: value if isinstance(value, str) else "")
def test_only_the_secret_part_of_an_address_goes(kind: str, front: str, parts: tuple[Part, ...]) -> None:
    assert redact(f"POST {front}{made(parts)} 200").text == f"POST {front}[REDACTED:{kind}] 200"


@pytest.mark.parametrize(
    "sample",
    [
        "AK" + "IAIOSFODNN7EXAMPLE",
        "gh" + "p_" + "x" * 36,
        "gh" + "p_...",
        "sk" + "-" + "x" * 40,
        "pk" + "_live_" + "a1B2c3D4" * 3,
    ],
)
def test_samples_and_publishable_keys_stay(sample: str) -> None:
    assert redact(f"use {sample} here").text == f"use {sample} here"

"""Formats that vendors gave their keys and tokens, from their public documentation.

Called by `detectors/__init__.py`, which puts them into the table of all detectors.  Pure.

Adding a vendor is one row here and one row in `tests/memory/shield/kinds.py`.  `E` and `S` are left edges.  Identifiers
that are public by design have no row: publishable keys (`pk_live_`), account numbers, key ids of Twilio, site keys.
"""

from memory.shield.detector import EDGE as E
from memory.shield.detector import STRICT_EDGE as S
from memory.shield.detector import Detector
from memory.shield.entropy import has_mix, is_wordy

_W = r"[A-Za-z0-9_-]"  # URL-safe base64
_A = r"[A-Za-z0-9]"
_H = r"[0-9a-f]"
_NO_A = r"(?![A-Za-z0-9])"
_NO_W = r"(?![A-Za-z0-9_-])"


def _not_words(token: str) -> bool:
    return not is_wordy(token)


CLOUD = (
    Detector("aws_access_key", ("AKIA", "ASIA", "ABIA", "ACCA"), rf"{E}A(?:KI|SI|BI|CC)A[A-Z2-7]{{16}}{_NO_A}"),
    Detector("aws_bedrock_key", ("ABSK",), rf"{E}ABSK[A-Za-z0-9+/]{{80,}}={{0,2}}"),
    Detector("google_api_key", ("AIza",), rf"{E}AIza{_W}{{35}}{_NO_W}"),
    Detector("google_oauth_secret", ("GOCSPX-",), rf"{E}GOCSPX-{_W}{{28}}{_NO_W}"),
    Detector("google_oauth_token", ("ya29.",), rf"{E}ya29\.{_W}{{20,}}"),
    Detector("google_oauth_token", ("1//0",), rf"{E}1//0{_W}{{30,}}", valid=has_mix),
    Detector(
        "azure_client_secret",
        ("7Q~", "8Q~"),
        r"(?<![\w.~])[\w.~]{3}[78]Q~[\w.~-]{31,34}",
        behind="abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.~",
    ),
    Detector(
        "azure_devops_token",
        ("AZDO",),
        rf"(?<!{_A}){_A}{{76}}AZDO{_A}{{4}}{_NO_A}",
        behind="abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    ),
    Detector("digitalocean_token", ("dop_v1_", "doo_v1_", "dor_v1_"), rf"{E}do[opr]_v1_{_H}{{64}}{_NO_A}"),
    Detector("alibaba_key", ("LTAI",), rf"{E}LTAI{_A}{{12,26}}{_NO_A}", valid=has_mix),
    Detector("databricks_token", ("dapi",), rf"{E}dapi{_H}{{32}}(?:-\d)?{_NO_A}"),
    Detector("heroku_key", ("HRKU-",), rf"{E}HRKU-{_W}{{36,64}}"),
    Detector("cloudflare_key", ("v1.0-",), rf"{E}v1\.0-{_H}{{24}}-{_H}{{146}}{_NO_A}"),
    Detector("flyio_token", ("fo1_", "fm1_", "fm2_"), rf"{E}f(?:o1|m[12])[ra]?_[\w+/=-]{{40,}}"),
    Detector("netlify_token", ("nfp_",), rf"{E}nfp_{_A}{{36,}}"),
    Detector("vercel_token", ("vcp_", "vck_", "vci_", "vca_", "vcr_"), rf"{E}vc[pkiar]_{_A}{{24,}}"),
    Detector(
        "supabase_key",
        ("sbp_", "sb_secret_"),
        rf"{E}(?:sbp_(?:oauth_|v0_)?{_H}{{40}}|sb_secret_{_W}{{20,}}){_NO_A}",
    ),
    Detector("planetscale_token", ("pscale_",), rf"{E}pscale_(?:tkn|pw|oauth)_[\w.=-]{{32,64}}"),
    Detector("scaleway_key", ("SCWSECRET",), rf"{E}SCWSECRET{_A}{{20,}}"),
    Detector(
        "terraform_cloud_token",
        (".atlasv1.",),
        rf"{_A}{{14}}\.atlasv1\.[\w=-]{{60,70}}",
        behind="abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    ),
    Detector("pulumi_token", ("pul-",), rf"{E}pul-{_H}{{40}}{_NO_A}"),
    Detector(
        "doppler_token",
        ("dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."),
        rf"{E}dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{{2,35}}\.)?{_A}{{40,44}}{_NO_A}",
    ),
    Detector("vault_token", ("hvs.", "hvb.", "hvr."), rf"{E}hv[sbr]\.{_W}{{24,}}", valid=_not_words),
    Detector("onepassword_token", ("ops_eyJ",), rf"{E}ops_eyJ[\w+/=-]{{100,}}"),
    Detector("age_key", ("AGE-SECRET-KEY-1",), rf"{E}AGE-SECRET-KEY-1[A-Z0-9]{{58}}{_NO_A}"),
)

CODE_HOSTS = (
    Detector("github_token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), rf"{E}gh[pousr]_{_A}{{36,255}}"),
    Detector("github_token", ("github_pat_",), rf"{E}github_pat_{_A}{{22}}_{_A}{{59}}"),
    Detector(
        "gitlab_token",
        (
            "glpat-",
            "gldt-",
            "glrt-",
            "glrtr-",
            "glcbt-",
            "glptt-",
            "glft-",
            "glimt-",
            "gloas-",
            "glsoat-",
            "glffct-",
            "glagent-",
        ),
        rf"{E}gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|oas|soat|ffct|agent)-[\w.-]{{20,}}",
        valid=_not_words,
    ),
    Detector("gitlab_token", ("GR1348941",), rf"{E}GR1348941{_W}{{20,}}"),
    Detector("bitbucket_token", ("ATBB", "ATCTT3", "ATATT3"), rf"{E}(?:ATBB{_A}{{24,}}|AT(?:CT|A)TT3[\w=-]{{60,}})"),
    Detector("npm_token", ("npm_",), rf"{E}npm_{_A}{{36}}{_NO_A}", valid=_not_words),
    Detector("pypi_token", ("pypi-AgE",), rf"{E}pypi-AgE{_W}{{50,}}"),
    Detector("rubygems_token", ("rubygems_",), rf"{E}rubygems_{_H}{{48}}{_NO_A}"),
    Detector("crates_token", ("cio",), rf"{E}cio{_A}{{32}}{_NO_A}", valid=lambda t: has_mix(t) and not is_wordy(t)),
    Detector("nuget_key", ("oy2",), rf"{E}oy2[a-z0-9]{{43}}{_NO_A}"),
    Detector("clojars_token", ("CLOJARS_",), rf"{E}CLOJARS_[a-z0-9]{{60}}{_NO_A}"),
    Detector("docker_token", ("dckr_pat_", "dckr_oat_"), rf"{E}dckr_[po]at_{_W}{{27,}}"),
    Detector("artifactory_token", ("AKCp", "cmVmdGtuOj"), rf"{E}(?:AKCp{_A}{{60,}}|cmVmdGtuOj{_A}{{50,}})"),
    Detector("circleci_token", ("CCIPAT_",), rf"{E}CCIPAT_{_A}{{22}}_{_H}{{40}}{_NO_A}"),
    Detector("buildkite_token", ("bkua_",), rf"{E}bkua_{_H}{{40}}{_NO_A}"),
    Detector("sonar_token", ("squ_", "sqp_", "sqa_"), rf"{E}sq[upa]_{_H}{{40}}{_NO_A}"),
    Detector("sourcegraph_token", ("sgp_",), rf"{E}sgp_(?:(?:{_H}{{16}}|local)_)?{_H}{{40}}{_NO_A}"),
)

CHAT = (
    Detector(
        "slack_token",
        ("xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxc-", "xoxd-", "xoxe-", "xapp-"),
        rf"{E}(?:xox[a-z]|xapp)-[A-Za-z0-9%/+=-]{{18,}}",
        valid=has_mix,
    ),
    Detector("slack_token", ("xoxe.xox",), rf"{E}xoxe\.xox[bp]-\d-{_A}{{60,}}"),
    Detector(
        "slack_webhook",
        ("hooks.slack.com/",),
        rf"hooks\.slack\.com/(?:services|workflows|triggers)/[\w/-]{{8,60}}/(?P<s>{_A}{{16,}})",
    ),
    Detector(
        "slack_webhook",
        ("hooks.slack-gov.com/",),
        rf"hooks\.slack-gov\.com/(?:services|workflows|triggers)/[\w/-]{{8,60}}/(?P<s>{_A}{{16,}})",
    ),
    Detector("discord_webhook", ("/api/webhooks/",), rf"/api/webhooks/\d{{15,21}}/(?P<s>{_W}{{50,}})"),
    Detector(
        "teams_webhook",
        ("/IncomingWebhook/",),
        rf"/IncomingWebhook/(?P<s>{_H}{{32}}/{_H}{{8}}-[0-9a-f-]{{27}}(?:/{_W}{{20,}})?)",
    ),
    Detector("telegram_token", (":AA",), rf"(?<!\d)\d{{8,10}}:AA{_W}{{33}}{_NO_W}", behind="0123456789"),
    Detector("telegram_token", ("%3AAA",), rf"(?<!\d)\d{{8,10}}%3AAA{_W}{{33}}{_NO_W}", behind="0123456789"),
    Detector("twilio_token", ("SK",), rf"{S}SK{_H}{{32}}{_NO_A}"),
    Detector("sendgrid_key", ("SG.",), rf"{E}SG\.{_W}{{16,32}}\.{_W}{{32,64}}"),
    Detector("mailgun_key", ("key-",), rf"{S}key-{_H}{{32}}{_NO_A}"),
    Detector("brevo_key", ("xkeysib-", "xsmtpsib-"), rf"{E}x(?:key|smtp)sib-{_H}{{64}}-{_A}{{16}}{_NO_A}"),
    Detector("resend_key", ("re_",), rf"{S}re_{_A}{{8}}_{_A}{{24}}{_NO_A}", valid=has_mix),
)

PAYMENT = (
    Detector(
        "stripe_key",
        ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_org_"),
        rf"{E}[sr]k_(?:live|test|org_live|org_test)_{_A}{{16,}}",
    ),
    Detector("stripe_webhook_secret", ("whsec_",), rf"{E}whsec_[A-Za-z0-9+/=]{{24,}}", valid=_not_words),
    Detector("square_token", ("sq0atp-", "sq0csp-", "sq0idp-"), rf"{E}sq0(?:atp|csp)-{_W}{{22,43}}"),
    Detector("square_token", ("EAAA",), rf"{E}EAAA{_W}{{60}}{_NO_W}", valid=has_mix),
    Detector(
        "braintree_token",
        ("access_token$",),
        rf"(?P<s>access_token\$(?:production|sandbox)\$[a-z0-9]{{16}}\${_H}{{32}})",
    ),
    Detector(
        "shopify_token",
        ("shpat_", "shpca_", "shppa_", "shpss_", "shpua_", "shptka_"),
        rf"{E}shp(?:[acpu]a|at|ss|tka)_[0-9a-fA-F]{{32}}{_NO_A}",
    ),
    Detector(
        "plaid_token",
        ("access-production-", "access-development-", "access-sandbox-"),
        rf"{E}access-(?:production|development|sandbox)-{_H}{{8}}-[0-9a-f-]{{27}}",
    ),
    Detector("flutterwave_key", ("FLWSECK",), rf"{E}FLWSECK(?:_TEST)?-{_A}{{12,}}(?:-X)?"),
    Detector("easypost_key", ("EZAK", "EZTK"), rf"{E}EZ[AT]K{_A}{{54}}{_NO_A}"),
    Detector("facebook_token", ("EAA",), rf"{E}EAA[A-Z]{_A}{{90,}}", valid=has_mix),
)

AI = (
    Detector("anthropic_key", ("sk-",), rf"{E}sk-ant-[a-z0-9]{{2,12}}-{_W}{{20,}}"),
    Detector("openrouter_key", ("sk-",), rf"{E}sk-or-(?:v\d-)?{_A}{{32,}}"),
    Detector("langfuse_key", ("sk-",), rf"{E}sk-lf-{_H}{{8}}-[0-9a-f-]{{27}}"),
    Detector(
        "openai_key",
        ("sk-",),
        rf"{E}sk-(?:proj|svcacct|admin|None)-{_W}{{20,}}",
        valid=lambda t: has_mix(t[8:]) and not is_wordy(t[8:]),
    ),
    Detector("openai_key", ("sk-",), rf"{E}sk-{_A}{{20,}}T3BlbkFJ{_W}{{20,}}"),
    Detector(
        "ai_provider_key",
        ("sk-",),
        rf"{E}sk-{_A}{{32,}}{_NO_W}",
        valid=lambda t: has_mix(t) and not is_wordy(t[3:]),
    ),
    Detector(
        "huggingface_token",
        ("hf_", "api_org_"),
        rf"{E}(?:hf|api_org)_{_A}{{34,40}}{_NO_W}",
        valid=lambda t: not is_wordy(t[3:]),
    ),
    Detector("groq_key", ("gsk_",), rf"{E}gsk_{_A}{{48,60}}{_NO_W}", valid=has_mix),
    Detector("xai_key", ("xai-",), rf"{E}xai-{_A}{{60,90}}{_NO_W}", valid=has_mix),
    Detector("perplexity_key", ("pplx-",), rf"{E}pplx-{_A}{{40,64}}{_NO_W}", valid=has_mix),
    Detector("replicate_token", ("r8_",), rf"{E}r8_{_A}{{37,40}}{_NO_W}", valid=has_mix),
    Detector("nvidia_key", ("nvapi-",), rf"{E}nvapi-{_W}{{60,}}"),
    Detector("cerebras_key", ("csk-",), rf"{E}csk-[a-z0-9]{{40,}}{_NO_W}", valid=has_mix),
    Detector("tavily_key", ("tvly-",), rf"{E}tvly-(?:dev-|prod-)?{_A}{{28,}}", valid=has_mix),
    Detector("firecrawl_key", ("fc-",), rf"{S}fc-{_H}{{32}}{_NO_A}"),
    Detector("langsmith_key", ("lsv2_",), rf"{E}lsv2_(?:pt|sk)_{_H}{{32}}_{_H}{{10}}{_NO_A}"),
    Detector("pinecone_key", ("pcsk_",), rf"{E}pcsk_{_A}{{5,6}}_{_A}{{50,70}}"),
    Detector(
        "voyage_key",
        ("pa-",),
        rf"{S}pa-{_W}{{43}}{_NO_W}",
        valid=lambda t: has_mix(t) and not is_wordy(t),
    ),
    Detector("jina_key", ("jina_",), rf"{E}jina_{_H}{{32}}{_W}{{20,40}}"),
    Detector("elevenlabs_key", ("sk_",), rf"{E}sk_{_H}{{48}}{_NO_A}"),
    Detector("together_key", ("tgp_v1_",), rf"{E}tgp_v1_{_W}{{40,}}"),
    Detector(
        "fireworks_key",
        ("fw_",),
        rf"{E}fw_{_A}{{22,24}}{_NO_W}",
        valid=lambda t: has_mix(t) and not is_wordy(t),
    ),
    Detector("e2b_key", ("e2b_",), rf"{E}e2b_{_H}{{40}}{_NO_A}"),
    Detector("wandb_key", ("wandb_v1_",), rf"{E}wandb_v1_{_W}{{40,}}"),
)

SERVICES = (
    Detector(
        "newrelic_key",
        ("NRAK-", "NRII-", "NRRA-", "NRSP-", "NRIQ-"),
        rf"{E}NR(?:AK|II|RA|SP|IQ)-[A-Za-z0-9_-]{{20,42}}",
        valid=has_mix,
    ),
    Detector(
        "grafana_token",
        ("glsa_", "glc_"),
        rf"{E}(?:glsa_{_A}{{32}}_[0-9A-Fa-f]{{8}}|glc_eyJ[A-Za-z0-9+/=]{{40,}})",
    ),
    Detector("sentry_token", ("sntrys_", "sntryu_"), rf"{E}sntry(?:s_eyJ[\w+/=-]{{60,}}|u_{_H}{{64}})"),
    Detector("dynatrace_token", ("dt0",), rf"{E}dt0[a-z]\d\d\.[A-Z0-9]{{24}}\.[A-Z0-9]{{64}}{_NO_A}"),
    Detector("linear_key", ("lin_api_", "lin_oauth_"), rf"{E}lin_(?:api|oauth)_{_A}{{32,64}}"),
    Detector(
        "notion_token",
        ("ntn_", "secret_"),
        rf"{E}(?:ntn_{_A}{{40,50}}|secret_{_A}{{43}}){_NO_W}",
        valid=lambda t: has_mix(t) and not is_wordy(t[7:]),
    ),
    Detector("airtable_token", ("pat",), rf"{E}pat{_A}{{14}}\.{_H}{{64}}{_NO_A}"),
    Detector("figma_token", ("figd_",), rf"{E}figd_{_W}{{36,}}"),
    Detector("postman_key", ("PMAK-",), rf"{E}PMAK-{_H}{{24}}-{_H}{{34}}{_NO_A}"),
    Detector("contentful_token", ("CFPAT-",), rf"{E}CFPAT-{_W}{{43}}"),
    Detector("dropbox_token", ("sl.",), rf"{E}sl\.(?:u\.)?{_W}{{120,}}"),
    Detector("mapbox_token", ("sk.eyJ",), rf"{E}sk\.eyJ{_W}{{40,500}}\.{_W}{{20,}}"),
    Detector("typeform_token", ("tfp_",), rf"{E}tfp_{_W}{{40,}}", valid=has_mix),
    Detector("readme_key", ("rdme_",), rf"{E}rdme_[a-z0-9]{{70}}{_NO_A}"),
    Detector("prefect_key", ("pnu_", "pnb_"), rf"{E}pn[ub]_{_A}{{36}}{_NO_A}"),
    Detector(
        "launchdarkly_key",
        ("api-", "sdk-"),
        rf"{S}(?:api|sdk)-{_H}{{8}}-{_H}{{4}}-4{_H}{{3}}-{_H}{{4}}-{_H}{{12}}{_NO_A}",
    ),
    Detector("adafruit_key", ("aio_",), rf"{E}aio_{_A}{{28}}{_NO_A}", valid=has_mix),
    Detector(
        "jwt",
        ("eyJ",),
        rf"{E}eyJ{_W}{{8,2000}}+\.(?:eyJ{_W}{{6,}}+|{_W}{{0,2000}}+\.{_W}{{0,2000}}+\.{_W}{{8,}}+)(?:\.{_W}*+){{0,3}}",
    ),
    Detector("jwt", ("ZXlK",), rf"{E}ZXlK{_A}{{40,}}+={{0,2}}", valid=_not_words),
)

VENDORS = (*CLOUD, *CODE_HOSTS, *CHAT, *PAYMENT, *AI, *SERVICES)

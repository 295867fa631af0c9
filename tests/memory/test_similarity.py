"""Likeness of two texts: copies, near copies, corrections, and what must not be taken for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.similarity import compare, normal_form, text_hash
from memory.statements import read, stem

CORRECTIONS = [
    ("MAX_CONNECTIONS is set to 20 in config/db.toml.", "MAX_CONNECTIONS is set to 50 in config/db.toml."),
    ("The payments team owns the checkout service.", "Checkout is owned by the storefront team since March."),
    ("Deploys happen on Tuesdays.", "We deploy on Thursdays now."),
    ("Use npm to install packages.", "Use pnpm instead of npm to install packages."),
    ("Alice reviews all changes to the auth module.", "Bob reviews all changes to the auth module."),
    ("Force pushes to main are allowed for maintainers.", "Force pushes to main are not allowed for anyone."),
    ("Logs are written to /var/log/acme/app.log.", "Logs are written to stdout and shipped by Vector."),
    ("The admin panel listens on port 9000.", "The admin panel listens on port 9443."),
    ("Line length: 88", "Line length: 120"),
    ("JWT tokens are signed with HS256.", "JWT tokens are now signed with RS256, keys rotate monthly."),
    (
        "The mobile app supports iOS 14 and later.",
        "iOS 16 is required by the mobile app; iOS 14 and 15 were dropped.",
    ),
    (
        "Always squash commits when merging pull requests.",
        "Do not squash commits when merging pull requests; use merge commits.",
    ),
    ("Cache entries live for one hour.", "Cache entries live for ten minutes."),
    ("The docs are hosted on Read the Docs.", "The docs are hosted on GitHub Pages."),
    ("CI runs on Jenkins.", "CI was migrated from Jenkins to GitHub Actions."),
    (
        "The `legacy_orders` table holds refunds.",
        "Refunds were split out of `legacy_orders` into the `refunds` table.",
    ),
    ("Feature branches are named feature/<ticket>.", "Feature branches should be called <user>/<ticket>."),
    ("The contract with Stripe runs until 2026-12-31.", "The contract with Stripe runs until 2028-06-30."),
    ("Timestamps are stored in local time.", "Timestamps are stored in UTC."),
    ("We decided to keep the monolith.", "We decided to split the monolith into three services."),
    ("The retry count for webhooks is 3.", "Webhooks are retried 5 times with exponential backoff."),
    (
        "Secrets are kept in a .env file on the server.",
        "Secrets come from Vault; the .env file on the server is gone.",
    ),
    (
        "Python dependencies are pinned in requirements.txt.",
        "Python dependencies are locked with uv in uv.lock.",
    ),
    ("Marketing emails are sent through Mailgun.", "Marketing emails are sent through Amazon SES."),
    (
        "The on-call rotation changes every Monday.",
        "The on-call rotation changes every second Friday at noon.",
    ),
    ("超时时间是30秒。", "超时时间现在是45秒。"),
    ("Worker concurrency defaults to 4 processes.", "Worker concurrency defaults to 8 processes."),
    ("Nginx terminates TLS in front of the app.", "TLS is terminated by Caddy; Nginx was retired."),
    (
        "Maria is the product owner for the mobile app.",
        "Tom took over from Maria as product owner for the mobile app.",
    ),
    (
        "Use tabs for indentation in Go and JavaScript.",
        "Use two spaces for indentation in JavaScript, tabs only in Go.",
    ),
    ("The GraphQL endpoint is /graphql.", "The GraphQL endpoint is /api/v2/graphql."),
    (
        "Invoices are generated on the first of the month.",
        "Invoices are generated on the last working day of the month.",
    ),
    (
        "The config file is read from ~/.acme/config.ini.",
        "The config file is read from $XDG_CONFIG_HOME/acme/config.toml.",
    ),
    ("Telemetry is enabled by default.", "Telemetry is disabled by default."),
    ("Pull requests need one approval.", "Pull requests need two approvals, one from a code owner."),
    ("Terraform state lives in an S3 bucket.", "Terraform state was moved to Terraform Cloud."),
    ("We support Postgres 12 and up.", "We no longer support Postgres 12; 14 is the oldest."),
    ("The test database is called acme_test.", "The test database is called acme_ci."),
    ("Never use raw SQL in views.", "Raw SQL in views is fine when it is covered by a test."),
    ("User passwords are hashed with bcrypt, cost 10.", "User passwords are hashed with argon2id."),
    ("The API gateway times out after 29 s.", "The API gateway times out after 60 s since the March change."),
    ("Images are resized by the thumbnailer Lambda.", "Images are resized in the browser before upload."),
    ("The production cluster has 3 nodes.", "The production cluster was scaled up to 5 nodes."),
    ("Prefer requests for HTTP calls.", "Prefer httpx over requests for HTTP calls."),
    ("The customer id is an integer.", "The customer id is a UUID string."),
    ("Standup is at 9:30 in the morning.", "Standup was moved to 10:15."),
    (
        "The package is published under the MIT license.",
        "The package is licensed under Apache-2.0 from 3.0 on.",
    ),
    ("GET /orders returns at most 100 rows per page.", "GET /orders returns at most 250 rows per page."),
    ("DEBUG=1 in the staging environment", "DEBUG=0 in the staging environment"),
    ("The worker image is built with Docker.", "Since Q3 the worker image is built with Buildah."),
    ("We chose Kafka for the event bus.", "We chose NATS for the event bus after the Kafka pilot failed."),
    ("Der Timeout für den Export beträgt 30 Sekunden.", "Der Timeout für den Export beträgt 90 Sekunden."),
    ("Тесты запускаются через make test.", "Тесты запускаются через nox."),
    (
        "Nightly builds are uploaded to builds.acme.dev/nightly.",
        "Nightly builds are uploaded to the releases bucket on R2; builds.acme.dev is offline.",
    ),
    (
        "The Kubernetes namespace for previews is preview-env.",
        "The Kubernetes namespace for previews is pr-<number>, one per pull request.",
    ),
    (
        "Integration tests need a running MySQL on port 3306.",
        "Integration tests start their own MySQL in a container; no server on 3306 is needed.",
    ),
    ("Emails are rendered with MJML templates.", "Emails are rendered with React Email since the redesign."),
    (
        "The company-wide code freeze starts on December 15.",
        "The company-wide code freeze starts on December 20 this year.",
    ),
    ("The primary key of invoices is a serial integer.", "Invoices now have ULIDs as primary keys."),
    ("Log level in production is INFO.", "Log level in production is WARNING; INFO filled the disk."),
    (
        "Helm charts live in the infra repository.",
        "Helm charts were moved next to each service, the infra repository only has shared values.",
    ),
    (
        "Customer data is kept for 5 years.",
        "Customer data is kept for 24 months because of the new privacy policy.",
    ),
    ("Hotfixes are branched off master.", "Hotfixes are branched off the latest release tag."),
    ("We deploy with Capistrano.", "We deploy with Kamal."),
    ("The design system is called Horizon.", "The design system was renamed from Horizon to Meridian."),
    (
        "The vendor API allows 100 requests per minute.",
        "The vendor API allows 300 requests per minute on the new plan.",
    ),
    ("Translations are managed in Transifex.", "Translations are managed in Weblate."),
    ("SSH access to the bastion uses port 22.", "SSH access to the bastion is on port 2222."),
    ("Node 18 is used in CI.", "Node 22 is used in CI."),
    ("Type checks are done with mypy.", "Type checks are done with pyright in strict mode."),
    ("The settings module is acme.settings.production.", "The settings module is acme.conf.prod."),
    ("Frontend state is managed with Redux.", "Redux is out; frontend state is managed with Zustand."),
    (
        "PDF reports are generated by wkhtmltopdf.",
        "PDF reports are generated by WeasyPrint, wkhtmltopdf is unmaintained.",
    ),
    (
        "The SLA for support tickets is 24 hours.",
        "The SLA for support tickets is 4 hours for enterprise customers.",
    ),
    ("Uploads are limited to 25 MB.", "The upload limit is 100 MB."),
    ("Use the staging API key in tests.", "Never use the staging API key in tests; use the fake gateway."),
    ("Merge requests are merged by the author.", "Merge requests are merged by the bot once approved."),
    ("The mobile API version is v2.", "Mobile API v3 replaces v2."),
    ("The data warehouse is Redshift.", "BigQuery is our data warehouse after the move away from Redshift."),
    ("The session cookie is called sid.", "The session cookie is called __Host-session."),
    ("Dev containers use Ubuntu 20.04.", "Dev containers were upgraded to Ubuntu 24.04."),
    ("Priya is the security contact.", "The security contact is Jonas, Priya left in May."),
    (
        "Background jobs are processed by Sidekiq.",
        "Background jobs are processed by GoodJob, Sidekiq was taken out.",
    ),
    ("The gRPC server binds to 0.0.0.0:50051.", "The gRPC server binds to 127.0.0.1:50051 behind Envoy."),
    ("Decision: we use REST between services.", "Decision: we use gRPC between services."),
    ("Coverage must stay above 80 %.", "Coverage must stay above 92 %."),
    (
        "CSV exports use semicolons as separators.",
        "CSV exports use commas as separators because customers complained.",
    ),
    (
        "The reporting replica is refreshed every night.",
        "The reporting replica is refreshed every 15 minutes.",
    ),
    ("Anna runs the weekly triage.", "Felix runs the weekly triage."),
    (
        "Access tokens are valid for 24 hours.",
        "Access tokens are valid for 15 minutes, refresh tokens for 30 days.",
    ),
    ("Static files are served by WhiteNoise.", "Static files are on CloudFront."),
    ("The API base URL is https://api.acme.io/v1.", "The API base URL is https://api.acme.com/v2."),
    ("We pin Terraform to 1.5.", "Terraform is pinned to 1.9 since the provider upgrade."),
    ("Alembic handles schema migrations.", "Schema migrations are done with Atlas, no more Alembic."),
    ("The linter is flake8.", "The linter is ruff."),
    ("Prices are stored as floats.", "Prices are stored as integer cents."),
    ("Never deploy on Fridays.", "Deploying on Fridays is allowed when CI is green."),
    ("Ports 8000-8010 are reserved for local services.", "Ports 9000-9010 are reserved for local services."),
    (
        "The ETL job runs on the box called hercules.",
        "The ETL job runs in Airflow; hercules was switched off.",
    ),
    ("The default locale is en_US.", "The default locale is en_GB."),
    (
        "Session tokens are kept in localStorage.",
        "Session tokens are kept in httpOnly cookies after the XSS audit.",
    ),
    ("We run PostgreSQL 13 in production.", "Production was upgraded to PostgreSQL 16."),
    ("Customer support uses Zendesk.", "Customer support switched to Intercom in October."),
    ("Memory limit for the worker pods: 512Mi", "Memory limit for the worker pods: 1Gi"),
    (
        "Rebase feature branches before merging.",
        "Feature branches are no longer rebased before merging, we squash.",
    ),
    ("The thumbnail size is 200x200.", "Thumbnails are 320x320 now."),
    ("Payment webhooks arrive at /hooks/stripe.", "Payment webhooks arrive at /api/webhooks/stripe."),
    ("The project manager is Helen Wu.", "Omar Diaz is the project manager since the reorganisation."),
    ("Unit tests mock the database.", "Unit tests use a real SQLite database, nothing is mocked."),
    (
        "Our internal package index is at pypi.acme.lan.",
        "Internal packages come from packages.acme.dev; pypi.acme.lan was shut down.",
    ),
    ("The API returns dates as epoch milliseconds.", "The API returns dates as ISO 8601 strings."),
    ("Sprint length is two weeks.", "Sprints last three weeks from January on."),
    ("The build artefacts are retained for 30 days.", "The build artefacts are retained for a year."),
    ("Pull images from docker.io.", "Pull images from registry.acme.dev, docker.io is blocked."),
]
# Facts about neighbours, other facts about the same thing, and lines of a history.
OTHERS = [
    ("The billing service listens on port 8080.", "The search service listens on port 8081."),
    ("Staging uses Postgres 14.", "Production uses Postgres 15."),
    ("User avatars are kept in the S3 bucket acme-media-eu.", "User avatars are resized to 256 pixels."),
    ("Tests are run with pytest.", "Tests must not touch the network."),
    ("The nightly backup job starts at 02:00 UTC.", "The weekly report job starts at 06:00 UTC."),
    ("The API uses JWT tokens.", "The API returns errors as problem+json."),
    ("Bump version to 0.3.1", "Bump version to 0.3.2"),
    ("Fix typo in docs", "Fix typo in README"),
    ("Release 1.2.0", "Release 1.3.0"),
    ("The default branch is main.", "The default region is eu-west-1."),
    ("Alice owns the deploy pipeline.", "Alice owns the billing dashboard."),
    ("Redis runs on port 6379.", "Postgres runs on port 5432."),
    ("The frontend is built with Vite.", "The backend is built with Bazel."),
    ("Sessions are stored in Redis.", "Uploads are stored in S3."),
    ("Add tests for the parser", "Add tests for the lexer"),
    ("Errors are reported to Sentry.", "Errors in the parser carry a line and column."),
    (
        "The rate limit for anonymous API calls is 60 per hour.",
        "The rate limit for authenticated API calls is 5000 per hour.",
    ),
    ("Python 3.11 is the minimum supported version.", "Node 20 is the minimum supported version."),
    ("Migrations live in db/migrations.", "Migrations must be reversible."),
    ("Maria is the product owner for the mobile app.", "Tom is the designer of the mobile app."),
    ("Use black for formatting Python.", "Use prettier for formatting TypeScript."),
    ("The orders table is partitioned by month.", "The orders table has an index on customer_id."),
    ("The staging database is on host db-stage-1.", "The production database is on host db-prod-1."),
    ("Use the decimal type for money.", "Use aware datetimes for times."),
    ("The iOS app is released every two weeks.", "The Android app is released every week."),
    ("CI caches the pip folder.", "CI runs the linter before the tests."),
    ("Update dependencies", "Update dependencies and lock file"),
    ("The cache TTL for product pages is 10 minutes.", "The cache TTL for category pages is 30 minutes."),
    ("Docker images are tagged with the commit hash.", "Docker images are scanned with Trivy."),
    ("The auth service is written in Go.", "The mail service is written in Rust."),
    ("The login page uses React.", "The login page is translated into 12 languages."),
    ("Never log request bodies.", "Never log card numbers."),
    ("Webhooks are retried 5 times.", "Webhooks are signed with HMAC-SHA256."),
    ("The HTTP port is 8080.", "The metrics port is 9090."),
    ("Invoices are numbered per year.", "Invoices are sent as PDF."),
    ("Carol approves database changes.", "Carol approves budget requests."),
    ("The EU cluster has 5 nodes.", "The US cluster has 9 nodes."),
    ("Add setting for max page size", "Add setting for default page size"),
    ("The Python SDK supports 3.9 and up.", "The Node SDK supports 18 and up."),
    ("Merge branch 'main' into feature/a", "Merge branch 'main' into feature/b"),
    ("Timestamps in the API are ISO 8601.", "Timestamps in the log files are epoch seconds."),
    ("Kafka topics are named team.event.", "Kafka topics keep messages for 7 days."),
    (
        "The staging server is at staging-1.internal, port 8080.",
        "The build server is at build-3.internal, port 8443.",
    ),
    (
        "The HTTP client timeout for the billing service is 30 seconds.",
        "The HTTP client timeout for the search service is 5 seconds.",
    ),
    ("Customer data is kept for 5 years.", "Customer data is encrypted with a key per tenant."),
    ("We deploy with Capistrano.", "We monitor with Grafana."),
    ("Type checks are done with mypy.", "Security checks are done with bandit."),
    ("The session cookie is called sid.", "The language cookie is called lang."),
    ("Log level in production is INFO.", "Log level in staging is DEBUG."),
    ("Translations are managed in Transifex.", "Translations are reviewed by native speakers."),
    ("Helm charts live in the infra repository.", "Helm charts are linted in CI."),
    ("The SLA for support tickets is 24 hours.", "The SLA for outages is 1 hour."),
    ("Node 18 is used in CI.", "Docker 24 is used in CI."),
    ("Priya is the security contact.", "Priya is on leave until June."),
    ("Invoices are numbered per country.", "Receipts are numbered per store."),
    ("The mobile API version is v2.", "The partner API version is v5."),
    ("Uploads are limited to 25 MB.", "Uploads are scanned for viruses."),
    ("Dates are shown in the user's time zone.", "Prices are shown in the user's currency."),
    ("Use UTC for stored times.", "Use kebab-case for file names."),
    ("The worker reads jobs from SQS.", "The worker writes results to S3."),
    ("The parser is in src/parser.py.", "The lexer is in src/lexer.py."),
    ("Do not edit generated files.", "Do not commit large binaries."),
    ("The orders service depends on Kafka.", "The orders service depends on Postgres."),
    ("PDF reports are generated by WeasyPrint.", "PDF reports are stored for 90 days."),
    ("Upgrade Django to 4.2", "Upgrade Django to 5.2"),
    ("Tests run in parallel with xdist.", "Tests run in random order."),
    ("The CLI exits with 1 on failure.", "The CLI prints JSON with --json."),
    ("Background jobs are processed by Sidekiq.", "Emails are processed by SendGrid."),
    ("The gRPC server binds to 0.0.0.0:50051.", "The web server binds to 0.0.0.0:8000."),
    ("Coverage must stay above 80 %.", "Disk usage must stay below 80 %."),
    ("CSV exports use semicolons as separators.", "CSV exports are limited to 10000 rows."),
    ("Access tokens are valid for 24 hours.", "Invitations are valid for 7 days."),
    ("The linter is ruff.", "The type checker is mypy."),
    ("Anna runs the weekly triage.", "Anna runs the hiring interviews."),
    ("Prices are stored as integer cents.", "Weights are stored as grams."),
    ("Static files are served by WhiteNoise.", "Static files are hashed at build time."),
    ("Never deploy on Fridays.", "Never rebase shared branches."),
    ("The API base URL is https://api.acme.io/v1.", "The docs URL is https://docs.acme.io."),
    ("Commit messages follow Conventional Commits.", "Commit messages are checked by a hook."),
    ("Use pathlib for file paths.", "Use pathlib only outside of hot modules."),
    ("The dev database is seeded with 500 users.", "The dev database is reset every night."),
    ("Alembic handles schema migrations.", "Celery handles scheduled tasks."),
    ("The ETL job runs in Airflow.", "The ETL job fails when the source file is empty."),
    ("The web container has 512 MB of memory.", "The worker container has 2 GB of memory."),
    ("Bump actions/checkout from 3 to 4", "Bump actions/checkout from 4 to 5"),
    ("Feature X is behind the flag new_cart.", "Feature Y is behind the flag new_search."),
    ("Errors in jobs are retried 3 times.", "Errors in jobs are shown on the dashboard."),
    ("The default locale is en_US.", "The default theme is dark."),
    ("Session tokens are kept in localStorage.", "Session tokens are 32 bytes long."),
    ("Customer support uses Zendesk.", "The sales team uses Salesforce."),
    ("Payment webhooks arrive at /hooks/stripe.", "Shipping webhooks arrive at /hooks/dhl."),
    ("The project manager is Helen Wu.", "The design lead is Omar Diaz."),
    ("Sprint length is two weeks.", "Sprint planning is on Monday."),
    ("The API returns dates as ISO 8601 strings.", "The API returns at most 100 rows."),
    ("Memory limit for the worker pods: 512Mi", "CPU limit for the worker pods: 2"),
    ("The build artefacts are retained for 30 days.", "The audit logs are retained for 7 years."),
    ("Unit tests mock the network.", "Unit tests run in 40 seconds."),
    ("Thumbnails are 320x320.", "Banners are 1200x300."),
    ("Pull images from registry.acme.dev.", "Push charts to charts.acme.dev."),
]


@pytest.mark.parametrize(("older", "newer"), CORRECTIONS)
def test_a_changed_fact_is_a_correction(older: str, newer: str) -> None:
    likeness = compare(older, newer)
    assert likeness.correction, likeness
    assert not likeness.near_duplicate
    assert likeness.reason.startswith("same s")


@pytest.mark.parametrize(("older", "newer"), OTHERS)
def test_another_fact_is_no_correction(older: str, newer: str) -> None:
    assert not compare(older, newer).correction, compare(older, newer)


@pytest.mark.parametrize(
    ("older", "newer", "reason"),
    [
        ("The timeout is 30 seconds.", "The timeout is 45 seconds.", "'30 seconds' became '45 seconds'"),
        ("The broker is Redis.", "We moved the broker from Redis to RabbitMQ.", "'Redis' became 'RabbitMQ'"),
        ("API keys use snake_case.", "API keys use camelCase since v3.", "'snake_case' became 'camelCase'"),
        ("Alice owns the deploy job.", "Bob owns the deploy job.", "'Alice' became 'Bob'"),
        (
            "Pushes to main are allowed.",
            "Pushes to main are not allowed.",
            "one text denies what the other says",
        ),
    ],
)
def test_the_reason_says_what_changed(older: str, newer: str, reason: str) -> None:
    assert reason in compare(older, newer).reason


def test_units_that_do_not_fit_are_no_change() -> None:
    assert not compare("The cluster has 3 nodes.", "The cluster has 12 GB of memory.").correction


@pytest.mark.parametrize(
    "text",
    [
        "Gina: Wow! That is 5 times what we had.",
        "user: the port is 8080",
        "Hey, the port is 8080.",
        "Is the port 8080?",
        "fix: the port is 8080",
        "def port(self):\n    return 8080",
        "```\nport is 8080\n```",
        "Bump the port to 8080",
    ],
)
def test_talk_code_and_log_lines_state_nothing(text: str) -> None:
    assert not read(text).states
    assert not compare(text, text.replace("8080", "9090").replace("5", "6")).correction


@pytest.mark.parametrize("label", ["Decision: ", "- ", "## Rule: ", "* fact : "])
def test_a_label_or_a_bullet_does_not_hide_a_statement(label: str) -> None:
    assert compare(f"{label}we use Redis for the queue.", f"{label}we use NATS for the queue.").correction


def test_copies_that_differ_in_case_spacing_or_width_are_the_same_text() -> None:
    assert normal_form("  Ｔhe\tPORT is\n8080 ") == "the port is 8080"
    assert text_hash("The port is 8080") == text_hash("the  PORT is ８０８０")
    likeness = compare("The port is 8080", "the PORT is 8080 ")
    assert (likeness.near_duplicate, likeness.correction, likeness.score) == (True, False, 1.0)


def test_a_rewording_is_a_near_duplicate_and_a_changed_value_is_not() -> None:
    older = "The nightly export of customer orders writes one compressed file per region to the archive bucket"
    assert compare(older, older.replace("writes", "writing") + ".").near_duplicate
    assert not compare(older, older.replace("one", "two")).near_duplicate
    assert not compare(older, older.replace("writes", "never writes")).near_duplicate


@pytest.mark.parametrize(
    "forms",
    [
        "migrate migrated migrating migration migrations",
        "deploy deploys deployed deployment",
        "policy policies",
        "run runs running",
    ],
)
def test_the_forms_of_a_word_meet(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "text", ["", " \n", "???", "¿", "a", "\ud800", "\0", "的", "`", "is", "no longer", "from a to b"]
)
def test_scraps_of_text_are_compared(text: str) -> None:
    assert not compare(text, text).correction
    assert not compare(text, "The port is 8080.").correction


def test_a_text_of_the_largest_size_is_read_in_part() -> None:
    filler = "Some other sentence follows here. " * 1800
    older, newer = f"The port is 8080. {filler}", f"The port is 9090. {filler}"
    assert compare(older, newer).correction
    assert len(read(newer).words) < 200


@given(st.text(max_size=400), st.text(max_size=400))
def test_any_two_texts_are_compared(older: str, newer: str) -> None:
    likeness = compare(older, newer)
    assert 0 <= likeness.jaccard <= likeness.containment <= 1
    assert 0 <= likeness.score <= 1
    assert not (likeness.near_duplicate and likeness.correction)
    assert likeness.reason
    assert normal_form(normal_form(older)) == normal_form(older)


@given(st.text(alphabet="ab `'’\"/:.-@~$%=1N\n现是", max_size=200))
def test_odd_punctuation_is_compared(text: str) -> None:
    assert compare(text, f"{text} now").jaccard <= 1

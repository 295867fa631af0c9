"""The capsule is the same text by way of Django and by way of the prompt hook."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.make import ROOT, Genesis

NOTES = (
    ("The payment service retries a webhook five times with exponential backoff", "decision"),
    ("Payment webhooks are signed with HMAC-SHA256; the header is X-Signature", "fact"),
    ("支払いサービスは五回再試行する", "fact"),
    ("Release notes are written in British English", "rule"),
    ("Платёж повторяется пять раз, затем попадает в очередь ошибок", "outcome"),
    ("The importer reads CSV with getUserName and pushes rows to payments/webhook_queue", "fact"),
    ("Payment " * 80 + "webhook", "fact"),
)
PROMPTS = (
    "how often does the payment webhook retry?",
    "which header signs payment webhooks, and with what?",
    "支払いサービスの再試行は何回ですか",
    "сколько раз повторяется платёж и куда попадает",
    "fix the importer that reads CSV rows for the webhook queue",
    "thanks!",
    "",
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Genesis:
    genesis = Genesis(tmp_path_factory.mktemp("filled"))
    with genesis.server("--client", "codex", name="codex") as server:
        for text, kind in NOTES:
            server.call("remember", text=text, kind=kind)
        server.call("thread_update", topic="Webhook retries", focus="two tests fail", next_steps=["fix the clock"])
        server.call("dialogue_update", user="why do\nthey fail?", assistant="The clock is mocked twice. " * 20)
    return genesis


@pytest.mark.parametrize("tokens", [40, 90, 200, 1000])
@pytest.mark.parametrize("prompt", PROMPTS)
def test_both_lanes_say_the_same(filled: Genesis, prompt: str, tokens: int) -> None:
    hook = [sys.executable, "-I", "-S", str(ROOT / "memory/hook/genesis_hook.py"), "--db", str(filled.database)]
    event = json.dumps({"prompt": prompt, "cwd": str(filled.work), "hook_event_name": "UserPromptSubmit"})
    by_hook = subprocess.run(
        [*hook, "--client", "terminal", "--tokens", str(tokens)], input=event.encode(), capture_output=True, check=True
    ).stdout.decode()
    by_django = filled.json("capsule", prompt, "--tokens", str(tokens))
    assert by_hook == by_django["text"]
    assert by_django["tokens"] <= tokens
    assert by_hook or tokens == 40

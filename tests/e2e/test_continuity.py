"""What was settled in one real agent is there in the next, without anyone asking: Claude Code first, then Codex."""

from __future__ import annotations

from tests.e2e.agents import program, run
from tests.e2e.upstream import ANSWER, Upstream
from tests.make import Genesis

NOTE = "The payment service retries a webhook five times with exponential backoff"


def take_up(genesis: Genesis, turns: int) -> None:
    """Let capture finish its work; it runs behind the agent's back."""
    for _ in range(100):
        genesis.run("hook-capture", "--work")
        if genesis.json("status")["turns"] >= turns:
            return
    raise AssertionError((genesis.home / ".genesis/capture.log").read_text())


def test_claude_code_hears_the_memory_and_codex_hears_claude_code(genesis: Genesis) -> None:
    claude, codex = program("claude"), program("codex")
    config = genesis.home / ".codex/config.toml"
    config.parent.mkdir()
    with Upstream() as upstream:
        config.write_text(
            'model = "gpt-5.2"\nmodel_provider = "here"\n\n[model_providers.here]\nname = "here"\n'
            f'base_url = "{upstream.url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n'
            "supports_websockets = false\n"
        )
        genesis.run("remember", NOTE, "--kind", "decision")
        done = genesis.run("setup", "--yes", "--client", "claude-code", "codex")
        assert done.returncode == 0, done.stdout + done.stderr

        said = run(
            genesis, claude, "-p", "how often does the payment webhook retry?",
            ANTHROPIC_BASE_URL=upstream.url, ANTHROPIC_API_KEY="sk-ant-placeholder",
        )  # fmt: skip
        assert ANSWER in said
        heard = "".join(upstream.asked)
        assert "genesis-memory" in heard, "the capsule did not reach the model"
        assert NOTE in heard
        take_up(genesis, turns=2)

        upstream.asked.clear()
        trusted = ("exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust")
        run(genesis, codex, *trusted, "and what happens after that?", OPENAI_API_KEY="placeholder")
        heard = "".join(upstream.asked)
        assert "Last said in claude-code" in heard
        assert "how often does the payment webhook retry?" in heard
        assert ANSWER in heard
        take_up(genesis, turns=4)
    dialogue = {row["client"] for row in _turns(genesis)}
    assert dialogue == {"claude-code", "codex"}


def _turns(genesis: Genesis) -> list[dict[str, str]]:
    with genesis.server(name="test") as server:
        turns: list[dict[str, str]] = server.call("dialogue_get")["turns"]
    return turns

"""The prompts that a user picks in the client: static templates, no database. HOT.

Listed and filled by the catalog. Each asks the model to use our tools; nothing is read here.
"""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import INVALID_PARAMS, Json, RpcError
from genesis_site.mcp.validate import did_you_mean, mend


class Argument:
    """One blank of a prompt."""

    __slots__ = ("description", "name", "required")

    def __init__(self, name: str, description: str, *, required: bool) -> None:
        self.name = name
        self.description = description
        self.required = required


class Prompt:
    """One prompt: how it is listed, and its text with `{argument}` blanks.

    `without`: the text when no optional argument was given; None: the prompt has no optional arguments.
    """

    __slots__ = ("arguments", "description", "name", "text", "title", "without")

    def __init__(
        self,
        *,
        name: str,
        title: str,
        description: str,
        arguments: tuple[Argument, ...],
        text: str,
        without: str | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.description = description
        self.arguments = arguments
        self.text = text
        self.without = without


PROMPTS = (
    Prompt(
        name="recap",
        title="Recap this project",
        description="What is known about this project, or about one topic in it",
        arguments=(Argument("topic", "What to recap; leave empty for the whole project", required=False),),
        text=(
            "Recall what Genesis knows about the topic below (tool recall; a second query in other words if "
            "the first finds little). Then sum it up for me: decisions and their reasons, what worked and "
            "what failed, open points. Name the id of each memory you rely on, and say so if there is "
            "nothing.\n\nTopic: {topic}"
        ),
        without=(
            "Recall what Genesis knows about this project (tool recall: recent decisions, preferences, "
            "outcomes; and thread_get for the work in progress). Then sum it up for me: decisions and their "
            "reasons, what worked and what failed, open points. Name the id of each memory you rely on, and "
            "say so if there is nothing."
        ),
    ),
    Prompt(
        name="remember-decision",
        title="Remember a decision",
        description="Store a decision with its reason, and correct what it replaces",
        arguments=(
            Argument("decision", "What was decided", required=True),
            Argument("reason", "Why", required=True),
        ),
        text=(
            "Store this decision in Genesis. First recall what it may replace. Then call remember with kind "
            "decision and one text that holds the decision and the reason; if it changes an older memory, "
            "give that one's id as supersedes_id. Tell me the id of the new memory and what it replaced.\n\n"
            "Decision: {decision}\nReason: {reason}"
        ),
    ),
)


def listing() -> list[Json]:
    """Return the prompts as prompts/list shows them to the newest protocol."""
    return [
        {
            "name": prompt.name,
            "title": prompt.title,
            "description": prompt.description,
            "arguments": [
                {"name": blank.name, "description": blank.description, "required": blank.required}
                for blank in prompt.arguments
            ],
        }
        for prompt in PROMPTS
    ]


def fill(name: object, arguments: object) -> Json:
    """Return the result of prompts/get. Raises RpcError(INVALID_PARAMS) for bad names and arguments."""
    prompt = next((prompt for prompt in PROMPTS if prompt.name == name), None)
    if prompt is None:
        shown = name[:64] if isinstance(name, str) else "(no name)"
        hint = did_you_mean(shown, [prompt.name for prompt in PROMPTS])
        raise RpcError(INVALID_PARAMS, f"Unknown prompt: {mend(shown)}{hint}")
    given = _given(prompt, {} if arguments is None else arguments)
    text = prompt.text if given or prompt.without is None else prompt.without
    return {
        "description": prompt.description,
        "messages": [{"role": "user", "content": {"type": "text", "text": text.format_map(given)}}],
    }


def _given(prompt: Prompt, arguments: object) -> dict[str, str]:
    """Return the non-blank arguments of `prompt`."""
    if not isinstance(arguments, dict):
        raise RpcError(INVALID_PARAMS, f"Invalid params: the arguments of {prompt.name} must be an object")
    known = [blank.name for blank in prompt.arguments]
    for name, value in arguments.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise RpcError(INVALID_PARAMS, f"Invalid params: {prompt.name} has no argument {mend(name[:64])}{hint}")
        if not isinstance(value, str):
            raise RpcError(INVALID_PARAMS, f"Invalid params: {name} must be text")
    given = {name: mend(value.strip()) for name, value in arguments.items() if value.strip()}
    missing = [blank.name for blank in prompt.arguments if blank.required and blank.name not in given]
    if missing:
        raise RpcError(INVALID_PARAMS, f"Invalid params: {prompt.name} needs {' and '.join(missing)}")
    return given

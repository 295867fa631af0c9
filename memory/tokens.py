"""How many tokens a text costs, without a tokenizer. Pure."""

from __future__ import annotations

# English text and code run at about four bytes a token in the tokenizers of the large providers.
BYTES_PER_TOKEN = 4


def estimate(text: str) -> int:
    """Tokens of `text`, rounded up: UTF-8 bytes / 4."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_PER_TOKEN)

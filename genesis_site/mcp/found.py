"""Present what recall found: structured results and a readable text, together within the token budget.

ORM lane: imported by `tools/recall.py` inside `run`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from functools import partial

from genesis_site.mcp.context import day, reply
from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.resources import MEMORY_PREFIX
from memory import tokens
from memory.errors import BadInput
from memory.excerpt import stretch
from memory.projects import Place
from memory.recall import Recalled, Result
from memory.search.contract import Filters
from memory.times import parse_time

# A result shorter than this says too little; fewer results are shown then.
LEAST_TEXT_CHARS = 40
# A cursor that has shown this many leads no further: a better question does.
MOST_SHOWN = 500
# How much is said of each result: all of it, what it is and when, or its id and text alone.
FULL, BRIEF, BARE = 2, 1, 0
MOST_TEXT_CHARS = 64_000
# What a reply says beside its results, in UTF-8 bytes: braces, `isError`, the wire's own keys.
ENVELOPE_BYTES = 64


def filters_from(arguments: Json, now: datetime) -> Filters:
    """The search filters that the tool's arguments ask for. Raises BadInput."""
    return Filters(
        kinds=tuple(arguments.get("kinds", ())),
        tags=tuple(arguments.get("tags", ())),
        min_confidence=arguments.get("min_confidence", 0.0),
        since=parse_time(arguments.get("since", ""), "since", now),
        until=parse_time(arguments.get("until", ""), "until", now, last=True),
        as_of=parse_time(arguments.get("as_of", ""), "as_of", now, last=True),
        include_archived=arguments.get("include_archived", False),
    )


def _fingerprint(arguments: Json) -> str:
    """Ties a cursor to its question; paging with another question would skip results in silence."""
    asked = {key: value for key, value in arguments.items() if key not in ("cursor", "limit", "max_tokens")}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:8]


def shown_before(arguments: Json) -> tuple[int, ...]:
    """The ids of the results that the cursor says were shown. Raises BadInput for a cursor of another question."""
    cursor = arguments.get("cursor", "").strip()
    if not cursor:
        return ()
    fingerprint, *ids = cursor.split(".")
    if fingerprint != _fingerprint(arguments) or not all(one.isascii() and one.isdigit() for one in ids):
        raise BadInput("cursor does not belong to this query. Send it with the arguments it came from.")
    return tuple(int(one[:18]) for one in ids[:MOST_SHOWN])


def answer(found: Recalled, place: Place, arguments: Json, before: tuple[int, ...], max_tokens: int) -> Json:
    """The reply: as many results, as much of each text, as `max_tokens` allow (text and structure together)."""
    budget_bytes = max_tokens * tokens.BYTES_PER_TOKEN - ENVELOPE_BYTES

    def drawn(count: int, text_chars: int, detail: int) -> Json:
        return _reply(found, place, arguments, before, found.results[:count], text_chars, detail)

    def fits(count: int, text_chars: int, detail: int) -> bool:
        return _bytes(drawn(count, text_chars, detail)) <= budget_bytes

    choices = [(count, detail) for count in range(len(found.results), 0, -1) for detail in (FULL, BRIEF, BARE)]
    for count, detail in choices:
        if fits(count, LEAST_TEXT_CHARS, detail):
            chars = _most_chars(partial(fits, count, detail=detail))
            return drawn(count, chars, detail)
    return drawn(0, LEAST_TEXT_CHARS, BARE)


def _bytes(value: Json) -> int:
    """What `value` costs on the wire: its text as a JSON string, and the rest as structured content."""
    structured = {key: part for key, part in value.items() if key != "_text"}
    encoded = (
        json.dumps(structured, ensure_ascii=False),
        json.dumps(value.get("_text", ""), ensure_ascii=False),
    )
    return sum(len(part.encode("utf-8", "surrogatepass")) for part in encoded)


def _most_chars(fits: Callable[[int], bool]) -> int:
    """The most characters of each text that still fit; LEAST_TEXT_CHARS are known to."""
    if fits(MOST_TEXT_CHARS):
        return MOST_TEXT_CHARS
    low, high = LEAST_TEXT_CHARS, MOST_TEXT_CHARS
    while high - low > 8:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _reply(
    found: Recalled,
    place: Place,
    arguments: Json,
    before: tuple[int, ...],
    shown: list[Result],
    text_chars: int,
    detail: int,
) -> Json:
    rest = found.total - len(shown)
    entries = [_entry(result, text_chars, detail) for result in shown]
    values: Json = {"results": entries, "more": rest}
    if rest:
        ids = (*before, *(result.memory.pk for result in shown))
        values["cursor"] = ".".join([_fingerprint(arguments), *map(str, ids[:MOST_SHOWN])])
    return reply(place, **values, _text=_text(found, place, entries, detail))


def _text(found: Recalled, place: Place, entries: list[Json], detail: int) -> str:
    if not entries:
        return _nothing(found, place)
    if detail == BARE:
        return "\n".join(f"[{entry['id']}] {entry['text']}" for entry in entries)
    head = f"{len(entries)} of {found.total} notes, best first (recalled; may be stale):"
    lines = [f"[{entry['id']}] {entry['kind']} {entry['date']}{_flag(entry)}: {entry['text']}" for entry in entries]
    return "\n".join([head, *lines])


def _nothing(found: Recalled, place: Place) -> str:
    if found.total:
        return f"{found.total} notes match, but none fits max_tokens. Allow more."
    return f"Nothing stored in {place.key} matches."


def _flag(entry: Json) -> str:
    """What a reader of the text alone must know of a result."""
    flags = [entry["state"]] if "state" in entry else []
    flags += [f"{one['relation']} {one['id']}" for one in entry.get("conflicts", ())]
    if "truncated" in entry:
        flags.append(f"part of {entry['truncated']} characters; all: {MEMORY_PREFIX}{entry['id']}")
    return f" ({'; '.join(flags)})" if flags else ""


def _entry(result: Result, text_chars: int, detail: int) -> Json:
    memory = result.memory
    text = _clipped(result, text_chars)
    entry: Json = {"id": memory.pk, "text": text}
    if result.state != "current":
        entry["state"] = result.state
        if memory.superseded_by_id:
            entry["superseded_by"] = memory.superseded_by_id
    if detail == BARE:
        return entry
    entry.update(kind=memory.kind, date=day(memory.valid_from))
    if text is not memory.text:
        entry["truncated"] = len(memory.text)
    return entry if detail == BRIEF else {**entry, **_details(result)}


def _details(result: Result) -> Json:
    """Why it matched, where it came from, what speaks against it."""
    memory = result.memory
    entry: Json = {}
    entry["score"] = round(result.score, 3)
    entry["score_parts"] = {name: round(value, 3) for name, value in result.parts.items()}
    entry["project"] = memory.project.key
    entry["confidence"] = memory.confidence
    entry["provenance"] = _provenance(result)
    entry["matched"] = list(result.hit.matched)
    for name, labels in (("tags", memory.tags), ("files", memory.files)):
        if labels:
            entry[name] = labels
    if result.conflicts:
        entry["conflicts"] = [
            {"id": conflict.memory_id, "relation": conflict.relation, "why": conflict.reason}
            for conflict in result.conflicts
        ]
    return entry


def _provenance(result: Result) -> Json:
    memory = result.memory
    values: Json = {"client": result.origin.client if result.origin else ""}
    if memory.seen_count > 1:
        values["seen"] = memory.seen_count
    if memory.successes or memory.failures:
        values["helped"], values["misled"] = memory.successes, memory.failures
    return values


def _clipped(result: Result, limit: int) -> str:
    """The text, or the stretch of it around what matched; the very object if nothing was left out."""
    text, hit = result.memory.text, result.hit
    if len(text) <= limit:
        return text
    start, end = stretch(text, hit.matched, start=hit.start, length=hit.length, limit=limit)
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")

"""Cursor: bare lines, with the user's words in a frame."""

from __future__ import annotations

from pathlib import Path

from tests.clients.transcripts.reading import read, told, write


def test_only_the_framed_words_are_the_users(tmp_path: Path) -> None:
    words = "<open_files>price.py</open_files>\n<user_query>\nUse tabs.\n</user_query>\n<rules>Be brief.</rules>"
    row = {"role": "user", "message": {"content": [{"type": "text", "text": words}]}}
    assert told("cursor", write(tmp_path / "t.jsonl", row)) == [("user", "Use tabs.")]


def test_words_without_a_frame_are_told(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", {"role": "user", "message": {"content": "Use tabs."}})
    assert told("cursor", path) == [("user", "Use tabs.")]


def test_the_file_names_the_session_and_there_are_no_times(tmp_path: Path) -> None:
    row = {"role": "user", "message": {"content": "Use tabs."}}
    reading = read("cursor", write(tmp_path / "5f2b.jsonl", row))
    assert (reading.session, reading.cwd, reading.events[0].at) == ("5f2b", "", None)

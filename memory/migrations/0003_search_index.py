"""The full-text index of SQLite with its triggers (see memory/search/schema.py)."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from memory.search.schema import CREATE, DROP


def create(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        for statement in CREATE:
            editor.execute(statement)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        for statement in DROP:
            editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_global_project")]

    operations = [migrations.RunPython(create, drop)]

"""The vectors of passages, for the search by meaning (see memory/search/semantic/vectors.py)."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from memory.search.schema import VECTOR_TRIGGERS


def create(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        for statement in VECTOR_TRIGGERS:
            editor.execute(statement)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        for statement in VECTOR_TRIGGERS:
            editor.execute(f"DROP TRIGGER IF EXISTS {statement.split()[2]}")


class Migration(migrations.Migration):
    dependencies = [("memory", "0003_search_index")]

    operations = [
        migrations.CreateModel(
            name="Vector",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("model", models.CharField(max_length=80)),
                ("codes", models.BinaryField()),
                (
                    "passage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="vector", to="memory.passage"
                    ),
                ),
            ],
        ),
        migrations.RunPython(create, drop),
    ]

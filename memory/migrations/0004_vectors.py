"""The vectors of passages, for the search by meaning (see memory/search/semantic/vectors.py)."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# The search by words deletes and moves passages with plain SQL, in processes that know nothing of vectors, too.
TRIGGERS = {
    "memory_vector_removed": """BEFORE DELETE ON memory_passage BEGIN
        DELETE FROM memory_vector WHERE passage_id = old.id;
        END""",
    # A new id is how other processes notice that a vector belongs to another project now.
    "memory_vector_moved": """AFTER UPDATE OF scope ON memory_passage WHEN new.scope IS NOT old.scope BEGIN
        REPLACE INTO memory_vector (passage_id, model, codes)
        SELECT passage_id, model, codes FROM memory_vector WHERE passage_id = new.id;
        END""",
}


def create(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        for name, what in TRIGGERS.items():
            editor.execute(f"CREATE TRIGGER {name} {what}")


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        for name in TRIGGERS:
            editor.execute(f"DROP TRIGGER IF EXISTS {name}")


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

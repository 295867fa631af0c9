"""The project `global` always exists and always is row 1."""

from datetime import UTC, datetime
from typing import Any

from django.db import migrations


def add_global(apps: Any, schema_editor: Any) -> None:
    apps.get_model("memory", "Project").objects.create(pk=1, key="global", name="global", created_at=datetime.now(UTC))


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_first_tables")]
    operations = [migrations.RunPython(add_global, migrations.RunPython.noop)]

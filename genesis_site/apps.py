"""Django's entry for the doors: management commands that belong to no single app."""

from django.apps import AppConfig


class GenesisSiteConfig(AppConfig):
    name = "genesis_site"

"""The version of Genesis: one constant, cheap to import. Read by packaging, MCP and `genesis --version`."""

VERSION = "0.1.0"

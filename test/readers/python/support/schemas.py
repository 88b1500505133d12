"""Schemas of a venue's OpenAPI or AsyncAPI document, as strict as they can be read: a member that they lack is a mistake too."""

import tarfile
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from sys import prefix
from typing import Any

import yaml
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

#: Where environments.mjs keeps the source archives of clients.
SOURCES = Path(prefix) / "sources"
_formats = FormatChecker(formats=("date", "uuid"))


@_formats.checks("date-time", raises=ValueError)
def _is_instant(value: Any) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


def document(client: str, path: str) -> dict[str, Any]:
    """A YAML file in the source archive of a client, which is of the version that is installed."""
    name = f"{client.replace('-', '_')}-{version(client)}"
    with tarfile.open(SOURCES / f"{name}.tar.gz") as archive:
        return yaml.load(archive.extractfile(f"{name}/{path}"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


class Schemas:
    """Validates values against schemas that stand anywhere in one document."""

    def __init__(self, text: dict[str, Any]) -> None:
        self._registry = Registry().with_resource("doc:", Resource(contents=_strict(text), specification=DRAFT202012))
        self._validators: dict[str, Draft202012Validator] = {}

    def mistakes(self, value: Any, pointer: str) -> set[str]:
        """
        @param pointer to the schema: #/components/schemas/Market
        @returns what does not fit, each kind once: the place with * for numbers and the reason
        """
        if pointer not in self._validators:
            schema = {"$ref": f"doc:{pointer}", "unevaluatedProperties": False}
            self._validators[pointer] = Draft202012Validator(schema, registry=self._registry, format_checker=_formats)
        return {_spell(error) for error in self._validators[pointer].iter_errors(value)}


def escaped(name: str) -> str:
    """A name as one step of a pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def _spell(error: Any) -> str:
    place = ".".join("*" if isinstance(step, int) else step for step in error.absolute_path) or "the whole"
    return f"{place}: {error.message if len(error.message) < 160 else error.message[:160] + '…'}"


#: Members of a schema that hold schemas: by name, in a list whose parts describe one value, or alone.
_BY_NAME, _PARTS, _ALONE = ("properties",), ("allOf", "oneOf", "anyOf"), ("items", "additionalProperties")


def _strict(node: Any) -> Any:
    """The document with each of its schemas for JSON Schema 2020-12: null where it is allowed, and no unknown members."""
    if isinstance(node, list):
        return [_strict(one) for one in node]
    if not isinstance(node, dict):
        return node
    made = {name: _strict(value) for name, value in node.items() if name not in ("example", "examples", "default")}
    for name in _BY_NAME:
        if isinstance(made.get(name), dict):
            made[name] = {key: _closed(value) for key, value in made[name].items()}
    for name in _ALONE:
        if isinstance(made.get(name), dict):
            made[name] = _closed(made[name])
    if made.pop("nullable", False) is True:
        # Null stands beside an enumeration that does not name it.
        return {"anyOf": [_closed(made), {"type": "null"}], "x-closed": True}
    return made


def _closed(schema: Any) -> Any:
    """A schema of a whole value: what no part of it knows is unknown. An object without members is a free one."""
    if not isinstance(schema, dict):
        return schema
    describes = "x-closed" not in schema and any(name in schema for name in ("properties", "$ref", *_PARTS))
    return {**schema, "unevaluatedProperties": False} if describes else schema

"""
What installed Python clients say of their venues: words of enumerations and required members by the name of their class,
and routes. Modules are imported and looked into; what cannot be imported is named.
    surface.py '{"kalshi-sdk": []}'   -> one JSON object, by client; the list limits the files, as `parts` of clients.mjs
"""

import ast
import contextlib
import dataclasses
import enum
import importlib
import inspect
import io
import json
import re
import sys
import typing
from importlib import metadata
from pathlib import PurePosixPath

_MIME = re.compile(r"(application|text|image|audio|video|multipart)/")
_ABSOLUTE = re.compile(r"/[\w{}$:.-]+(/[\w{}$:.-]+)*/?")
_RELATIVE = re.compile(r"[a-z][\w-]*(/[\w{}:-]+)+")


def main() -> None:
    wanted = json.loads(sys.argv[1])
    # Clients print while they are imported.
    with contextlib.redirect_stdout(io.StringIO()):
        surfaces = {name: surface_of(name, parts) for name, parts in wanted.items()}
    print(json.dumps(surfaces))


def surface_of(name: str, parts: list[str]) -> dict:
    distribution = metadata.distribution(name)
    words: dict[str, set[str]] = {}
    members: dict[str, set[str]] = {}
    routes: set[str] = set()
    unread: list[str] = []
    for file in sorted(distribution.files or []):
        if file.suffix != ".py" or not _is_wanted(file, parts):
            continue
        source = distribution.locate_file(file).read_text(encoding="utf-8", errors="replace")
        routes |= _routes_in(source)
        module = _module_of(file)
        try:
            loaded = importlib.import_module(module)
        except BaseException as error:
            unread.append(f"{module}: {type(error).__name__}: {error}"[:200])
            continue
        _read_module(loaded, words, members)
    return {
        "version": distribution.version,
        "words": {key: sorted(found) for key, found in sorted(words.items())},
        "members": {key: sorted(found) for key, found in sorted(members.items())},
        "routes": sorted(routes),
        "unread": unread,
        "changelog": _changelog_of(distribution),
    }


def _is_wanted(file: PurePosixPath, parts: list[str]) -> bool:
    left_out = {"test", "tests", "scripts", "examples", "__pycache__", "__main__.py", "setup.py"}
    if left_out & set(file.parts) or file.parts[0].startswith(".."):
        return False
    return not parts or any(part in str(file) for part in parts)


def _module_of(file: PurePosixPath) -> str:
    names = list(file.with_suffix("").parts)
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def _read_module(module, words: dict, members: dict) -> None:
    for name, value in list(vars(module).items()):
        if inspect.isclass(value) and value.__module__ == module.__name__:
            _read_class(value, words, members)
        else:
            _add(words, name, _literals(value))


def _read_class(kind: type, words: dict, members: dict) -> None:
    # Points stand before members alone.
    name = kind.__qualname__.replace(".", "/")
    if issubclass(kind, enum.Enum):
        _add(words, name, {str(one.value) for one in kind})
        return
    # A model is known by its optional members too.
    members.setdefault(name, set()).update(_required(kind))
    for field, annotation in _annotations(kind).items():
        _add(words, f"{name}.{field}", _literals(annotation))


def _required(kind: type) -> set[str]:
    """Names on the wire of the members without which an instance cannot be made."""
    if hasattr(kind, "model_fields"):
        fields = kind.model_fields.items()
        return {_alias(field) or name for name, field in fields if field.is_required()}
    if hasattr(kind, "__struct_fields__"):
        return _required_of_struct(kind)
    if dataclasses.is_dataclass(kind):
        missing = dataclasses.MISSING
        fields = dataclasses.fields(kind)
        return {one.name for one in fields if one.init and one.default is missing and one.default_factory is missing}
    return set(getattr(kind, "__required_keys__", ()))


def _alias(field) -> str | None:
    alias = field.validation_alias or field.alias
    return alias if isinstance(alias, str) else None


def _required_of_struct(kind: type) -> set[str]:
    names = kind.__struct_encode_fields__
    return set(names[: len(names) - len(kind.__struct_defaults__)])


def _annotations(kind: type) -> dict:
    if hasattr(kind, "model_fields"):
        return {_alias(field) or name: field.annotation for name, field in kind.model_fields.items()}
    try:
        return typing.get_type_hints(kind)
    except Exception:
        return {}


def _literals(annotation) -> set[str]:
    """Texts of every Literal in an annotation, however deep."""
    arguments = typing.get_args(annotation)
    if typing.get_origin(annotation) is typing.Literal:
        return {one for one in arguments if isinstance(one, str)}
    return set().union(*(_literals(one) for one in arguments)) if arguments else set()


def _routes_in(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(_route_in(node.value))
        elif isinstance(node, ast.JoinedStr):
            texts = [one.value if isinstance(one, ast.Constant) else "{}" for one in node.values]
            found.add(_route_in("".join(map(str, texts))))
    return found - {None}


def _route_in(text: str) -> str | None:
    path = re.sub(r"[?#].*$", "", text.removeprefix("{}"), flags=re.S)
    is_path = _ABSOLUTE.fullmatch(path) or (_RELATIVE.fullmatch(path) and not _MIME.match(path))
    return path if is_path and re.search("[a-z]{2}", path, re.I) else None


def _changelog_of(distribution: metadata.Distribution) -> str | None:
    for file in distribution.files or []:
        if re.match(r"change(log|s)|history|release", file.name, re.I) and file.suffix in (".md", ".rst", ".txt", ""):
            return distribution.locate_file(file).read_text(encoding="utf-8", errors="replace")
    return None


def _add(found: dict[str, set[str]], key: str, values: set[str]) -> None:
    if values:
        found.setdefault(key, set()).update(values)


if __name__ == "__main__":
    main()

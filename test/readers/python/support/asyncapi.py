"""Holds every frame of a mock venue's socket to the AsyncAPI document of the venue."""

from typing import Any

from .schemas import Schemas, escaped


class Messages:
    """The messages of one document that have a constant `type`, by it."""

    def __init__(self, text: dict[str, Any]) -> None:
        self._schemas = Schemas(text)
        self._by_type: dict[str, list[str]] = {}
        for name, message in text["components"]["messages"].items():
            payload = message["payload"]
            if "$ref" in payload:
                payload = text["components"]["schemas"][payload["$ref"].rsplit("/", 1)[1]]
            kind = payload.get("properties", {}).get("type", {})
            for word in [kind["const"]] if "const" in kind else kind.get("enum", []):
                self._by_type.setdefault(word, []).append(f"#/components/messages/{escaped(name)}/payload")
        self.seen: dict[str, int] = {}

    def mistakes(self, frame: dict[str, Any]) -> set[str]:
        """None where one of the messages of its type allows the frame."""
        kind = frame["type"]
        if kind not in self._by_type:
            return {f"no message has the type {kind}"}
        found = [self._schemas.mistakes(frame, pointer) for pointer in self._by_type[kind]]
        self.seen[kind] = self.seen.get(kind, 0) + 1
        return set() if set() in found else {f"{kind}: {one}" for one in found[0]}

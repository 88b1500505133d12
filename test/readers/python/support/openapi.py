"""Holds every response of a mock venue to the OpenAPI document of the venue."""

from collections.abc import Callable
from fnmatch import fnmatch
from typing import Any

import httpx

from .schemas import Schemas, escaped

Sign = Callable[[str, str], dict[str, str]]
METHODS = ("get", "post", "put", "patch", "delete")


class Described:
    """The operations of one document, and which of them have been answered as it says."""

    def __init__(self, text: dict[str, Any], base: str, sign: Sign, beyond: set[str], refusal: str | None = None) -> None:
        """
        @param base URL before the paths of the document
        @param sign headers of a method and a path
        @param beyond mistakes that are none, `<operation> <place>: <reason of the validator>` with wildcards
        @param refusal the member of a body in which the venue has what the document says of refusals
        """
        self._text, self._schemas, self._base, self._sign = text, Schemas(text), base, sign
        self._beyond, self._refusal, self.used = beyond, refusal, set[str]()
        self.answered, self.not_played = set[str](), set[str]()

    def operations(self) -> set[str]:
        return {
            f"{method.upper()} {path}"
            for path, item in self._text["paths"].items()
            for method in item
            if method in METHODS
        }

    def call(self, operation: str, status: int, names: dict[str, str] | None = None, **how: Any) -> Any:
        """
        @param operation `GET /markets/{ticker}`
        @param names of the path
        @param how parameters of httpx: params, json
        @returns the body
        @throws AssertionError for another status and for a body that its schema does not allow
        """
        method, path = operation.split(" ")
        url = httpx.URL(self._base + path.format(**(names or {})))
        response = httpx.request(method, url, headers=self._sign(method, url.path), timeout=30, **how)
        assert response.status_code == status, f"{response.status_code} instead of {status}: {response.text[:200]}"
        if status == 501:
            self.not_played.add(operation)
            return None
        body = response.json() if response.content else None
        mistakes = self._mistakes(operation, status, body)
        assert not mistakes, "; ".join(sorted(mistakes))
        if status < 400:
            self.answered.add(operation)
        return body

    def _mistakes(self, operation: str, status: int, body: Any) -> set[str]:
        method, path = operation.split(" ")
        responses = self._text["paths"][path][method.lower()]["responses"]
        if str(status) not in responses:
            return self._unexcused(operation, {f"the status {status} is not in {', '.join(responses)}"})
        at = f"#/paths/{escaped(path)}/{method.lower()}/responses/{status}"
        response = responses[str(status)]
        if "$ref" in response:
            at = response["$ref"]
            response = self._text["components"]["responses"][at.rsplit("/", 1)[1]]
        if "content" not in response:
            # Of some refusals the document has the status alone.
            is_free = body is None or status >= 400
            return self._unexcused(operation, set() if is_free else {"a body where the document has none"})
        if "application/json" not in response["content"]:
            return {f"no JSON in {', '.join(response['content'])}"}
        if status >= 400 and self._refusal is not None:
            if set(body) != {self._refusal}:
                return {f"a refusal without its {self._refusal}"}
            body = body[self._refusal]
        return self._unexcused(operation, self._schemas.mistakes(body, f"{at}/content/application~1json/schema"))

    def _unexcused(self, operation: str, mistakes: set[str]) -> set[str]:
        left = set()
        for mistake in mistakes:
            excuse = next((one for one in self._beyond if fnmatch(f"{operation} {mistake}", one)), None)
            if excuse is None:
                left.add(mistake)
            else:
                self.used.add(excuse)
        return left

"""Notes the status of every HTTP response that a client library reads: some clients keep a refusal to themselves."""

import http.client
import importlib.util
from dataclasses import dataclass


@dataclass(frozen=True)
class Seen:
    """One response. The path is empty where the library no longer has it."""

    status: int
    path: str

    def __str__(self) -> str:
        return f"{self.status} {self.path}".rstrip()


_seen: list[Seen] = []


def take_seen() -> list[Seen]:
    """Responses since the last call."""
    taken = list(_seen)
    _seen.clear()
    return taken


def watch_libraries() -> None:
    """Called once, before a client is imported."""
    _watch_urllib()
    if importlib.util.find_spec("httpx"):
        _watch_httpx()
    if importlib.util.find_spec("aiohttp"):
        _watch_aiohttp()


def _watch_urllib() -> None:
    """http.client is below urllib, urllib3 and requests."""
    putrequest, getresponse = http.client.HTTPConnection.putrequest, http.client.HTTPConnection.getresponse

    def noting_path(self, method, url, *args, **options):
        self._pmx_path = f"{method} {url}"
        return putrequest(self, method, url, *args, **options)

    def noting_status(self, *args, **options):
        response = getresponse(self, *args, **options)
        _seen.append(Seen(response.status, getattr(self, "_pmx_path", "")))
        return response

    http.client.HTTPConnection.putrequest = noting_path
    http.client.HTTPConnection.getresponse = noting_status


def _watch_httpx() -> None:
    import httpx

    send, send_async = httpx.Client.send, httpx.AsyncClient.send

    def note(response):
        request = response.request
        _seen.append(Seen(response.status_code, f"{request.method} {request.url.raw_path.decode()}"))
        return response

    def noting(self, *args, **options):
        return note(send(self, *args, **options))

    async def noting_async(self, *args, **options):
        return note(await send_async(self, *args, **options))

    httpx.Client.send, httpx.AsyncClient.send = noting, noting_async


def _watch_aiohttp() -> None:
    import aiohttp

    start = aiohttp.ClientResponse.start

    async def noting(self, *args, **options):
        response = await start(self, *args, **options)
        _seen.append(Seen(self.status, f"{self.method} {self.url.raw_path_qs}"))
        return response

    aiohttp.ClientResponse.start = noting

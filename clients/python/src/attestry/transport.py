"""Calls of the API, which are tried again after temporary failures."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from http.client import HTTPException
from typing import Any, Mapping, Optional
from urllib import request as urlrequest
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit

from .errors import ApiError, Unreachable, error_of

#: No answer of the API is larger, in bytes.
_MAX_ANSWER = 64 * 1024 * 1024
#: No refusal of the API is larger, in bytes.
_MAX_REFUSAL = 1024 * 1024
#: No answer of the API has more lists and objects in all.
_MAX_LISTS = 4_000_000
#: A string in a JSON text from which the escapes were removed. Brackets in strings do not open lists or objects.
_STRINGS = re.compile(rb'"[^"]*"')
#: The longest pause before a retry, in seconds, whatever ``Retry-After`` asks for.
_MAX_WAIT = 60.0


class NoRedirect(urlrequest.HTTPRedirectHandler):
    """Does not follow redirects: they would carry the key to another server."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]
        return None


class Transport:
    """Calls ``{base_url}/api/v1``. Threads may share it."""

    def __init__(self, base_url: str, api_key: str, *, timeout: float, retries: int) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise ValueError("base_url: write https://attestry.example.com")
        if parts.username is not None:
            raise ValueError("base_url: must not hold credentials")
        if not api_key or not all("!" <= character <= "~" for character in api_key):
            raise ValueError("api_key: not a key")
        self._base = base_url.rstrip("/") + "/api/v1"
        self._key = api_key
        self._timeout = timeout
        self._retries = retries
        self._opener = urlrequest.build_opener(NoRedirect)

    def get(self, path: str, query: Optional[Mapping[str, Any]] = None) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        return self._call("GET", path + (f"?{urlencode(given)}" if given else ""), None, None)

    def post(self, path: str, body: Any, idempotency_key: Optional[str] = None) -> Any:
        """Every attempt carries the same Idempotency-Key, so that a retry after a lost answer creates nothing twice."""
        data = json.dumps(body, allow_nan=False).encode()
        return self._call("POST", path, data, idempotency_key or str(uuid.uuid4()))

    def _call(self, method: str, path: str, data: Optional[bytes], idempotency_key: Optional[str]) -> Any:
        attempt = 0
        while True:
            wait: Optional[float] = None
            error: Exception
            try:
                return self._once(method, path, data, idempotency_key)
            except ApiError as refused:
                if refused.status not in (408, 429) and refused.status < 500:
                    raise
                error, wait = refused, refused.retry_after
            except (URLError, HTTPException, OSError) as broken:
                error = Unreachable(f"{self._base}: {broken}")
                error.__cause__ = broken
            if attempt >= self._retries:
                raise error
            pause(attempt, wait)
            attempt += 1

    def _once(self, method: str, path: str, data: Optional[bytes], idempotency_key: Optional[str]) -> Any:
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        call = urlrequest.Request(self._base + path, data=data, headers=headers, method=method)
        until = time.monotonic() + self._timeout
        try:
            with self._opener.open(call, timeout=self._timeout) as answer:
                return _json(read(answer, _MAX_ANSWER, until), answer.status)
        except HTTPError as refused:
            with refused:
                body = read(refused, _MAX_REFUSAL, until)
            try:
                parsed = bounded(body)
            except ValueError:
                parsed = None
            raise error_of(refused.code, parsed, refused.headers) from None


def pause(attempt: int, asked: Optional[float]) -> None:
    """Waits before the next attempt: as long as ``Retry-After`` asked, or else with full jitter over 0.5 s, 1 s, 2 s, 4 s, …"""
    backoff = random.uniform(0, 0.5 * 2 ** min(attempt, 6)) + 0.1
    time.sleep(min(backoff if asked is None else asked, _MAX_WAIT))


def read(answer: Any, most: int, until: float) -> bytes:
    """Reads at most ``most`` bytes of a body.

    :raises TimeoutError: the whole took longer than ``until``. The time-out of the socket is for each read alone, so
        that a server could send byte after byte without end.
    """
    body = bytearray()
    while len(body) < most:
        part = answer.read1(min(most - len(body), 65536))
        if not part:
            break
        body += part
        if time.monotonic() > until:
            raise TimeoutError("no answer in time")
    return bytes(body)


def _json(body: bytes, status: int) -> Any:
    try:
        return bounded(body)
    except ValueError:
        raise Unreachable(f"answered {status}, but not with an answer of the Attestry API") from None


def bounded(body: bytes) -> Any:
    """Parses JSON after counting its lists and objects. Behind a wrong address anybody may answer, and parsing 64 MiB of
    brackets would take gigabytes.

    :raises ValueError: the body is not JSON in UTF-8, or has more than an answer of the API
    """
    # json.loads would also accept bytes in UTF-16, in which the count of brackets below would be wrong.
    text = body.decode("utf-8")
    if _lists(body) > _MAX_LISTS and _lists(_without_strings(body)) > _MAX_LISTS:
        raise ValueError("more lists and objects than an answer of the API")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested deeper than an answer of the API") from None


def _without_strings(body: bytes) -> bytes:
    return _STRINGS.sub(b"", body.replace(b"\\\\", b"").replace(b'\\"', b""))


def _lists(body: bytes) -> int:
    return body.count(b"[") + body.count(b"{")

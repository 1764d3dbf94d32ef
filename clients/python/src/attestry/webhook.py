"""The incident webhook: signs alerts and delivers them with retries (docs/integrations)."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from http.client import HTTPException
from typing import Any, Dict, Mapping, Optional, Tuple, Union
from urllib import request as urlrequest
from urllib.error import HTTPError, URLError

from .errors import Unreachable, error_of
from .transport import NoRedirect, bounded, pause, read


def sign(secret: str, body: bytes, timestamp: Optional[int] = None) -> str:
    """Returns ``X-Service-Signature`` of the raw bytes of a body: HMAC-SHA256 over ``<t>.<body>``, keyed with the whole
    secret.

    :param timestamp: Unix seconds; default: now
    """
    at = int(time.time()) if timestamp is None else timestamp
    mac = hmac.new(secret.encode(), str(at).encode() + b"." + body, hashlib.sha256)
    return f"t={at},v1={mac.hexdigest()}"


def send_incident(
    url: str,
    secret: str,
    payload: Union[bytes, Mapping[str, Any]],
    *,
    format: Optional[str] = None,
    timeout: float = 30.0,
    retries: int = 4,
) -> bool:
    """Delivers an alert. Give it an ``external_id``, so that a repeated delivery opens no second incident.

    :returns: whether the alert was known already
    :raises ApiError: the endpoint refused it; ``details`` names what is missing
    :raises Unreachable: no answer of the endpoint came after the retries
    """
    body = payload if isinstance(payload, bytes) else json.dumps(payload, allow_nan=False).encode()
    opener = urlrequest.build_opener(NoRedirect)
    signatures = _Signatures(secret, body)
    for attempt in range(retries + 1):
        headers = {"Content-Type": "application/json", **signatures.headers()}
        if format is not None:
            headers["X-Service-Format"] = format
        asked: Optional[float] = None
        error: Exception
        call = urlrequest.Request(url, data=body, headers=headers, method="POST")
        try:
            status, answered, content = _answer(opener, call, timeout)
            if status < 300:
                if isinstance(content, dict) and content.get("received") is True:
                    return content.get("replay") is True
                error = Unreachable("the answer is not one of the webhook")
            else:
                refused = error_of(status, content, answered)
                if status not in (408, 429) and status < 500:
                    raise refused
                error, asked = refused, refused.retry_after
        except (URLError, HTTPException, OSError, ValueError) as broken:
            error = Unreachable(str(broken))
        if attempt < retries:
            pause(attempt, asked)
    raise error


class _Signatures:
    """The headers by which the attempts of a delivery are signed. For 20 seconds all have the same signature. A later one has a
    new signature, and beside it the first one, by which the server recognises even an alert without an ``external_id`` as the
    same delivery (docs/api.md 5.3).
    """

    def __init__(self, secret: str, body: bytes) -> None:
        self._secret = secret
        self._body = body
        self._first: Optional[Tuple[int, str]] = None
        self._latest: Optional[Tuple[int, str]] = None

    def headers(self) -> Dict[str, str]:
        at = int(time.time())
        if self._latest is None or abs(at - self._latest[0]) >= _FRESH_SECONDS:
            self._latest = (at, sign(self._secret, self._body, at))
        # The server refuses a first signature that is later than the other one, as after a clock was set back.
        if self._first is None or self._first[0] > self._latest[0]:
            self._first = self._latest
        headers = {"X-Service-Signature": self._latest[1]}
        if self._first is not self._latest:
            headers["X-Service-First-Signature"] = self._first[1]
        return headers


def _answer(opener: urlrequest.OpenerDirector, call: urlrequest.Request, timeout: float) -> Tuple[int, Any, Any]:
    """Returns the status of an answer, its headers, and its JSON; the JSON is None for a refusal whose body is not JSON."""
    until = time.monotonic() + timeout
    try:
        with opener.open(call, timeout=timeout) as answer:
            return answer.status, answer.headers, bounded(read(answer, _MAX_ANSWER, until))
    except HTTPError as refused:
        with refused:
            text = read(refused, _MAX_ANSWER, until)
        try:
            return refused.code, refused.headers, bounded(text)
        except ValueError:
            return refused.code, refused.headers, None


# A signature of this age is valid at every endpoint.
_FRESH_SECONDS = 20
_MAX_ANSWER = 65536

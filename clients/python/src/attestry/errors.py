"""The errors of this client (docs/api.md, errors)."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional


class AttestryError(Exception):
    """The base of the errors of this client. Wrong arguments raise ``ValueError``."""


class Unreachable(AttestryError):
    """No answer of the API came after the retries: a network error, a time-out, or an answer that is not the API's."""


class ApiError(AttestryError):
    """The API refused the call. ``request_id`` is the id of the call in the audit log. ``retry_after`` is how long the API
    asks to wait, in seconds.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        details: Any = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}{_more(details)}")
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after


class ValidationFailed(ApiError):
    """400 validation_error. ``details["fieldErrors"]`` has the errors of each field."""


class Unauthorized(ApiError):
    """401: the key is unknown or revoked."""


class Forbidden(ApiError):
    """403: the key lacks the permission, or the organization does not have an add-on (``details["addon"]``)."""


class NotFound(ApiError):
    """404: the organization of the key does not have it."""


class RateLimited(ApiError):
    """429, after the retries."""


class ServerError(ApiError):
    """5xx, after the retries."""


_BY_STATUS = {400: ValidationFailed, 401: Unauthorized, 403: Forbidden, 404: NotFound, 429: RateLimited}


def error_of(status: int, body: Any, headers: Mapping[str, str]) -> ApiError:
    """Returns the error of an answer, whose body is ``{"error": {"code", "message", "details"}}`` if it is the API's."""
    error = body.get("error") if isinstance(body, dict) else None
    fields = error if isinstance(error, dict) else {}
    kind = ServerError if status >= 500 else _BY_STATUS.get(status, ApiError)
    return kind(
        status,
        str(fields.get("code", "unexpected_answer")),
        str(fields.get("message", "the answer is not one of the Attestry API")),
        fields.get("details"),
        headers.get("X-Request-Id"),
        _retry_after(headers.get("Retry-After")),
    )


def _more(details: Any) -> str:
    """Returns how many errors of the request ``details`` has beside the first one, which the message names; "" if none."""
    fields = details.get("fieldErrors") if isinstance(details, dict) else None
    form = details.get("formErrors") if isinstance(details, dict) else None
    lists = [form, *(fields.values() if isinstance(fields, dict) else [])]
    more = sum(len(errors) for errors in lists if isinstance(errors, list)) - 1
    return f" (and {more} more in details)" if more > 0 else ""


def _retry_after(text: Optional[str]) -> Optional[float]:
    """Returns ``Retry-After`` (RFC 9110 section 10.2.3; seconds or a date) in seconds from now."""
    if text is None:
        return None
    if text.strip().isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None

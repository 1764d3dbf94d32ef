"""What can go wrong, by the code of the API (docs/api.md, errors)."""

from __future__ import annotations

from typing import Any, Optional


class AttestryError(Exception):
    """Whatever this client raises."""


class Unreachable(AttestryError):
    """No answer of the API, after the retries: network, time-out, or a page of something else."""


class ApiError(AttestryError):
    """The API refused the call. ``request_id`` finds it in the audit log."""

    def __init__(
        self, status: int, code: str, message: str, details: Any = None, request_id: Optional[str] = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.request_id = request_id


class ValidationFailed(ApiError):
    """400 validation_error. ``details["fieldErrors"]`` names every field."""


class Unauthorized(ApiError):
    """401: the key is unknown or revoked."""


class Forbidden(ApiError):
    """403: the key lacks the permission, or the organization an add-on (``details["addon"]``)."""


class NotFound(ApiError):
    """404: not in the organization of the key."""


class RateLimited(ApiError):
    """429, after the retries."""


class ServerError(ApiError):
    """5xx, after the retries."""


_BY_STATUS = {400: ValidationFailed, 401: Unauthorized, 403: Forbidden, 404: NotFound, 429: RateLimited}


def error_of(status: int, body: Any, request_id: Optional[str]) -> ApiError:
    """The error of an answer with ``{"error": {"code", "message", "details"}}``."""
    error = body.get("error") if isinstance(body, dict) else None
    said = error if isinstance(error, dict) else {}
    kind = ServerError if status >= 500 else _BY_STATUS.get(status, ApiError)
    return kind(
        status,
        str(said.get("code", "unexpected_answer")),
        str(said.get("message", "the answer is none of the Attestry API")),
        said.get("details"),
        request_id,
    )

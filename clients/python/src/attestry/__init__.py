"""Client of the Attestry REST API (v1) and of its incident webhook. Standard library only."""

from .client import Attestry
from .errors import (
    ApiError,
    AttestryError,
    Forbidden,
    NotFound,
    RateLimited,
    ServerError,
    Unauthorized,
    Unreachable,
    ValidationFailed,
)
from .webhook import send_incident, sign

__all__ = [
    "ApiError",
    "Attestry",
    "AttestryError",
    "Forbidden",
    "NotFound",
    "RateLimited",
    "ServerError",
    "Unauthorized",
    "Unreachable",
    "ValidationFailed",
    "send_incident",
    "sign",
]

"""The resources of the API (docs/api.md). Answers are dictionaries as the API gives them."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple
from urllib.parse import quote

from .errors import Unreachable
from .transport import Transport

Json = Dict[str, Any]


class Attestry:
    """A client of the organization that the API key belongs to.

    :param base_url: ``https://attestry.example.com``
    :param api_key: read it from the environment, never from a file in a repository
    :param timeout: seconds for one attempt
    :param retries: attempts after the first, for network errors, 408, 429 and 5xx
    """

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 30.0, retries: int = 4) -> None:
        transport = Transport(base_url, api_key, timeout=timeout, retries=retries)
        self.incidents = Incidents(transport, "/incidents")
        self.assets = Register(transport, "/assets")
        self.suppliers = Register(transport, "/suppliers")
        self.evaluations = Evaluations(transport, "/ai-evaluations")
        self.eval_suites = Listed(transport, "/eval-suites")
        self.gate = Gate(transport)
        self.agent_runs = AgentRuns(transport, "/agent-runs")


class Listed:
    """A resource that is listed, newest first."""

    def __init__(self, transport: Transport, path: str) -> None:
        self._transport = transport
        self._path = path

    def list(self, *, page_size: int = 200, **filters: Any) -> Iterator[Json]:
        """Yields every row. Each page is read when its first row is needed.

        :raises Unreachable: an answer is no page, or its cursor cannot lead to the end of the list
        """
        cursor: Optional[str] = None
        followed: Set[str] = set()
        while True:
            page = self._transport.get(self._path, {**filters, "limit": page_size, "cursor": cursor})
            rows, cursor = _page(page)
            yield from rows
            if cursor is None:
                return
            if cursor in followed:
                raise Unreachable("the server answered a cursor twice")
            followed.add(cursor)
            if len(followed) >= _MAX_PAGES:
                raise Unreachable(f"the list has more than {_MAX_PAGES} pages")


class Register(Listed):
    """A resource that is created and listed."""

    def create(self, body: Mapping[str, Any], *, idempotency_key: Optional[str] = None) -> Json:
        """Creates one. A call repeated with the same ``idempotency_key`` within 24 hours creates nothing again."""
        return self._transport.post(self._path, dict(body), idempotency_key)


class Incidents(Register):
    def get(self, incident_id: str) -> Json:
        return self._transport.get(f"{self._path}/{quote(incident_id, safe='')}")

    def set_status(
        self,
        incident_id: str,
        status: str,
        *,
        note: Optional[str] = None,
        expected_status: Optional[str] = None,
    ) -> Json:
        """Sets the status of an incident. Where it has the status already, nothing changes."""
        body = {"status": status, "note": note, "expected_status": expected_status}
        given = {name: value for name, value in body.items() if value is not None}
        return self._transport.post(f"{self._path}/{quote(incident_id, safe='')}/status", given)


class Stored(List[Json]):
    """The stored items. Each of ``warnings`` is about one item and has ``index``, ``code`` and ``message``."""

    def __init__(self) -> None:
        super().__init__()
        self.warnings: List[Json] = []


class Batches(Listed):
    """A resource that is submitted in batches. Each batch is stored completely or not at all."""

    def _submit(
        self, path: str, field: str, items: Sequence[Mapping[str, Any]], size: int, key: Optional[str]
    ) -> Stored:
        if key is not None and len(items) > size:
            raise ValueError(f"idempotency_key: one call takes at most {size} items")
        stored = Stored()
        for start in range(0, len(items), size):
            batch = [dict(item) for item in items[start : start + size]]
            answer = self._transport.post(path, {field: batch}, key)
            stored.extend(answer["data"])
            for warning in answer.get("warnings", []):
                stored.warnings.append({**warning, "index": start + warning["index"]})
        return stored


class Evaluations(Batches):
    def submit(
        self, results: Sequence[Mapping[str, Any]], *, idempotency_key: Optional[str] = None
    ) -> Stored:
        """Submits results, 100 per call."""
        return self._submit(self._path, "evaluations", results, 100, idempotency_key)


class AgentRuns(Batches):
    def submit(
        self, runs: Sequence[Mapping[str, Any]], *, idempotency_key: Optional[str] = None
    ) -> List[Json]:
        """Reports runs, 100 per call."""
        return self._submit(self._path, "runs", runs, 100, idempotency_key)

    def submit_events(
        self, run_id: str, events: Sequence[Mapping[str, Any]], *, idempotency_key: Optional[str] = None
    ) -> List[Json]:
        """Reports events of a run, 500 per call."""
        path = f"{self._path}/{quote(run_id, safe='')}/events"
        return self._submit(path, "events", events, 500, idempotency_key)


class Gate:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def status(self, ai_system_id: str) -> Json:
        """Asks whether an AI system may be released: ``decision`` is ``pass`` or ``block``. Every call stores its decision.

        :raises Unreachable: the answer is not a decision about this AI system
        """
        answer = self._transport.get(f"/gate-status/{quote(ai_system_id, safe='')}")
        if not _is_decision(answer) or answer["ai_system_id"] != ai_system_id.lower():
            raise Unreachable("the answer is not a decision about this AI system")
        return answer

    def status_by_name(self, name: str) -> Json:
        """Asks as ``status`` does, by the exact name of the AI system.

        :raises Unreachable: the answer is not a decision
        """
        answer = self._transport.get("/gate-status", {"ai_system_name": name})
        if not _is_decision(answer):
            raise Unreachable("the answer is not a decision about this AI system")
        return answer


def _page(answer: Any) -> Tuple[List[Json], Optional[str]]:
    """Returns the rows of a page of a list and the cursor of the next page."""
    rows, cursor = (answer.get("data"), answer.get("next_cursor", "")) if isinstance(answer, dict) else (None, None)
    if not isinstance(rows, list):
        raise Unreachable("the server answered something that is no page of the list")
    if cursor is not None and not (isinstance(cursor, str) and 0 < len(cursor) <= 1024):
        raise Unreachable("the server answered something that is no cursor")
    return rows, cursor


def _is_decision(answer: Any) -> bool:
    """Whether an answer is a decision. Other JSON, such as that of a proxy, must be refused: a caller that only looks for
    ``block`` would take it for a pass.
    """
    if not isinstance(answer, dict):
        return False
    reasons, details = answer.get("reasons"), answer.get("reason_details")
    roles = answer.get("missing_attestation_roles", [])
    if not all(isinstance(each, list) for each in (reasons, details, roles)):
        return False
    if not all(isinstance(one, dict) and isinstance(one.get("message"), str) for one in details):
        return False
    words = [answer.get("decision_id"), answer.get("ai_system_id"), *reasons, *(one.get("code") for one in details)]
    if not all(isinstance(word, str) and _WORD.fullmatch(word) for word in words):
        return False
    # A pass has nothing that blocks in any field.
    if answer.get("decision") == "pass":
        return not (reasons or details or roles)
    return answer.get("decision") == "block" and bool(reasons)


_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")

# 20 million rows, with the pages that the client asks for.
_MAX_PAGES = 100_000

#!/usr/bin/env python3
"""Wazuh custom integration: forwards alerts to an Attestry webhook endpoint of format vendor_siem.

Called by wazuh-integratord:  custom-attestry ALERT_FILE API_KEY HOOK_URL [debug] [options ...]
API_KEY is the endpoint's signing secret (whsec_...), or file:/path of a file that holds it.
Exit: 0 delivered, 2 wrong call or settings, 3 refused by the endpoint, 4 not delivered in time.
An alert that was refused or not delivered is kept in the directory attestry-undelivered beside this script
(or where ATTESTRY_UNDELIVERED_DIR says). Python 3.6 or later, standard library only.
"""

import email.utils
import hashlib
import hmac
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request


DELIVERED, USAGE, REFUSED, NOT_DELIVERED = 0, 2, 3, 4


def main(argv):
    if len(argv) < 4:
        return stop(USAGE, "usage: custom-attestry ALERT_FILE API_KEY HOOK_URL")
    alert_file, key, url = argv[1:4]
    debug = "debug" in argv[4:]
    try:
        secret = read_secret(key[len("file:"):]) if key.startswith("file:") else key.strip()
        with open(alert_file, "rb") as file:
            body = file.read()
    except OSError as error:
        return stop(USAGE, "cannot read %s: %s" % (error.filename, error.strerror))
    if not secret or not url.startswith(("https://", "http://")):
        return stop(USAGE, "api_key and an http(s) hook_url are needed")
    if not body.strip():
        return stop(USAGE, "the alert file is empty")

    outcome, what = deliver(url, secret, body)
    if outcome == "accepted":
        if debug:
            print("attestry: delivered (%s)" % what)
        return DELIVERED
    here = os.path.dirname(os.path.abspath(__file__))
    path = keep(os.environ.get("ATTESTRY_UNDELIVERED_DIR", os.path.join(here, "attestry-undelivered")), body)
    if outcome == "refused":
        return stop(REFUSED, "refused: %s; kept in %s" % (what, path))
    return stop(NOT_DELIVERED, "not delivered: %s; kept in %s" % (what, path))


def stop(code, message):
    print("attestry: " + message, file=sys.stderr)
    return code


# --- attestry delivery: the same text in every script of docs/integrations ---
SIGNATURE_SECONDS = 20  # a retry this soon repeats the signature, so that it is recognised as the same delivery
GIVE_UP_SECONDS = float(os.environ.get("ATTESTRY_GIVE_UP_SECONDS", "60"))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def sign(secret, timestamp, body):
    """X-Service-Signature: hex HMAC-SHA256 over "<timestamp>." and the raw bytes of the body."""
    signed = str(timestamp).encode() + b"." + body
    return "t=%d,v1=%s" % (timestamp, hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest())


def post(url, signature, first, body):
    """One try: ("accepted" | "refused" | "retry", what happened, seconds the endpoint asks to wait)."""
    headers = {"Content-Type": "application/json", "X-Service-Signature": signature}
    if first != signature:
        headers["X-Service-First-Signature"] = first  # by which a later try, too, is recognised as the same delivery
    request = urllib.request.Request(url, data=body, headers=headers, method="POST")
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=15) as response:
            answer = json.loads(response.read(65536).decode())
            if isinstance(answer, dict) and answer.get("received") is True:
                return "accepted", str(response.status), 0
            return "retry", "unexpected answer", 0
    except urllib.error.HTTPError as error:
        if error.code in (408, 429) or error.code >= 500:
            return "retry", str(error.code), retry_after(error.headers.get("Retry-After"))
        return "refused", "%d %r" % (error.code, reason(error)), 0
    except (OSError, ValueError, http.client.HTTPException) as error:
        return "retry", type(error).__name__, 0


def reason(error):
    """The beginning of what a refusal says. One that breaks off while it is read is a refusal all the same."""
    try:
        return error.read(2048).decode("utf-8", "replace")
    except (OSError, ValueError, http.client.HTTPException):
        return ""


def retry_after(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, IndexError, AttributeError):
        return 0.0


def deliver(url, secret, body):
    """Signs, posts and retries until accepted, refused for good, or GIVE_UP_SECONDS are over."""
    started, signed_at, wait = time.time(), 0, 1.0
    first_at = int(started)
    while True:
        if abs(time.time() - signed_at) > SIGNATURE_SECONDS:
            signed_at = int(time.time())
        first_at = min(first_at, signed_at)
        outcome, what, asked = post(url, sign(secret, signed_at, body), sign(secret, first_at, body), body)
        pause = max(wait, asked)
        if outcome != "retry" or time.time() + pause - started > GIVE_UP_SECONDS:
            return outcome, what
        time.sleep(pause)
        wait = min(wait * 2, 15.0)


def keep(directory, body):
    """Saves an alert that could not be delivered; `attestry webhook forward --url ... FILE` sends it later."""
    os.makedirs(directory, mode=0o700, exist_ok=True)
    path = os.path.join(directory, hashlib.sha256(body).hexdigest() + ".json")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    return path


def read_secret(path):
    with open(path, encoding="utf-8") as file:
        return file.read().strip()
# --- end of attestry delivery ---


if __name__ == "__main__":
    sys.exit(main(sys.argv))

#!/usr/bin/env bash
# Sends one JSON document to an Attestry webhook endpoint:  send.sh FILE
# Needs ATTESTRY_WEBHOOK_URL and ATTESTRY_WEBHOOK_SECRET in the environment, bash, openssl and curl.
# Exit: 0 delivered, 2 wrong call, 3 refused by the endpoint, 4 not delivered after six tries.
# The secret is an argument of openssl for an instant: where others can list processes, use send.py.
set -euo pipefail
: "${ATTESTRY_WEBHOOK_URL:?}" "${ATTESTRY_WEBHOOK_SECRET:?}"
[ $# -eq 1 ] && [ -r "$1" ] || { echo "usage: send.sh FILE" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

signature() {
  printf 't=%s,v1=' "$1"
  { printf '%s.' "$1"; cat "$2"; } | openssl dgst -sha256 -hmac "$ATTESTRY_WEBHOOK_SECRET" -r | cut -c1-64
}

signed_at=$(date +%s)
signature=$(signature "$signed_at" "$1")
first=$signature
wait=1
for try in 1 2 3 4 5 6; do
  now=$(date +%s)
  # A retry within 20 seconds repeats the signature, so that it is recognised as the same delivery. A later one has a new signature,
  # and is recognised by the first one beside it.
  headers=(-H 'Content-Type: application/json')
  if [ $((now - signed_at)) -gt 20 ]; then
    signed_at=$now
    signature=$(signature "$signed_at" "$1")
  fi
  [ "$signature" = "$first" ] || headers+=(-H "X-Service-First-Signature: $first")
  status=$(curl -s --max-time 15 -o "$work/answer" -D "$work/headers" -w '%{http_code}' \
    "${headers[@]}" -H "X-Service-Signature: $signature" \
    --data-binary "@$1" "$ATTESTRY_WEBHOOK_URL") || status=000
  case "$status" in
    2??) grep -q '"received" *: *true' "$work/answer" && exit 0 ;;
    408 | 429 | 5?? | 000) ;;
    *) echo "attestry: refused: $status $(head -c 500 "$work/answer" | tr -d '[:cntrl:]')" >&2; exit 3 ;;
  esac
  asked=$(sed -n 's/^[Rr][Ee][Tt][Rr][Yy]-[Aa][Ff][Tt][Ee][Rr]: *\([0-9]\{1,5\}\)[[:space:]]*$/\1/p' "$work/headers" 2>/dev/null | tail -1)
  [ "${asked:-0}" -gt "$wait" ] && pause=$asked || pause=$wait
  [ "$try" -lt 6 ] && sleep "$pause"
  wait=$((wait * 2))
done
echo "attestry: not delivered: $status" >&2
exit 4

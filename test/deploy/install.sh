#!/usr/bin/env bash
# What the image does, without an image: installs for production into a directory of its own, from what Git has, copies
# what deploy/Containerfile copies, and boots it with the Node.js it found there or the one that runs npm: migrate, every
# role in one process on an external PostgreSQL (DATABASE_URL, or one of this checkout's own), the health check.
# As root it runs as an unprivileged user who may write its data directory and nothing else.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd)
node=$(command -v node)
work=$(mktemp -d)
image=$work/opt/attestry
started=()
finish() {
  for pid in "${started[@]}"; do kill -INT "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
chmod 711 "$work"

echo '== npm ci --omit=dev --omit=optional'
mkdir -p "$image"
cd "$image"
git -C "$checkout" archive HEAD package.json package-lock.json .npmrc | tar x
npm ci --omit=dev --omit=optional --ignore-scripts
sources=$(sed -nE 's/^COPY ([^-].*) \S+$/\1/p' "$checkout/deploy/Containerfile" | tr '\n' ' ')
# shellcheck disable=SC2086
git -C "$checkout" archive HEAD $sources | tar x
# What the stage of the console builds.
(cd "$checkout" && node gateway/console/build.mjs)
cp -r "$checkout/gateway/console/dist" gateway/console/
find . -path ./node_modules -prune -o -name '*.test.ts' -print -exec rm {} + >/dev/null
du -sh node_modules . | sed 's/^/   /'
chmod -R a+rX,go-w .

echo '== a PostgreSQL that is not its own'
if [[ -z ${DATABASE_URL:-} ]]; then
  "$node" "$checkout/test/local/hold-postgres.ts" "$work/external" >"$work/url" &
  started+=($!)
  for _ in $(seq 300); do [[ -s $work/url ]] && break; sleep 0.1; done
  DATABASE_URL=$(grep -oE 'postgres://[^"]+' "$work/url")
fi

as=()
install -d -m 0700 "$work/data"
if [[ $(id -u) == 0 ]]; then
  chown 65532:65532 "$work/data"
  as=(setpriv --reuid=65532 --regid=65532 --clear-groups)
fi
port=$("$node" -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
run=(env -i "PATH=$(dirname "$node"):/usr/bin:/bin" NODE_ENV=production "PORT=$port" "DATABASE_URL=$DATABASE_URL"
  "ATTESTRY_DATA_DIR=$work/data" "HOME=$work/data" ATTESTRY_CHECKPOINT_SECONDS=1 "${as[@]}" "$node")

echo '== attestry migrate'
"${run[@]}" gateway/cli/attestry.mjs migrate
echo '== attestry serve'
"${run[@]}" gateway/cli/attestry.mjs serve &
serve=$!
started+=("$serve")
for _ in $(seq 300); do
  "${run[@]}" deploy/healthcheck.mjs 2>/dev/null && break
  kill -0 "$serve"
  sleep 0.1
done
curl -fsS "http://127.0.0.1:$port/readyz"
echo
"${run[@]}" deploy/healthcheck.mjs
"${run[@]}" gateway/cli/attestry.mjs org create --name 'Installed' --json >/dev/null
echo '== the key service signs checkpoints'
for _ in $(seq 100); do [[ -s $work/data/checkpoints/checkpoints.jsonl ]] && break; sleep 0.1; done
test -s "$work/data/checkpoints/checkpoints.jsonl"
if [[ -n ${as[*]} ]] && "${as[@]}" touch "$image/written" 2>/dev/null; then
  echo 'the installation could be written to' >&2
  exit 1
fi
kill "$serve"
wait "$serve"
echo '== it started, was ready, took an organization, and stopped with exit code 0'

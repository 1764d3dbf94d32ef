#!/usr/bin/env bash
# Everything that can be decided without booting anything, in about a minute. Two steps run at a time, so that both cores of a small
# machine work. Each step runs; all failures are shown, in the order of the steps. With --static the unit tests are left to `npm test`.
set -uo pipefail
cd "$(dirname "$0")/.."
results=$(mktemp -d)
names=()
# Each step in a process group of its own, so that none is left running when the check is interrupted.
set -m
trap 'for group in $(jobs -rp); do kill -- "-$group"; done; rm -rf "$results"' EXIT

step() {
  local result=$results/${#names[@]}
  names+=("$1")
  shift
  while (($(jobs -rp | wc -l) >= 2)); do wait -n; done
  { "$@" </dev/null >"$result.log" 2>&1; echo $? >"$result.code"; } &
}

# Compares with what the last check of this project found; `npm ci` removes that.
types() {
  tsc --noEmit -p "$1" --incremental --tsBuildInfoFile "node_modules/.cache/types/${1//\//-}.tsbuildinfo"
}

generated() {
  local fresh
  fresh=$(mktemp -d)
  trap 'rm -rf "$fresh"' RETURN
  buf generate -o "$fresh" && diff -r "$fresh/proto/gen" proto/gen && node proto/document.ts --check
}

breaking() {
  git rev-parse --verify --quiet refs/heads/main >/dev/null || { echo 'no branch main to compare with'; return 1; }
  buf breaking --against '.git#branch=main'
}

step 'format and lint' biome check --error-on-warnings .
step 'types' types .
step 'types of the console' types gateway/console
step 'types of the page that verifies' types verifier/browser/page
step 'buf format' buf format --diff --exit-code
step 'buf lint' buf lint
step 'buf breaking' breaking
step 'generated code' generated
step 'references' node test/references.ts
step 'lengths of files' node test/lengths.ts
step 'verifier bundle' node verifier/build.mjs --check
step 'pipeline command' node clients/cli/build.mjs --check
step 'types of the TypeScript client' node clients/typescript/generate.mjs --check
step 'TypeScript client' types clients/typescript
[[ ${1:-} = --static ]] || step 'unit tests' vitest run --project unit --reporter=dot

wait
failed=()
for i in "${!names[@]}"; do
  if [[ $(cat "$results/$i.code") = 0 ]]; then
    printf 'ok    %s\n' "${names[i]}"
  else
    printf 'FAIL  %s\n' "${names[i]}"
    cat "$results/$i.log"
    failed+=("${names[i]}")
  fi
done
if ((${#failed[@]} > 0)); then
  printf '\nfailed: %s\n' "${failed[*]}"
  exit 1
fi

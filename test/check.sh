#!/usr/bin/env bash
# Everything that can be decided without booting anything, in under a minute. Each step runs; the first failure is
# the exit code's, all failures are shown. With --static the unit tests are left to `npm test`.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=()

step() {
  local name=$1
  shift
  local output
  if output=$("$@" 2>&1); then
    printf 'ok    %s\n' "$name"
  else
    printf 'FAIL  %s\n%s\n' "$name" "$output"
    failed+=("$name")
  fi
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
step 'types' tsc --noEmit
step 'types of the console' tsc --noEmit -p gateway/console
step 'types of the page that verifies' tsc --noEmit -p verifier/browser/page
step 'buf format' buf format --diff --exit-code
step 'buf lint' buf lint
step 'buf breaking' breaking
step 'generated code' generated
step 'references' node test/references.ts
step 'lengths of files' node test/lengths.ts
step 'verifier bundle' node verifier/build.mjs --check
step 'pipeline command' node clients/cli/build.mjs --check
step 'types of the TypeScript client' node clients/typescript/generate.mjs --check
step 'TypeScript client' tsc -p clients/typescript --noEmit
[[ ${1:-} = --static ]] || step 'unit tests' vitest run --project unit --reporter=dot

if ((${#failed[@]} > 0)); then
  printf '\nfailed: %s\n' "${failed[*]}"
  exit 1
fi

#!/usr/bin/env bash
# Submits the results, asks the gate, publishes annotations and the step summary, and only then fails. Inputs come in
# environment variables (action.yml) and are never pasted into the text of this script. Exit codes: docs/pipelines.md.
set -uo pipefail
# Lists that may be empty are expanded as ${list[@]+"${list[@]}"}: to bash 3.2, which macOS has, an empty list is an unset variable.

# The command is in this repository, at the commit that the workflow pins. Nothing is downloaded.
attestry() { node "$(dirname "${BASH_SOURCE[0]}")/../../clients/cli/dist/attestry.mjs" "$@"; }

if [[ -z ${ATTESTRY_API_KEY:-} ]]; then
  why='The input api-key is empty. A workflow that a fork or Dependabot started has no secrets of this repository.'
  echo "::error title=Attestry%3A no decision::$why"
  [[ -n ${GITHUB_STEP_SUMMARY:-} ]] && printf '## Attestry: no decision\n\n%s\n' "$why" >>"$GITHUB_STEP_SUMMARY"
  exit 2
fi

kept=$(mktemp -d) || exit 4
trap 'rm -rf "$kept"' EXIT

imported=0
files=()
while IFS= read -r file; do
  [[ -n $file ]] && files+=("$file")
done <<<"${GATE_RESULTS:-}"
if ((${#files[@]} > 0)); then
  measured=()
  [[ -n ${GATE_SUITE:-} ]] && measured+=(--suite "$GATE_SUITE")
  [[ -n ${GATE_AGENTS:-} ]] && measured+=(--agents "$GATE_AGENTS")
  [[ ${GATE_WHOLE_SUITE:-} == true ]] && measured+=(--whole-suite)
  # The log gets what is written to standard error as it comes. The reason of a failure is kept for the annotation and the summary.
  {
    attestry import results --system "$GATE_SYSTEM" ${measured[@]+"${measured[@]}"} -- ${files[@]+"${files[@]}"} \
      2>&1 >&3 | tee "$kept/import" >&2
    imported=${PIPESTATUS[0]}
  } 3>&1
fi

flags=()
[[ ${GATE_ADVISORY:-} == true ]] && flags=(--advisory)
check() { attestry gate check --system "$GATE_SYSTEM" --wait "${GATE_WAIT:-0s}" --format github ${flags[@]+"${flags[@]}"}; }
if ((imported == 0)); then
  check
  exit
fi

# Where results could not be submitted, the step fails whatever the gate answers by earlier results. A pass by earlier results MUST NOT
# become an output, since another step or job may decide by it.
why=$(tail -n 20 "$kept/import" | cut -c 1-1000)
# Four spaces make a line a block of code, in which nothing is markup.
[[ -n ${GITHUB_STEP_SUMMARY:-} ]] &&
  printf '## Attestry: the results were not submitted\n\n%s\n\n' "${why:+    ${why//$'\n'/$'\n'    }}" >>"$GITHUB_STEP_SUMMARY"
GITHUB_OUTPUT=$kept/output GITHUB_STEP_SUMMARY=$kept/summary check >"$kept/stdout"
checked=$?
earlier=
grep -qs '^decision=' "$kept/output" && earlier=' The gate answers by earlier results.'
# The last line has the reason; the lines before it are warnings.
why=${why##*$'\n'}
why=${why:-the log of this step says why}
why=${why#attestry: }
echo "::error title=Attestry%3A the results were not submitted::None, or not all of them: ${why//%/%25}.$earlier"
if ! grep -qsx decision=pass "$kept/output"; then
  cat "$kept/stdout"
  for name in output:"${GITHUB_OUTPUT:-}" summary:"${GITHUB_STEP_SUMMARY:-}"; do
    [[ -n ${name#*:} && -s $kept/${name%%:*} ]] && cat "$kept/${name%%:*}" >>"${name#*:}"
  done
fi
((checked != 0)) && exit "$checked"
exit "$imported"

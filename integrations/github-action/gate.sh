#!/usr/bin/env bash
# Hands in the results, asks the gate, publishes annotations and the step summary, and only then fails. Inputs come by
# environment variables (action.yml), never by text pasted into this script. Exit codes: docs/pipelines.md.
set -uo pipefail
# Lists that may be empty are expanded as ${list[@]+"${list[@]}"}: bash 3.2, which macOS has, takes an empty list for an unset name.

# The command comes with this repository, at the commit that the workflow pins: nothing is downloaded.
attestry() { node "$(dirname "${BASH_SOURCE[0]}")/../../clients/cli/dist/attestry.mjs" "$@"; }

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
  attestry import results --system "$GATE_SYSTEM" ${measured[@]+"${measured[@]}"} -- ${files[@]+"${files[@]}"}
  imported=$?
fi

flags=()
[[ ${GATE_ADVISORY:-} == true ]] && flags=(--advisory)
attestry gate check --system "$GATE_SYSTEM" --wait "${GATE_WAIT:-0s}" --format github ${flags[@]+"${flags[@]}"}
checked=$?

# A result that could not be handed in is a failure even where the gate passes on earlier results.
((checked != 0)) && exit "$checked"
exit "$imported"

import { printableJson } from '../../command/printable.ts'
import { exitCodeOf, type Outcome } from './decision.ts'

/** One JSON object: the decision as the API answered it with `exit_code` and `advisory`, or `{ error, exit_code }`. */
export function json(outcome: Outcome): string {
  const exit_code = exitCodeOf(outcome)
  return printableJson(
    outcome.kind === 'decision'
      ? { ...outcome.decision, advisory: outcome.advisory, exit_code }
      : { error: { message: outcome.message }, exit_code },
  )
}

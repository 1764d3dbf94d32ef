import { printable } from '../../command/printable.ts'
import { NEXT_STEP, namedSystem, notSubmitted, type Outcome } from './decision.ts'

/** For people: the decision, each reason, and what to do next. */
export function text(outcome: Outcome): string {
  const missed = notSubmitted(outcome)
  return missed === undefined ? answered(outcome) : `${missed}\n${answered(outcome)}`
}

function answered(outcome: Outcome): string {
  if (outcome.kind === 'failure') return `No decision: ${printable(outcome.message)}`
  const { system, advisory, page, decision: given } = outcome
  const lines = [
    `${given.decision === 'pass' ? 'PASS' : 'BLOCK'}  ${printable(system)}  decision ${given.decision_id}`,
  ]
  for (const { code, message } of given.reason_details) {
    lines.push(`  ${printable(code)}: ${printable(message)}`)
    const next = NEXT_STEP[code]
    if (next !== undefined) lines.push(`    → ${next}`)
  }
  const named = namedSystem(outcome)
  if (named !== undefined) lines.push(`  ${named}`)
  if (page !== undefined && given.decision === 'block') lines.push(`  In the console: ${printable(page)}`)
  if (advisory && given.decision === 'block')
    lines.push('ADVISORY: the gate blocks, and this run continues because --advisory was given.')
  return lines.join('\n')
}

import { EXIT, type ExitCode, Failure } from '../../command/exit-codes.ts'
import { printable } from '../../command/printable.ts'
import { UUID } from '../../command/uuid.ts'

/** A decision of the release gate, as the API answers it (docs/api.md, the gate). */
export type Decision = {
  decision: 'pass' | 'block'
  reasons: string[]
  reason_details: { code: string; message: string }[]
  certification_id: string | null
  decision_id: string
  ai_system_id: string
  eval_suite_id: string | null
  eval_suite_version: number | null
  payload_hash: string
  decided_at: string
  missing_attestation_roles: string[]
}

/** The outcome of a check: a decision, with the address of its AI system in the console, or the reason why there is none. */
export type Outcome = Asked &
  (
    | { kind: 'decision'; advisory: boolean; decision: Decision; page?: string }
    | { kind: 'failure'; exitCode: ExitCode; message: string }
  )

/**
 * `imported`: the exit code of the import of results before the check; 0 where there was no import. `importLog`: the last lines that
 * the import wrote to standard error, each made printable.
 */
type Asked = { system: string; imported: number; importLog: string[] }

/** Says that an import of results failed, and what that means for a decision; undefined where no import failed. */
export function notSubmitted({ imported, importLog, kind }: Outcome): string | undefined {
  if (imported === 0) return undefined
  const ended = `The results were not submitted, or not all of them (import results ended with ${imported}).`
  // The last line has the reason; the lines before it are warnings.
  const why = importLog.at(-1)?.replace(/^attestry: /, '')
  const missed = why === undefined ? ended : `${ended} The reason: ${why}${/[.!?]$/.test(why) ? '' : '.'}`
  return kind === 'failure' ? missed : `${missed} The gate answers by earlier results.`
}

/**
 * Reads an answer as a decision. An answer that is not exactly a decision MUST NOT pass. Codes and the id MUST be single words,
 * since they are printed and put into paths without escaping.
 *
 * @param systemId the AI system that the decision must be about; undefined where it was asked for by name. A pass must then name
 *   one
 * @throws Failure the answer is not a decision, or is about another AI system
 */
export function decisionOf(body: unknown, systemId: string | undefined): Decision {
  const answer = (body ?? {}) as Partial<Decision>
  const { reasons, reason_details: details, missing_attestation_roles: roles = [] } = answer
  if (![reasons, details, roles].every(Array.isArray)) throw noDecision()
  return consistentDecision(answer as Decision, systemId, roles)
}

function consistentDecision(answer: Decision, systemId: string | undefined, roles: string[]): Decision {
  const { decision, reasons, reason_details: details } = answer
  const consistent = decision === (reasons.length === 0 ? 'pass' : 'block')
  const words: unknown[] = [answer.decision_id, ...reasons, ...details.map((one) => one?.code)]
  const { ai_system_id: of } = answer
  const isAsked = systemId === undefined ? decision !== 'pass' || isId(of) : of === systemId
  // A pass has nothing that blocks in any field.
  if (decision === 'pass' && details.length + roles.length > 0) throw noDecision()
  const isText = details.every((one) => typeof one?.message === 'string')
  if (!isAsked || !consistent || !words.every(isWord) || !isText) throw noDecision()
  return answer
}

/**
 * Returns the decision, and refuses a pass that is old. The server decides each question anew, so an old pass comes from a cache
 * or from a copy of the server, which may not know what has come to block since.
 *
 * @param now in milliseconds
 * @throws Failure a pass whose time is more than an hour from `now`
 */
export function recent(decision: Decision, now: number): Decision {
  const { decision: outcome, decided_at: at } = decision
  const age = now - Date.parse(String(at))
  if (outcome === 'block' || Math.abs(age) <= CLOCKS_APART_MS) return decision
  const [here, there] = [new Date(now).toISOString(), printable(String(at))]
  throw new Failure(EXIT.unavailable, `the server answered a pass of ${there}, and here it is ${here}`)
}

/** Names the AI system that a decision is about where it was asked for by name; undefined where it was asked for by id. */
export function namedSystem({ system, decision }: Outcome & { kind: 'decision' }): string | undefined {
  const { ai_system_id: id } = decision
  return !isId(id) || id === system.toLowerCase() ? undefined : `AI system ${id}, which has this name now`
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value)
}

function noDecision(): Failure {
  return new Failure(EXIT.unavailable, 'the server answered with something other than a gate decision')
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
}

/** Returns the exit code of an outcome. */
export function exitCodeOf(outcome: Outcome): ExitCode {
  if (outcome.kind === 'failure') return outcome.exitCode
  return outcome.decision.decision === 'pass' || outcome.advisory ? EXIT.ok : EXIT.block
}

/** The next step for each reason, and the roles that may take it. */
export const NEXT_STEP: { [code: string]: string } = {
  __proto__: null as never,
  suite_missing:
    'Create an evaluation suite for the system (an admin, approver or member); its first one is its gate suite. Where it has others, an admin names one of them.',
  agent_profile_missing:
    'Create a profile for each agent of the system (an admin, approver or member), or have an admin or approver accept the open proposal of one that telemetry found.',
  no_approved_run:
    'Submit results that meet the suite, if there are none yet; then have an admin or approver certify it.',
  suite_version_changed: 'Have an admin or approver certify the current suite version.',
  version_drift:
    'Have an admin or approver certify the current agent versions, or set the profiles back (an admin, approver or member).',
  open_drift_trigger: 'Have an admin or approver assess and resolve each open trigger.',
  attestation_missing: 'Have the named roles attest the current suite and agent versions.',
}

/** How far the clocks of a runner and of the server may differ. */
const CLOCKS_APART_MS = 3_600_000

import { sha256 } from '../hashes/hash.mjs'
import { canonicalJson, is, isObject } from '../json/json.mjs'
import { Failure } from '../report/failure.mjs'
import { derive } from './gate.mjs'

/** @import { Place } from '../report/failure.mjs' */

/** The fields of a decision's record that follow from its snapshot (docs/gate-rules.md, The decision record). */
const OUTPUT = /** @type {const} */ ([
  'decision',
  'reasons',
  'reason_details',
  'missing_attestation_roles',
  'certification_id',
  'eval_suite_id',
  'eval_suite_version',
])

/**
 * Derives a gate decision from its snapshot, reason by reason. Throws a Failure where the record differs from the result.
 *
 * @param {Record<string, unknown>} record
 * @param {Place} place
 * @returns {Decision}
 */
export function rederive(record, place) {
  const { id, snapshot, payload_hash, decided_at } = /** @type {Record<string, any>} */ (record)
  if (!is.uuid(id) || !isObject(snapshot) || !is.hash(payload_hash) || !is.time(decided_at)) {
    throw new Failure('decision_form', 'not a decision record', place)
  }
  const hash = sha256(canonicalJson(snapshot), 'hex')
  if (hash !== payload_hash)
    throw new Failure('decision_hash', `${hash}, the record says ${payload_hash}`, place)
  const derived = deriveOrFail(snapshot, place)
  if (
    record.organization_id !== snapshot.organization_id ||
    record.ai_system_id !== /** @type {any} */ (snapshot).ai_system.id
  ) {
    throw new Failure('decision_identity', 'organization or AI system differ', place)
  }
  for (const key of OUTPUT) {
    if (!Object.hasOwn(record, key) || canonicalJson(record[key]) !== canonicalJson(derived.output[key])) {
      const says = Object.hasOwn(record, key) ? canonicalJson(record[key]) : 'nothing'
      throw new Failure(
        'decision_mismatch',
        `${key} is ${says}, derived is ${canonicalJson(derived.output[key])}`,
        place,
      )
    }
  }
  return { id, record, ...derived }
}

/**
 * @param {any} snapshot
 * @param {Place} at
 */
function deriveOrFail(snapshot, at) {
  try {
    return derive(snapshot)
  } catch (cause) {
    throw new Failure('decision_form', cause instanceof Error ? cause.message : String(cause), at)
  }
}

/**
 * Returns the derivation in words, for --explain.
 *
 * @param {Decision} decision
 * @returns {string[]} lines
 */
export function explain({ id, record, output, rules }) {
  const snapshot = /** @type {any} */ (record.snapshot)
  const lines = [
    `Decision ${id}: ${output.decision}, decided at ${record.decided_at}`,
    `AI system ${canonicalJson(snapshot.ai_system.name)} (${snapshot.ai_system.id})`,
  ]
  for (const { metric_name, eval_type, operator, value, result } of snapshot.suite?.thresholds ?? []) {
    const measured =
      result === null ? 'no result' : `${canonicalJson(result.metric_value)} (result ${result.id})`
    lines.push(
      `  threshold ${canonicalJson(metric_name)} (${eval_type}) ${operator} ${canonicalJson(value)}: ${measured}`,
    )
  }
  for (const { code, applies, message } of rules) {
    const verdict = applies === null ? 'not evaluated' : applies ? 'TRUE' : 'false'
    lines.push(`  ${code.padEnd(22)} ${verdict}${applies ? `: ${message()}` : ''}`)
  }
  return lines
}

/** @typedef {{ id: string, record: Record<string, unknown> } & ReturnType<typeof derive>} Decision */

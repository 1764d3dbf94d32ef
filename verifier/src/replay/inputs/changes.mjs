import { Failure } from '../../report/failure.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */

export const VERSIONS = ['model_name', 'model_version', 'prompt_version']
const APPROVERS = ['admin', 'approver']

/**
 * Returns the id of the trigger that a change claims to have opened. A change that widens a certified system MUST have opened
 * one, unless the settings allow the person to widen it (docs/gate-rules.md, Changes that open a trigger). Earlier records do not
 * name a trigger and are not compared.
 *
 * @param {any} before undefined where there is none
 * @param {any} record of an AI system or of a profile
 * @param {{ isCertified: boolean, settings: any[], roles: string[] | undefined, place: Place }} about the system; `settings` and
 *   `roles` are those that the call may have read, `roles` is undefined where no person calls
 * @returns {string | undefined} the trigger that the call says to have opened
 */
export function openedTrigger(before, record, { isCertified, settings, roles, place }) {
  const opened = record.opened_trigger
  if (opened === undefined) return undefined
  if (opened !== null) return String(opened)
  const mayWiden =
    settings.some((one) => !one.changes_need_another) && roles?.some((role) => APPROVERS.includes(role))
  if (before === undefined || !isCertified || mayWiden || !isWidened(before, record)) return undefined
  throw new Failure('caller_not_allowed', 'a change of what was certified opened no trigger', place)
}

/**
 * Throws where a person opened or resolved a trigger whose record names another person. The record determines who made the change
 * and who may not resolve the trigger.
 *
 * @param {any} person whom the record names
 * @param {AuditEntry['actor']} actor who made the call
 * @param {Place} place
 */
export function assertOwn(person, actor, place) {
  if (actor.kind === 'user' && person?.id !== actor.id)
    throw new Failure(
      'input_differs',
      'a trigger that a person other than the caller opened or resolved',
      place,
    )
}

/** @param {any} before @param {any} record */
function isWidened(before, record) {
  const lacks = (/** @type {unknown[]} */ list, /** @type {unknown[]} */ of) =>
    of.some((one) => !list.includes(one))
  if (record.tools) return lacks(before.tools, record.tools) || isOtherVersion(before, record)
  const isSwitched = before.gate_suite !== null && before.gate_suite !== record.gate_suite
  return (
    isSwitched || before.name !== record.name || lacks(record.attestation_roles, before.attestation_roles)
  )
}

/**
 * Whether a profile names other versions than before.
 *
 * @param {any} before undefined where there is none
 * @param {any} record
 */
export const isOtherVersion = (before, record) =>
  before === undefined || VERSIONS.some((name) => before[name] !== record[name])

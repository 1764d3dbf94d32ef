import { canonicalJson } from '../../json/json.mjs'

/** @import { AuditEntry } from '../../log/log.mjs' */

// The form of records in a snapshot (docs/gate-rules.md, The snapshot). Null means that there is no record.

/** The settings of an organization that has no record of them: no duties are separated. */
const NOTHING_SEPARATED = Object.freeze({
  attester_per_role: false,
  certifier_is_another: false,
  changes_need_another: false,
  role_wait_hours: 0,
})

/** @param {any} one */
export const systemOf = (one) =>
  one
    ? {
        id: one.id,
        name: one.name,
        version: one.version,
        attestation_roles: [...new Set(one.attestation_roles)].sort(),
      }
    : null

/** @param {any} one */
export const separationOf = (one) => one?.separation_of_duties ?? NOTHING_SEPARATED

/** @param {any} one */
export const suiteOf = (one) =>
  one ? { id: one.id, name: one.name, version: one.version, thresholds: thresholdsOf(one) } : null

/** @param {any} suite of a snapshot */
export const withoutResults = (suite) => ({ ...suite, thresholds: thresholdsOf(suite) })

/** @param {any} suite */
function thresholdsOf({ thresholds }) {
  const keys = thresholds.map((/** @type {any} */ { metric_name, eval_type, operator, value }) =>
    canonicalJson({ eval_type, metric_name, operator, value }),
  )
  return keys.sort()
}

/** @param {any} record @param {string} record_hash */
export const resultOf = ({ id, metric_value }, record_hash) => ({ id, metric_value, record_hash })

/** @param {any} one */
export const shownResult = (one) => (one ? resultOf(one, one.record_hash) : null)

/** @param {any} one */
export function profileOf(one) {
  if (!one) return null
  const { id, version, agent_identity, model_name, model_version, prompt_version } = one
  return { id, version, agent_identity, model_name, model_version, prompt_version }
}

/** @param {any} profile */
export const agentOf = ({ id, model_name, model_version, prompt_version }) => ({
  profile_id: id,
  model_name,
  model_version,
  prompt_version,
})

/** @param {any} one */
export function certificationOf(one) {
  if (!one) return null
  const { id, suite_id, suite_name, suite_version, agents, certified_by, involved, waited_hours } = one
  return {
    id,
    suite_id,
    suite_name,
    suite_version,
    agents: inOrder(agents),
    certified_by: certified_by.id,
    involved: involved ? [...involved].sort() : null,
    waited_hours: waited_hours ?? null,
  }
}

/** @param {any} one */
export function attestationOf(one) {
  if (!one) return null
  const { id, role, suite_id, agents, attested_by, waited_hours } = one
  return {
    id,
    role,
    suite_id,
    agents: inOrder(agents),
    attested_by: attested_by.id,
    waited_hours: waited_hours ?? null,
  }
}

/** @param {any[]} agents */
export function inOrder(agents) {
  return [...agents].sort((a, b) => (a.profile_id < b.profile_id ? -1 : 1))
}

/**
 * Whether a record names the caller by id and name: people read the name.
 *
 * @param {any} person
 * @param {AuditEntry['actor']} actor
 */
export const isPerson = (person, { id, name }) => person?.id === id && person?.name === name

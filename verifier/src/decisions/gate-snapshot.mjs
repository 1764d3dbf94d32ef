import { is, isObject } from '../json/json.mjs'

// The shape of a snapshot (docs/gate-rules.md). Unknown keys are accepted. No decision can be derived where a key is missing or
// malformed.

/** The most triggers that a snapshot shows, and the most items that a message lists. */
export const SHOWN = 20

const number = Number.isFinite
const text = is.text
const version = Number.isSafeInteger

const agent = { profile_id: text, model_name: text, model_version: text, prompt_version: text }
const certification = { id: text, suite_id: text, suite_name: text, suite_version: version }

const SNAPSHOT = {
  rules_version: is.only(1, 2),
  organization_id: text,
  ai_system: { id: text, name: text, version, attestation_roles: each(text) },
  suite: orNull({
    id: text,
    name: text,
    version,
    thresholds: each({
      metric_name: text,
      eval_type: text,
      operator: is.only('lte', 'lt', 'gte', 'gt', 'eq'),
      value: number,
      result: orNull({ id: text, metric_value: number, record_hash: text }),
    }),
  }),
  profiles: each({
    id: text,
    version,
    agent_identity: text,
    model_name: text,
    model_version: text,
    prompt_version: text,
  }),
  certifications: {
    of_system: orNull({ ...certification, agents: each(agent) }),
    of_suite: orNull(certification),
    of_version: orNull(certification),
  },
  attestations: each({ id: text, role: text, suite_id: text, agents: each(agent) }),
  open_triggers: each(trigger),
  more_open_triggers: is.only(true, false),
}

/** The additional keys of a snapshot of rules version 2. */
const PEOPLE = {
  separation_of_duties: {
    attester_per_role: is.only(true, false),
    certifier_is_another: is.only(true, false),
    changes_need_another: is.only(true, false),
    role_wait_hours: count,
  },
  certifications: {
    of_version: orNull({
      agents: each(agent),
      certified_by: text,
      involved: orNull(each(text)),
      waited_hours: orNull(count),
    }),
  },
  attestations: each({ attested_by: text, waited_hours: orNull(count) }),
}

const TRIGGERS = /** @type {Record<string, Shape>} */ ({
  tool: { agent_identity: text, tool_name: text },
  version: { agent_identity: text, model_name: is.orNull(text), model_version: is.orNull(text) },
  drift: { metric_name: text },
  manual: { reason: text },
})

/**
 * Throws unless a decision can be derived from the value.
 *
 * @param {unknown} snapshot
 */
export function assertSnapshot(snapshot) {
  if (!fits(snapshot, SNAPSHOT))
    throw new TypeError('the snapshot does not have the shape of rules version 1 or 2')
  const { rules_version } = /** @type {any} */ (snapshot)
  if (rules_version === 2 && !fits(snapshot, PEOPLE))
    throw new TypeError('the snapshot does not have the shape of rules version 2')
  if (!isOrdered(snapshot)) throw new TypeError('a list of the snapshot is not in its order, or too long')
}

/**
 * Whether every list of a snapshot is in the required order and has no item twice. The stated number of open triggers may be
 * larger than the number shown only where the snapshot shows the largest possible number.
 *
 * @param {any} snapshot
 */
function isOrdered({
  rules_version,
  ai_system,
  suite,
  profiles,
  certifications,
  attestations,
  open_triggers,
  more_open_triggers,
}) {
  const ofVersion = rules_version === 2 ? certifications.of_version : null
  const agents = [certifications.of_system, ofVersion, ...attestations].map((locked) => locked?.agents ?? [])
  return (
    ascending(ai_system.attestation_roles) &&
    ascending(suite?.thresholds ?? [], 'metric_name', 'eval_type', 'operator') &&
    ascending(profiles, 'id') &&
    agents.every((list) => ascending(list, 'profile_id')) &&
    ascending(ofVersion?.involved ?? []) &&
    ascending(attestations, 'role') &&
    ascending(open_triggers, 'id') &&
    (more_open_triggers ? open_triggers.length === SHOWN : open_triggers.length <= SHOWN)
  )
}

/**
 * Whether a list is strictly ascending, by UTF-16 code units.
 *
 * @param {any[]} items
 * @param {string[]} keys the first key in which two items differ decides; without keys the items themselves are compared
 */
function ascending(items, ...keys) {
  return items.every((item, i) => {
    if (i === 0) return true
    const before = items[i - 1]
    if (keys.length === 0) return before < item
    const key = keys.find((name) => before[name] !== item[name])
    return key !== undefined && before[key] < item[key]
  })
}

/**
 * @param {any} value
 * @param {Shape} shape
 * @returns {boolean}
 */
function fits(value, shape) {
  if (typeof shape === 'function') return shape(value)
  return (
    isObject(value) &&
    Object.entries(shape).every(([key, inner]) => Object.hasOwn(value, key) && fits(value[key], inner))
  )
}

/** @param {any} value */
function count(value) {
  return Number.isSafeInteger(value) && value >= 0
}

/** @param {Shape} shape */
function each(shape) {
  return (/** @type {unknown} */ value) => Array.isArray(value) && value.every((item) => fits(item, shape))
}

/** @param {Shape} shape */
function orNull(shape) {
  return (/** @type {unknown} */ value) => value === null || fits(value, shape)
}

/** @param {any} value @returns {boolean} */
function trigger(value) {
  return (
    isObject(value) &&
    typeof value.kind === 'string' &&
    Object.hasOwn(TRIGGERS, value.kind) &&
    text(value.id) &&
    fits(value, /** @type {Shape} */ (TRIGGERS[value.kind]))
  )
}

/** @typedef {((value: any) => boolean) | { [key: string]: Shape }} Shape */

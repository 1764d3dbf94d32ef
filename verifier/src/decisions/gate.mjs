import { canonicalJson } from '../json/json.mjs'
import { difference, list, openTriggers, unmet } from './gate-messages.mjs'
import { assertSnapshot } from './gate-snapshot.mjs'

// Implements docs/gate-rules.md, versions 1 and 2, from that page alone. It shares no code with the product's gate.

const COMPARE = Object.freeze({
  lte: (/** @type {number} */ a, /** @type {number} */ b) => a <= b,
  lt: (/** @type {number} */ a, /** @type {number} */ b) => a < b,
  gte: (/** @type {number} */ a, /** @type {number} */ b) => a >= b,
  gt: (/** @type {number} */ a, /** @type {number} */ b) => a > b,
  eq: (/** @type {number} */ a, /** @type {number} */ b) => a === b,
})

/**
 * Derives the decision from a snapshot: the seven keys of the page's section Output, and the result of each condition.
 *
 * @param {any} snapshot a value from JSON.parse
 * @returns {{ output: Output, rules: Rule[] }}
 * @throws {TypeError} when no decision can be derived
 */
export function derive(snapshot) {
  assertSnapshot(snapshot)
  const { suite, certifications } = snapshot
  const inForce = certificationInForce(snapshot)
  const missing = missingRoles(snapshot)
  const rules = evaluate(snapshot, inForce, missing)
  const applied = rules.filter((rule) => rule.applies)
  const output = {
    decision: applied.length === 0 ? 'pass' : 'block',
    reasons: applied.map((rule) => rule.code),
    reason_details: applied.map(({ code, message }) => ({ code, message: message() })),
    missing_attestation_roles: applied.some((rule) => rule.code === 'attestation_missing') ? missing : [],
    certification_id: inForce ? certifications.of_version.id : null,
    eval_suite_id: suite === null ? null : suite.id,
    eval_suite_version: suite === null ? null : suite.version,
  }
  return { output, rules }
}

/**
 * The conditions in their order. `applies` is null where a condition is not evaluated.
 *
 * @param {any} snapshot
 * @param {boolean} inForce
 * @param {string[]} missing
 * @returns {Rule[]}
 */
function evaluate(snapshot, inForce, missing) {
  const facts = factsOf(snapshot, inForce, missing)
  return [
    suiteMissing(facts),
    agentProfileMissing(facts),
    noApprovedRun(facts),
    suiteVersionChanged(facts),
    versionDrift(facts),
    openDriftTrigger(facts),
    attestationMissing(facts),
  ]
}

/**
 * Computes the facts of a snapshot that several conditions use.
 *
 * @param {any} snapshot
 * @param {boolean} inForce
 * @param {string[]} missing
 */
function factsOf(snapshot, inForce, missing) {
  const { suite, profiles, certifications } = snapshot
  const { of_version: ofVersion } = certifications
  const isOfVersion = suite !== null && ofVersion !== null && ofVersion.suite_id === suite.id
  return {
    snapshot,
    inForce,
    missing,
    noSuite: suite === null,
    noProfile: profiles.length === 0,
    isOfVersion,
    /** Formats the suite and its version for a message. */
    named: () => `Suite ${quote(suite.name)} version ${quote(suite.version)}`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function suiteMissing({ snapshot, noSuite }) {
  return {
    code: 'suite_missing',
    applies: noSuite,
    message: () =>
      `AI system ${quote(snapshot.ai_system.name)} has no gate suite: create a suite for it, or name one of its suites as its gate suite.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function agentProfileMissing({ snapshot, noProfile }) {
  return {
    code: 'agent_profile_missing',
    applies: noProfile,
    message: () =>
      `AI system ${quote(snapshot.ai_system.name)} has no agent profile: create a profile for each of its agents.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function noApprovedRun({ snapshot, inForce, noSuite, isOfVersion, named }) {
  return {
    code: 'no_approved_run',
    applies: noSuite ? null : !inForce,
    message: () => notApproved(snapshot.suite, named(), isOfVersion),
  }
}

/** @param {Facts} facts @returns {Rule} */
function suiteVersionChanged({ snapshot, noSuite, isOfVersion }) {
  const { suite, certifications } = snapshot
  const { of_suite: ofSuite } = certifications
  return {
    code: 'suite_version_changed',
    applies: noSuite ? null : ofSuite !== null && !isOfVersion,
    message: () =>
      `Suite ${quote(suite.name)} has changed since its newest certification: that is of version ` +
      `${quote(ofSuite.suite_version)}, the current version is ${quote(suite.version)}. ` +
      `Certify version ${quote(suite.version)}.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function versionDrift({ snapshot, noProfile, isOfVersion, named }) {
  const { profiles, certifications } = snapshot
  const { of_system: ofSystem, of_version: ofVersion } = certifications
  const held = snapshot.rules_version === 2 && isOfVersion ? ofVersion : null
  const differsFromSystem = ofSystem !== null && !covers(ofSystem.agents, profiles)
  const differsFromVersion = held !== null && !covers(held.agents, profiles)
  return {
    code: 'version_drift',
    applies:
      noProfile || (ofSystem === null && held === null) ? null : differsFromSystem || differsFromVersion,
    message: () => {
      const [what, agents] = differsFromSystem
        ? ['the newest certification', ofSystem.agents]
        : [`the certification of ${named()}`, held.agents]
      return `Agents differ from ${what}: ${difference(profiles, agents)}. Certify the current versions, or set the profiles back.`
    },
  }
}

/** @param {Facts} facts @returns {Rule} */
function openDriftTrigger({ snapshot }) {
  return {
    code: 'open_drift_trigger',
    applies: snapshot.open_triggers.length > 0,
    message: () => `Drift triggers are open: ${openTriggers(snapshot)}. Assess and resolve each of them.`,
  }
}

/** @param {Facts} facts @returns {Rule} */
function attestationMissing({ missing, noSuite, noProfile, named }) {
  return {
    code: 'attestation_missing',
    applies: noSuite || noProfile ? null : missing.length > 0,
    message: () =>
      `${named()} and the current agent versions are not attested by: ${list(missing.map(quote))}. A user holding the role has to attest.`,
  }
}

/** @param {unknown} value a value of the snapshot, in a message */
const quote = (value) => canonicalJson(value)

/**
 * @param {any} suite
 * @param {string} named the suite and its version
 * @param {boolean} isCertified whether there is a certification of this version
 */
function notApproved(suite, named, isCertified) {
  if (outcome(suite) === 'met')
    return isCertified
      ? `${named} is met and certified, but not as the separation of duties asks: a user with role approver or admin ` +
          'who neither submitted its results nor wrote the suite has to certify it.'
      : `${named} is met but not certified: a user with role approver or admin has to certify it.`
  return isCertified
    ? `${named} is certified but not met: ${unmet(suite, satisfied)}. Submit results that meet it.`
    : `${named} is not met: ${unmet(suite, satisfied)}. Submit results that meet it, then certify it.`
}

/** @param {any} snapshot */
function certificationInForce(snapshot) {
  const { suite, certifications } = snapshot
  const certification = certifications.of_version
  return (
    suite !== null &&
    certification !== null &&
    certification.suite_id === suite.id &&
    outcome(suite) === 'met' &&
    certifierIsSeparate(snapshot, certification)
  )
}

/**
 * @param {any} snapshot
 * @param {any} certification
 */
function certifierIsSeparate({ rules_version, separation_of_duties: duties }, certification) {
  if (rules_version === 1) return true
  const { certified_by, involved } = certification
  if (duties.certifier_is_another && (involved === null || involved.includes(certified_by))) return false
  return waited(certification, duties)
}

/**
 * @param {any} snapshot
 * @param {any} attestation
 */
function attesterIsSeparate({ rules_version, separation_of_duties: duties, attestations }, attestation) {
  if (rules_version === 1) return true
  const roles = attestations.filter((/** @type {any} */ a) => a.attested_by === attestation.attested_by)
  return (!duties.attester_per_role || roles.length === 1) && waited(attestation, duties)
}

/**
 * @param {any} approval
 * @param {any} duties
 */
function waited({ waited_hours: hours }, { role_wait_hours: required }) {
  return required === 0 || (hours !== null && hours >= required)
}

/** @param {any} suite @returns {'met' | 'failed' | 'incomplete'} */
export function outcome(suite) {
  const results = suite.thresholds.map((/** @type {any} */ t) => (t.result === null ? null : satisfied(t)))
  if (results.length === 0) return 'incomplete'
  if (results.includes(false)) return 'failed'
  return results.includes(null) ? 'incomplete' : 'met'
}

/** @param {any} threshold */
export function satisfied({ operator, value, result }) {
  return (
    result !== null && COMPARE[/** @type {keyof typeof COMPARE} */ (operator)](result.metric_value, value)
  )
}

/**
 * @param {any[]} agents
 * @param {any[]} profiles
 */
function covers(agents, profiles) {
  const byProfile = new Map(agents.map((agent) => [agent.profile_id, agent]))
  return profiles.every((profile) => {
    const agent = byProfile.get(profile.id)
    return (
      agent !== undefined &&
      agent.model_name === profile.model_name &&
      agent.model_version === profile.model_version &&
      agent.prompt_version === profile.prompt_version
    )
  })
}

/** @param {any} snapshot @returns {string[]} sorted */
function missingRoles(snapshot) {
  const { ai_system: system, suite, profiles, attestations } = snapshot
  if (suite === null || profiles.length === 0) return []
  const attested = new Set(
    attestations
      .filter((/** @type {any} */ a) => a.suite_id === suite.id && covers(a.agents, profiles))
      .filter((/** @type {any} */ a) => attesterIsSeparate(snapshot, a))
      .map((/** @type {any} */ a) => a.role),
  )
  return system.attestation_roles.filter((/** @type {string} */ role) => !attested.has(role)).sort()
}

/**
 * @typedef {{ code: string, applies: boolean | null, message: () => string }} Rule
 * @typedef {ReturnType<typeof factsOf>} Facts
 * @typedef {{
 *   decision: string, reasons: string[], reason_details: { code: string, message: string }[],
 *   missing_attestation_roles: string[], certification_id: string | null,
 *   eval_suite_id: string | null, eval_suite_version: number | null
 * }} Output
 */

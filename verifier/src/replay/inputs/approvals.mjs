import { outcome } from '../../decisions/gate.mjs'
import { sha256 } from '../../hashes/hash.mjs'
import { canonicalJson } from '../../json/json.mjs'
import { Failure } from '../../report/failure.mjs'
import { agentOf, inOrder, isPerson, resultOf, shownResult, systemOf } from './input-shapes.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */
/** @import { StateBudget } from '../state/states.mjs' */
/** @typedef {{ id: string, reason: unknown }} Change a trigger that a change opened */
/**
 * The state of the log when an approval commits. A change of system, suite or profiles locks the row of the system, and so does
 * the approval, so there is exactly one version of each.
 *
 * @typedef {{ system: any, suite: any, profiles: any[], resultsOf: (threshold: any) => any[],
 *   changes: () => { open: Change[], justResolved: Change[] } }} State `resultsOf`: the results that the call may have read
 *   as the newest of a measure
 */

/** Since this `duties_version`, the `reviewed_hash` of an approval is compared with the log. */
const REVIEWED = 2
/**
 * The most reviews that are tried for one approval. There are several where overlapping calls submitted results or resolved
 * triggers.
 */
const MAX_TRIES = 64
/**
 * The most triggers, resolved shortly before the approval, that are considered. The reviewer may have seen each of them as open,
 * and their subsets already give MAX_TRIES reviews.
 */
const MAX_RESOLVED = 6
/** The most characters of reviews that are hashed in total by default, which bounds the work that a package can cause. */
const MAX_CHARACTERS = 64 * 1024 * 1024
/** The most changes that a review shows. */
const MAX_CHANGES = 100
const ID_LENGTH = 36
const UNREVIEWED = 'what was reviewed for some approvals'

/**
 * Compares certifications and attestations with the log: what they lock, and what the person had reviewed (docs/gate-rules.md,
 * What was reviewed).
 */
export class Approvals {
  #characters = 0
  #tries
  #resolved
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
    this.#tries = MAX_TRIES * budget.effort
    this.#resolved = MAX_RESOLVED + Math.ceil(Math.log2(budget.effort))
  }

  /**
   * Throws where an approval differs from the log. Records with an earlier `duties_version`, or with none, are not compared.
   *
   * @param {any} approval a certification or an attestation
   * @param {() => State} stateOf reads the state of its system
   * @param {{ actor: AuditEntry['actor'], place: Place }} call
   */
  check(approval, stateOf, { actor, place }) {
    if (!(approval.duties_version >= REVIEWED)) return
    const isCertification = approval.results !== undefined
    const state = stateOf()
    const locked = isCertification ? lockedBy(approval, state) : undefined
    const differing = differenceOf(approval, locked, state, actor)
    if (differing !== undefined) refuse(differing)
    if (this.#characters > MAX_CHARACTERS * this.#budget.effort) return this.#budget.leaveOut(UNREVIEWED)
    const results =
      locked?.map((one) => [one]) ??
      state.suite.thresholds.map((/** @type {any} */ one) => state.resultsOf(one).map(shownResult))
    if (this.#isReviewed(approval, state, results) === false)
      refuse('what was reviewed is not what the log had')

    /** @param {string} says @returns {never} */
    function refuse(says) {
      throw new Failure(
        'input_differs',
        `${isCertification ? 'certification' : 'attestation'}: ${says}`,
        place,
      )
    }
  }

  /**
   * Returns whether the person reviewed what the log had. Returns undefined where there are too many possible reviews to compare.
   *
   * @param {any} approval
   * @param {State} state
   * @param {any[][]} results for each threshold: those that may have been the newest, the newest last
   */
  #isReviewed({ reviewed_hash, organization_id }, { system, suite, profiles, changes }, results) {
    const { id: systemId, name, attestation_roles } = /** @type {any} */ (systemOf(system))
    const agents = canonicalJson(
      profiles.map(reviewedAgent).sort((a, b) => (a.profile_id < b.profile_id ? -1 : 1)),
    )
    const of = canonicalJson({ id: systemId, name, attestation_roles })
    const { open: opened, justResolved } = changes()
    this.#characters += (opened.length + justResolved.length) * ID_LENGTH
    let tries = 0
    for (const resolved of subsetsOf(justResolved.slice(-this.#resolved)))
      for (const chosen of choicesOf(results)) {
        const shown = {
          id: suite.id,
          name: suite.name,
          version: suite.version,
          thresholds: shownThresholds(suite, chosen),
        }
        const open = canonicalJson(shownChanges([...opened, ...resolved]))
        const text = `{"agents":${agents},"ai_system":${of},"changes":${open},"organization_id":${canonicalJson(organization_id)},"outcome":"${outcome(shown)}","suite":${canonicalJson(shown)}}`
        this.#characters += text.length
        if (sha256(Buffer.from(text), 'hex') === reviewed_hash) return true
        if (++tries < this.#tries) continue
        return this.#budget.leaveOut(UNREVIEWED)
      }
    return false
  }
}

/**
 * Describes how an approval differs from the log. Returns undefined where it does not differ.
 *
 * @param {any} approval
 * @param {any[] | undefined} chosen the results that a certification locks; undefined for an attestation
 * @param {State} state
 * @param {AuditEntry['actor']} actor
 */
function differenceOf(approval, chosen, { suite, profiles }, actor) {
  const person = chosen ? approval.certified_by : approval.attested_by
  if (actor.kind !== 'user' || !isPerson(person, actor)) return 'another person made the call'
  if (!suite || suite.id !== approval.suite_id) return 'another suite version was the current one'
  if (suite.name !== approval.suite_name || suite.version !== approval.suite_version)
    return 'the suite has another name or version'
  if (canonicalJson(inOrder(approval.agents)) !== canonicalJson(inOrder(profiles.map(agentOf))))
    return 'the log has other agents'
  if (chosen === undefined) return undefined
  const locked = new Set(approval.results.map(measureOf))
  const asked = new Set(suite.thresholds.map(measureOf))
  if (locked.size !== asked.size || approval.results.length !== asked.size)
    return 'it locks results other than those that the suite requires'
  if (chosen.includes(undefined)) return 'it locks a result other than the one in the log'
  if (outcome({ thresholds: shownThresholds(suite, chosen) }) !== 'met') return 'its suite was not met'
  return undefined
}

/**
 * Returns the results that a certification locks, as the log has them: one for each threshold. An item is undefined where the log
 * has another result.
 *
 * @param {any} certification
 * @param {State} state
 * @returns {any[]}
 */
function lockedBy({ results }, { suite, resultsOf }) {
  const locked = new Map(results.map((/** @type {any} */ one) => [measureOf(one), one]))
  return (suite?.thresholds ?? []).map((/** @type {any} */ threshold) => {
    const { evaluation_id, metric_value, record_hash } = locked.get(measureOf(threshold)) ?? {}
    const found = resultsOf(threshold).find((one) => one && one.id === evaluation_id)
    if (found?.metric_value !== metric_value || found?.record_hash !== record_hash) return undefined
    return found && resultOf(found, found.record_hash)
  })
}

/** @param {any} suite @param {any[]} results of its thresholds */
function shownThresholds({ thresholds }, results) {
  const shown = thresholds.map((/** @type {any} */ threshold, /** @type {number} */ i) => ({
    ...threshold,
    result: results[i] ?? null,
  }))
  return shown.sort(inOrderOf(['metric_name', 'eval_type', 'operator']))
}

/** @param {Change[]} open */
function shownChanges(open) {
  const sorted = open.sort(inOrderOf(['id'])).slice(0, MAX_CHANGES)
  return sorted.map(({ id, reason }) => ({ trigger_id: id, reason }))
}

/** @param {string[]} names */
const inOrderOf = (names) => (/** @type {any} */ a, /** @type {any} */ b) => {
  const differing = names.find((name) => a[name] !== b[name])
  if (differing === undefined) return 0
  return a[differing] < b[differing] ? -1 : 1
}

/** @param {any} profile */
const reviewedAgent = ({ agent_identity, tools, ...profile }) => ({
  ...agentOf(profile),
  agent_identity,
  tools: tools ?? [],
})

/** @param {any} one */
const measureOf = ({ metric_name, eval_type }) => canonicalJson([metric_name, eval_type])

/**
 * All subsets, the empty one first.
 *
 * @template T
 * @param {T[]} items
 * @returns {Iterable<T[]>}
 */
function* subsetsOf([first, ...others]) {
  if (first === undefined) return yield []
  yield* subsetsOf(others)
  for (const subset of subsetsOf(others)) yield [first, ...subset]
}

/**
 * Yields every choice of one item from each list, starting with the last items. No list is empty.
 *
 * @param {any[][]} lists
 * @returns {Iterable<any[]>}
 */
function* choicesOf(lists) {
  const places = lists.map((list) => list.length - 1)
  for (;;) {
    yield lists.map((list, i) => list[places[i] ?? 0])
    // The odometer counts down; the last list changes fastest.
    const next = places.findLastIndex((place) => place > 0)
    if (next === -1) return
    places[next] = (places[next] ?? 0) - 1
    for (let i = next + 1; i < lists.length; i++) places[i] = (lists[i] ?? []).length - 1
  }
}

import { canonicalJson } from '../../json/json.mjs'
import { Failure } from '../../report/failure.mjs'
import { OVERLAP_MS } from '../state/history.mjs'
import { sizeOf } from '../state/states.mjs'
import { VERSIONS } from './change-items.mjs'
import { isOtherVersion } from './changes.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { Remark } from '../../report/remarks.mjs' */
/** @import { StateBudget } from '../state/states.mjs' */
/** @typedef {{ at: number, leaf: number }} Call */
/** @typedef {Call & { id: string, named: Map<string, string | null> }} Result `named`: the versions that it names, by agent; null where it names two */

/**
 * Limits that bound the memory. FEW: the most results of a measure that are kept. OLD_MS: the oldest result is dropped where the
 * next one is older than this, because no call can read it any more. MAX_NAMED: the most characters of the names in all kept
 * results, by default.
 */
const FEW = 16
const OLD_MS = 2 * OVERLAP_MS
const MAX_NAMED = 8_000_000
const UNMEASURED = 'whether some results measured what was certified'
/** The number of states that a result counts as. */
const RESULT = 2

/**
 * Checks that the results that a certification locks were measured with its agents (docs/gate-rules.md, Which results can be
 * certified).
 */
export class Measured {
  /**
   * The call that last changed the versions of each profile; undefined where its record is older than the comparison of such
   * changes.
   *
   * @type {Map<string, Call | undefined>}
   */
  #changed = new Map()
  /** The newest results of each measure that a current suite version asks for, by the suite's id. @type {Map<string, Map<string, Result[]>>} */
  #results = new Map()
  #named = 0
  #remark

  #budget

  /** @param {StateBudget} budget @param {Remark} remark */
  constructor(budget, remark) {
    this.#budget = budget
    this.#remark = remark
  }

  /**
   * Takes a version of a profile.
   *
   * @param {any} before undefined where there is none
   * @param {any} record
   * @param {Call} call
   */
  profile(before, record, call) {
    if (isOtherVersion(before, record))
      this.#changed.set(record.id, record.opened_trigger === undefined ? undefined : call)
  }

  /**
   * Takes a suite version. From then on, the version before it cannot be certified.
   *
   * @param {string | undefined} before the id of the version before it
   * @param {any} record
   */
  suite(before, { id, thresholds }) {
    const ended = this.#results.get(before ?? '') ?? new Map()
    for (const results of ended.values()) this.#drop(results)
    this.#budget.give(sizeOf([...ended.keys()]), ended.size)
    this.#results.delete(before ?? '')
    const asked = new Map((thresholds ?? []).map((/** @type {any} */ one) => [measureOf(one), []]))
    this.#budget.take(sizeOf([...asked.keys()]), asked.size)
    this.#results.set(id, asked)
  }

  /**
   * Takes a result that is tied to a suite version.
   *
   * @param {any} record
   * @param {Call} call
   */
  result(record, call) {
    const results = this.#results.get(record.eval_suite_id)?.get(measureOf(record))
    if (results === undefined) return
    const named = namedAgents(record.payload)
    const [, second] = results
    if (results.length >= FEW * this.#budget.effort || (second && second.at < call.at - OLD_MS))
      this.#drop(results.splice(0, 1))
    const size = charactersOf(named)
    if (this.#named + size <= MAX_NAMED * this.#budget.effort) {
      this.#named += size
      this.#budget.take(sizeOf(record.id), RESULT)
      results.push({ ...call, id: record.id, named })
      return
    }
    this.#budget.leaveOut(UNMEASURED)
  }

  /**
   * Throws where a result was not measured with an agent. Earlier records are not compared.
   *
   * @param {any} certification
   * @param {{ identityOf: (profile: string) => string | undefined, place: Place }} where
   */
  check({ id, suite_id, agents, results, duties_version }, { identityOf, place }) {
    if (duties_version === undefined) return
    for (const locked of results ?? []) {
      const kept = this.#results.get(suite_id)?.get(measureOf(locked))
      const result = kept?.find((one) => one.id === locked.evaluation_id)
      if (result === undefined) {
        this.#budget.leaveOut(UNMEASURED)
        continue
      }
      for (const agent of agents) {
        const identity = identityOf(agent.profile_id)
        const changed = this.#changed.get(agent.profile_id)
        if (identity === undefined || changed === undefined) continue
        const has = measured(result, { identity, changed }, agent)
        const says = `the result of ${locked.metric_name} did not measure ${JSON.stringify(identity)} as it is certified`
        if (has === 'no') throw new Failure('input_differs', `certification: ${says}`, place)
        if (has === 'overlapping')
          this.#remark(
            'approval',
            id,
            `certification ${id}: ${says}; a call that began shortly before explains this`,
          )
      }
    }
  }

  /** @param {Result[]} results */
  #drop(results) {
    for (const { id, named } of results) {
      this.#named -= charactersOf(named)
      this.#budget.give(sizeOf(id), RESULT)
    }
  }
}

/** @param {Map<string, string | null>} named */
function charactersOf(named) {
  let size = 0
  for (const [identity, versions] of named) size += 32 + identity.length + (versions?.length ?? 0)
  return size
}

/** @param {any} one */
const measureOf = ({ metric_name, eval_type }) => canonicalJson([metric_name, eval_type])

/**
 * @param {Result} result
 * @param {{ identity: string, changed: Call }} profile
 * @param {any} agent as it is locked
 * @returns {'yes' | 'no' | 'overlapping'}
 */
function measured({ named, at, leaf }, { identity, changed }, agent) {
  const said = named.get(identity)
  if (said !== undefined) return said === versionsOf(agent) ? 'yes' : 'no'
  if (leaf > changed.leaf) return 'yes'
  return at > changed.at - OVERLAP_MS ? 'overlapping' : 'no'
}

/**
 * @param {any} payload the caller's
 * @returns {Map<string, string | null>}
 */
function namedAgents(payload) {
  const named = new Map()
  const agents = Array.isArray(payload?.agents) ? payload.agents : []
  for (const one of agents) {
    if (typeof one !== 'object' || one === null || typeof one.agent_identity !== 'string') continue
    const versions = versionsOf(one)
    const isOther = named.has(one.agent_identity) && named.get(one.agent_identity) !== versions
    named.set(one.agent_identity, isOther ? null : versions)
  }
  return named
}

/** @param {any} one */
const versionsOf = (one) => canonicalJson(VERSIONS.map((name) => one[name] ?? null))

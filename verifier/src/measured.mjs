import { isOtherVersion, VERSIONS } from './changes.mjs'
import { Failure } from './failure.mjs'
import { OVERLAP_MS } from './history.mjs'
import { canonicalJson } from './json.mjs'

/** @import { Place } from './failure.mjs' */

/** Whether the results that a certification locks have measured its agents (docs/gate-rules.md, Which results can be certified). */
export class Measured {
  /** When the versions of each profile changed last; undefined in a record of before these changes were compared. @type {Map<string, { at: number, leaf: number } | undefined>} */
  #changed = new Map()

  /**
   * Takes a version of a profile.
   *
   * @param {any} before undefined: there is none
   * @param {any} record
   * @param {{ at: number, leaf: number }} call
   */
  profile(before, record, call) {
    if (isOtherVersion(before, record))
      this.#changed.set(record.id, record.opened_trigger === undefined ? undefined : call)
  }

  /**
   * Throws where a result is not the newest of its measure, or did not measure an agent. Records of before are not compared.
   *
   * @param {any} certification
   * @param {{ metric_name: string, result: any }[]} locked results, as the log has them
   * @param {{ identityOf: (profile: string) => string | undefined, place: Place, remark: (text: string) => void }} where
   */
  check({ id, agents, duties_version }, locked, { identityOf, place, remark }) {
    if (duties_version === undefined) return
    for (const { metric_name, result } of locked) {
      if (result === undefined)
        throw new Failure(
          'input_differs',
          `certification: another result of ${metric_name} was the newest`,
          place,
        )
      for (const agent of agents) {
        const identity = identityOf(agent.profile_id)
        const changed = this.#changed.get(agent.profile_id)
        if (identity === undefined || changed === undefined) continue
        const has = measured(result, { identity, changed }, agent)
        const says = `the result of ${metric_name} did not measure ${JSON.stringify(identity)} as it is certified`
        if (has === 'no') throw new Failure('input_differs', `certification: ${says}`, place)
        if (has === 'overlapping')
          remark(`certification ${id}: ${says}, since a call that began shortly before`)
      }
    }
  }
}

/**
 * @param {{ named: Map<string, string | null>, at: number, leaf: number }} result
 * @param {{ identity: string, changed: { at: number, leaf: number } }} profile
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
 * The versions that a result names, by agent: null where it names two.
 *
 * @param {any} payload the caller's
 * @returns {Map<string, string | null>}
 */
export function namedAgents(payload) {
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

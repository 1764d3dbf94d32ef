import { satisfied } from '../../decisions/gate.mjs'
import { sha256 } from '../../hashes/hash.mjs'
import { Failure, LimitReached } from '../../report/failure.mjs'

/** @import { Place } from '../../report/failure.mjs' */

/**
 * Checks that each failing result of type drift caused a finding in the call that submitted it (docs/gate-rules.md, What was
 * tried).
 */
export class Drift {
  /** The failing results of the current call, by system and metric. @type {Map<string, Place>} */
  #required = new Map()
  /** @type {Set<string>} */
  #found = new Set()

  /**
   * Takes a result.
   *
   * @param {any} record
   * @param {any[]} suites those that may have been the gate suite; an undefined item means that there was none
   * @param {Place} place
   */
  result({ ai_system_id, eval_type, metric_name, metric_value, passed }, suites, place) {
    if (eval_type !== 'drift') return
    const fails = (/** @type {any} */ suite) =>
      suite?.thresholds.some(
        (/** @type {any} */ one) =>
          one.metric_name === metric_name &&
          one.eval_type === 'drift' &&
          !satisfied({ ...one, result: { metric_value } }),
      )
    if (passed !== false && !suites.every(fails)) return
    assertFew(this.#required.size)
    this.#required.set(keyOf(ai_system_id, metric_name), place)
  }

  /** @param {any} record a finding */
  finding({ kind, ai_system_id, metric_name }) {
    if (kind !== 'drift') return
    assertFew(this.#found.size)
    this.#found.add(keyOf(ai_system_id, metric_name))
  }

  /** Ends an entry. */
  endEntry() {
    for (const [key, place] of this.#required)
      if (!this.#found.has(key))
        throw new Failure('input_differs', 'a failed result of type drift has no finding', place)
    this.#required.clear()
    this.#found.clear()
  }
}

/** The most findings of one call that are compared. */
const MAX_FINDINGS = 100_000

/** @param {number} size */
function assertFew(size) {
  if (size === MAX_FINDINGS) throw new LimitReached(`a call has more than ${MAX_FINDINGS} findings of drift`)
}

/**
 * Returns a hash, so that keys stay short even if the names in a package are long.
 *
 * @param {unknown} system
 * @param {unknown} metric
 */
const keyOf = (system, metric) => sha256(Buffer.from(JSON.stringify([system, metric])), 'latin1')

import { Failure } from '../../report/failure.mjs'

/** @import { Place } from '../../report/failure.mjs' */

/**
 * Throws unless a result belongs to what it names (docs/api.md 4.1.3): to an AI system with that name, and to the suite version
 * with that id or the current version of the suite with that name.
 *
 * @param {any} result
 * @param {{ systems: any[], suites: any[] }} log what the call may have read: the AI system to which
 *   the result is tied, and the suite of that system with the given name
 * @param {Place} place
 */
export function assertTied(result, { systems, suites }, place) {
  const { ai_system_name, eval_suite, eval_suite_id } = result
  const refuse = (/** @type {string} */ says) => {
    throw new Failure('input_differs', `a result that is tied to ${says}`, place)
  }
  if (!systems.some((one) => one?.name === ai_system_name)) refuse('an AI system of another name')
  if (eval_suite === null) return eval_suite_id === null || refuse('a suite that it does not name')
  const isNamedById = typeof eval_suite === 'string' && eval_suite.toLowerCase() === eval_suite_id
  if (!isNamedById && !suites.some((one) => one && one.id === eval_suite_id))
    refuse(`another suite version than ${JSON.stringify(eval_suite)} was`)
}

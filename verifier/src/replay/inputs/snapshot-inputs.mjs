import { canonicalJson } from '../../json/json.mjs'
import { Failure } from '../../report/failure.mjs'
import {
  agentOf,
  attestationOf,
  certificationOf,
  inOrder,
  profileOf,
  separationOf,
  shownResult,
  suiteOf,
  systemOf,
  withoutResults,
} from './input-shapes.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { History } from '../state/history.mjs' */
/**
 * @typedef {{ historyOf: (key: unknown[]) => History<any> | undefined, profilesOf: (system: string) => Iterable<string>,
 *   remark: (text: string) => void }} Log `remark` receives differences that overlapping calls alone explain
 * @typedef {{ at: number, size: number | undefined, place: Place }} Call `size`: of the log that it names
 */

/**
 * Throws unless each part of a snapshot, except its triggers, was the state of the log when the decision was made.
 *
 * @param {any} snapshot
 * @param {Log} log
 * @param {Call} call
 */
export function compareSnapshot(snapshot, log, call) {
  const { ai_system, suite, certifications, separation_of_duties: separation } = snapshot
  const compare = (
    /** @type {string} */ what,
    /** @type {any} */ value,
    /** @type {unknown[]} */ key,
    /** @type {(record: any) => any} */ shape,
  ) => comparePart({ what, value, ...call }, log, key, shape)
  const system = compare('ai_system', ai_system, ['ai-systems', ai_system.id], systemOf)
  const name = system?.gate_suite ?? null
  compare('suite', suite && withoutResults(suite), ['suites', ai_system.id, name], suiteOf)
  if (separation)
    compare('separation_of_duties', separation, ['organizations', snapshot.organization_id], separationOf)
  const shown = new Map(snapshot.profiles.map((/** @type {any} */ profile) => [profile.id, profile]))
  for (const id of new Set([...log.profilesOf(ai_system.id), ...shown.keys()]))
    compare(`profile ${id}`, shown.get(id) ?? null, ['agent-profiles', ai_system.id, id], profileOf)
  const { of_system, of_suite, of_version } = certifications
  const certified = (/** @type {unknown[]} */ ...key) => ['certifications', ...key]
  compare('certifications.of_system', of_system, certified('system', ai_system.id), certificationOf)
  compare('certifications.of_suite', of_suite, certified('suite', ai_system.id, suite?.name), certificationOf)
  compare('certifications.of_version', of_version, certified('version', suite?.id), certificationOf)
  for (const { metric_name, eval_type, result } of suite?.thresholds ?? []) {
    const key = ['evaluations', suite.id, metric_name, eval_type]
    compare(`result of ${metric_name}`, result, key, shownResult)
  }
  const agents = canonicalJson(inOrder(snapshot.profiles.map(agentOf)))
  for (const role of suite ? ai_system.attestation_roles : []) {
    const found = snapshot.attestations.find((/** @type {any} */ one) => one.role === role) ?? null
    compare(`attestation of ${role}`, found, ['attestations', suite.id, role, agents], attestationOf)
  }
}

/**
 * Compares a part of a snapshot with the records. Members that a snapshot of an earlier rules version leaves out are not
 * compared.
 *
 * @param {{ what: string, value: any } & Call} part
 * @param {Log} log
 * @param {unknown[]} key
 * @param {(record: any) => any} shape how a record appears in a snapshot
 * @returns {any} the record
 */
function comparePart({ what, value, at, size, place }, log, key, shape) {
  const history = log.historyOf(key)
  const readable = history?.readableAt(at, size) ?? [undefined]
  const found = readable.findLastIndex((record) => agrees(value, shape(record)))
  const says = () =>
    `${what}: the snapshot says ${canonicalJson(value)}, the log ${canonicalJson(shape(readable.at(-1)))}`
  if (found === -1) throw new Failure('input_differs', says(), place)
  if (found < readable.length - 1)
    log.remark(`decision ${place.id}, ${says()}; a call that began shortly before explains this`)
  if (readable[found] !== undefined) history?.witness(readable[found], at)
  return readable[found]
}

/**
 * @param {any} value of a snapshot
 * @param {any} expected
 */
function agrees(value, expected) {
  if (value === null || expected === null) return value === expected
  return Object.keys(value).every(
    (key) => key in expected && canonicalJson(value[key]) === canonicalJson(expected[key]),
  )
}

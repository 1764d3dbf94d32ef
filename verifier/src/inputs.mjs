import { Duties } from './duties.mjs'
import { Failure } from './failure.mjs'
import { historyOf, StateBudget } from './history.mjs'
import {
  agentOf,
  attestationOf,
  certificationOf,
  inOrder,
  profileOf,
  resultOf,
  separationOf,
  shownResult,
  suiteOf,
  systemOf,
  withoutResults,
} from './input-shapes.mjs'
import { canonicalJson } from './json.mjs'
import { OpenTriggers } from './triggers.mjs'

/** @import { Place } from './failure.mjs' */
/** @import { History } from './history.mjs' */
/** @import { AuditEntry } from './log.mjs' */

/**
 * The inputs of gate decisions, from the records: each part of a snapshot MUST be what the log had when the decision was made
 * (docs/gate-rules.md, The snapshot).
 */
export class GateInputs {
  #budget = new StateBudget()
  #triggers = new OpenTriggers(this.#budget)
  #duties = new Duties(this.#budget)
  /** By the identifying fields. @type {Map<string, History<any>>} */
  #newest = new Map()
  /** The profiles of each system. @type {Map<string, Set<string>>} */
  #profiles = new Map()
  #remark

  /** @param {(text: string) => void} remark receives differences that overlapping calls alone explain */
  constructor(remark) {
    this.#remark = remark
  }

  /**
   * Takes a record that decisions may read.
   *
   * @param {string} type
   * @param {any} record
   * @param {number} at
   * @param {{ leaf: number, actor: AuditEntry['actor'], place: Place }} call that wrote it, and where the record is
   * @param {() => string} leafHash of the record, hex
   */
  take(type, record, at, { leaf, actor, place }, leafHash) {
    const system = record.ai_system_id
    const add = (/** @type {unknown[]} */ key, /** @type {unknown} */ value = record) =>
      historyOf(this.#newest, keyOf(type, ...key), this.#budget, type === 'evaluations').add(value, at, leaf)
    switch (type) {
      case 'organizations':
      case 'ai-systems':
        return add([record.id])
      case 'api-keys':
        if (record.version === 1) this.#duties.made(record, actor)
        return
      case 'suites':
        this.#duties.made(record, actor)
        return this.#takeSuite(record, add)
      case 'evaluations':
        if (record.eval_suite_id === null) return
        return add([record.eval_suite_id, record.metric_name, record.eval_type], {
          ...resultOf(record, leafHash()),
          person: this.#duties.personOf(actor),
        })
      case 'agent-profiles':
        this.#profilesOf(system).add(record.id)
        return add([system, record.id])
      case 'certifications':
        this.#duties.check(record, this.#submittersOf(record, at), place)
        add(['system', system])
        add(['suite', system, record.suite_name])
        return add(['version', record.suite_id])
      case 'attestations':
        return add([record.suite_id, record.role, canonicalJson(inOrder(record.agents))])
      default:
        this.#triggers.take(type, record, at)
    }
  }

  /**
   * Throws unless every input of the decision is what the log had.
   *
   * @param {any} record a gate decision that follows from its snapshot
   * @param {number} at
   * @param {Place} place
   */
  check({ snapshot }, at, place) {
    const { ai_system, suite, certifications, separation_of_duties: separation } = snapshot
    const compare = (
      /** @type {string} */ what,
      /** @type {any} */ value,
      /** @type {unknown[]} */ key,
      /** @type {(record: any) => any} */ shape,
    ) => this.#compare({ what, value, at, place }, this.#newest.get(keyOf(...key)), shape)
    const system = compare('ai_system', ai_system, ['ai-systems', ai_system.id], systemOf)
    const name = system?.gate_suite ?? null
    compare('suite', suite && withoutResults(suite), ['suites', ai_system.id, name], suiteOf)
    if (separation)
      compare('separation_of_duties', separation, ['organizations', snapshot.organization_id], separationOf)
    const shown = new Map(snapshot.profiles.map((/** @type {any} */ profile) => [profile.id, profile]))
    for (const id of new Set([...this.#profilesOf(ai_system.id), ...shown.keys()]))
      compare(`profile ${id}`, shown.get(id) ?? null, ['agent-profiles', ai_system.id, id], profileOf)
    const { of_system, of_suite, of_version } = certifications
    const certified = (/** @type {unknown[]} */ ...key) => ['certifications', ...key]
    compare('certifications.of_system', of_system, certified('system', ai_system.id), certificationOf)
    compare(
      'certifications.of_suite',
      of_suite,
      certified('suite', ai_system.id, suite?.name),
      certificationOf,
    )
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
    this.#triggers.check(snapshot, at, place, this.#remark)
  }

  /**
   * Compares a part of a snapshot with the records. What a snapshot of an earlier version of the rules leaves out is not
   * compared.
   *
   * @param {{ what: string, value: any, at: number, place: Place }} part
   * @param {History<any> | undefined} history
   * @param {(record: any) => any} shape how a record appears in a snapshot
   * @returns {any} the record
   */
  #compare({ what, value, at, place }, history, shape) {
    const seen = history?.seen(at) ?? [undefined]
    const found = seen.findLastIndex((record) => agrees(value, shape(record)))
    const newest = canonicalJson(shape(seen.at(-1)))
    const says = `${what}: the snapshot says ${canonicalJson(value)}, the log ${newest}`
    if (found === -1) throw new Failure('input_differs', says, place)
    if (found < seen.length - 1)
      this.#remark(`decision ${place.id}, ${says}, since a call that began shortly before`)
    if (seen[found] !== undefined) history?.witness(seen[found], at)
    return seen[found]
  }

  /**
   * Who submitted the results that a certification locks, as far as the log has a person.
   *
   * @param {any} certification
   * @param {number} at
   * @returns {(string | undefined)[]}
   */
  #submittersOf({ suite_id, results }, at) {
    return (results ?? []).map((/** @type {any} */ { evaluation_id, metric_name, eval_type }) => {
      const seen = this.#newest.get(keyOf('evaluations', suite_id, metric_name, eval_type))?.seen(at) ?? []
      return seen.find((one) => one?.id === evaluation_id)?.person
    })
  }

  /**
   * The versions of a suite name count from 1.
   *
   * @param {any} record
   * @param {(key: unknown[]) => void} add
   */
  #takeSuite(record, add) {
    const key = [record.ai_system_id, record.name]
    const before = this.#newest.get(keyOf('suites', ...key))?.newest?.version ?? 0
    if (record.version !== before + 1)
      throw new Failure('version_gap', `version ${record.version} of a suite, ${before + 1} is due`, {
        id: record.id,
      })
    add(key)
  }

  /** @param {string} system */
  #profilesOf(system) {
    const found = this.#profiles.get(system) ?? new Set()
    this.#profiles.set(system, found)
    return found
  }
}

/**
 * @param {any} value of a snapshot
 * @param {any} due
 */
function agrees(value, due) {
  if (value === null || due === null) return value === due
  return Object.keys(value).every(
    (key) => key in due && canonicalJson(value[key]) === canonicalJson(due[key]),
  )
}

/** @param {unknown[]} parts */
function keyOf(...parts) {
  return JSON.stringify(parts)
}

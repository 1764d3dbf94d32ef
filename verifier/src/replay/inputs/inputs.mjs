import { canonicalJson } from '../../json/json.mjs'
import { Failure } from '../../report/failure.mjs'
import { historyOf } from '../state/history.mjs'
import { Approvals } from './approvals.mjs'
import { assertOwn, Changes } from './changes.mjs'
import { Drift } from './drift.mjs'
import { Duties } from './duties.mjs'
import { inOrder, resultOf, separationOf } from './input-shapes.mjs'
import { Measured } from './measured.mjs'
import { compareSnapshot } from './snapshot-inputs.mjs'
import { assertTied } from './ties.mjs'
import { OpenTriggers } from './triggers.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { Remark } from '../../report/remarks.mjs' */
/** @import { History } from '../state/history.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */
/** @import { StateBudget } from '../state/states.mjs' */
/**
 * @typedef {{ leaf: number, size: number | undefined, details: AuditEntry['details'], actor: AuditEntry['actor'], operation: string,
 *   roles: string[] | undefined, place: Place }} By a call; `size`: of the log that it names; `roles`: those that its person
 *   may have had
 */

/**
 * Compares the inputs of gate decisions with the records. Each part of a snapshot MUST be the state of the log when the decision
 * was made (docs/gate-rules.md, The snapshot).
 */
export class GateInputs {
  #budget
  #triggers
  #duties
  /** The versions of records, by type and identifying fields. @type {Map<string, History<any>>} */
  #newest = new Map()
  /** The profiles of each system. @type {Map<string, Set<string>>} */
  #profiles = new Map()
  #measured
  #approvals
  /** Whether the first entry created the organization with its settings. Then no earlier call exists. */
  #beginsWithSettings = false
  #changes
  #drift = new Drift()
  #remark

  /**
   * @param {StateBudget} budget
   * @param {Remark} remark receives differences that overlapping calls can explain
   */
  constructor(budget, remark) {
    this.#budget = budget
    this.#triggers = new OpenTriggers(budget)
    this.#changes = new Changes(budget)
    this.#duties = new Duties(budget)
    this.#remark = remark
    this.#measured = new Measured(budget, remark)
    this.#approvals = new Approvals(budget)
  }

  /**
   * Takes a record that decisions may read.
   *
   * @param {string} type
   * @param {any} record
   * @param {number} at
   * @param {By} by the call that wrote it, and where the record is
   * @param {() => string} leafHash of the record, hex
   */
  take(type, record, at, by, leafHash) {
    const { leaf, actor, place } = by
    const system = record.ai_system_id
    const add = (/** @type {unknown[]} */ key, /** @type {unknown} */ value = record) =>
      historyOf(this.#newest, keyOf(type, ...key), this.#budget).add(value, at, leaf, {
        mayBeNewer: type === 'evaluations' && by.details.in_order !== true,
      })
    switch (type) {
      case 'organizations':
        if (leaf === 0) this.#beginsWithSettings = record.separation_of_duties !== undefined
        return add([record.id])
      case 'users':
        return this.#duties.person(record, at, by)
      case 'ai-systems':
        this.#noteChange(record.id, this.#newest.get(keyOf(type, record.id))?.newest, record, at, by)
        return add([record.id])
      case 'api-keys':
        if (record.version === 1) this.#duties.made(record, actor)
        return
      case 'suites':
        this.#duties.made(record, actor)
        return this.#takeSuite(record, add)
      case 'evaluations':
        return this.#takeResult(record, at, by, leafHash, add)
      case 'agent-profiles':
        return this.#takeProfile(record, at, by, add)
      case 'certifications':
        this.#checkCertification(record, at, by)
        this.#approvals.check(record, () => this.#approvedState(record, at, by.size), by)
        add(['system', system])
        add(['suite', system, record.suite_name])
        return add(['version', record.suite_id])
      case 'attestations':
        this.#duties.checkWait(record, record.attested_by?.id, this.#callOn(record, at, by))
        this.#approvals.check(record, () => this.#approvedState(record, at, by.size), by)
        return add([record.suite_id, record.role, canonicalJson(inOrder(record.agents))])
      case 'resolutions':
        this.#checkResolution(record, at, by)
        return this.#triggers.take(type, record, { at, leaf })
      default:
        if (type === 'findings') this.#drift.finding(record)
        if (type === 'triggers')
          assertOwn(record.opened_by, actor, { isStated: by.details.duties_version !== undefined, place })
        this.#triggers.take(type, record, { at, leaf })
    }
  }

  /** @param {any} record @param {number} at @param {By} by @param {(key: unknown[]) => void} add */
  #takeProfile(record, at, by, add) {
    const { ai_system_id: system, id } = record
    const before = this.#newest.get(keyOf('agent-profiles', system, id))?.newest
    this.#noteChange(system, before, record, at, by)
    this.#measured.profile(before, record, { at, leaf: by.leaf })
    this.#profilesOf(system).add(id)
    add([system, id])
  }

  /** @param {any} record @param {number} at @param {By} by */
  #checkResolution(record, at, by) {
    assertOwn(record.resolved_by, by.actor, {
      isStated: record.duties_version !== undefined,
      place: by.place,
    })
    this.#triggers.assertShown(record.subject_id, by.details.settled, by.place)
    const change = this.#triggers.changeOf(record.subject_id)
    if (change) this.#duties.checkResolver(record, change.by, this.#callOn(record, at, by))
  }

  /** Returns what the rules of separation of duties need of a call. @param {any} record @param {number} at @param {By} by */
  #callOn(record, at, { place }) {
    return { at, settings: this.#settings(record, at), place }
  }

  /** Returns the systems and suites that a call may have read for a result. @param {any} result @param {number} at */
  #namedBy({ ai_system_id, eval_suite }, at) {
    return {
      systems: this.#newest.get(keyOf('ai-systems', ai_system_id))?.readableAt(at) ?? [],
      suites: this.#newest.get(keyOf('suites', ai_system_id, eval_suite))?.readableAt(at) ?? [],
    }
  }

  /** Returns the suites that a call may have read as the gate suite of a system. @param {string} system @param {number} at */
  #gateSuites(system, at) {
    const systems = this.#newest.get(keyOf('ai-systems', system))?.readableAt(at) ?? [undefined]
    return systems.flatMap(
      (one) => this.#newest.get(keyOf('suites', system, one?.gate_suite))?.readableAt(at) ?? [undefined],
    )
  }

  /** Ends an entry, after its last record. */
  endEntry() {
    this.#changes.endEntry((id) => this.#triggers.changeOf(id))
    this.#drift.endEntry()
  }

  /**
   * Throws unless every input of the decision is the state of the log.
   *
   * @param {any} record a gate decision that follows from its snapshot
   * @param {{ at: number, size: number | undefined, place: Place }} call with the size of the log that it names
   */
  check({ id, decision, snapshot }, call) {
    const isPass = decision === 'pass'
    const remark = (/** @type {string} */ text, isHidden = false) =>
      this.#remark(isPass ? (isHidden ? 'hidden' : 'passed') : 'blocked', id, text)
    const log = {
      historyOf: (/** @type {unknown[]} */ key) => this.#newest.get(keyOf(...key)),
      profilesOf: (/** @type {string} */ system) => this.#profilesOf(system),
      remark,
    }
    compareSnapshot(snapshot, log, call)
    this.#triggers.check(snapshot, call, remark)
  }

  /**
   * Records which trigger a change of a system, or of one of its profiles, opened.
   *
   * @param {string} system
   * @param {any} before undefined where there is none
   * @param {any} record
   * @param {number} at
   * @param {By} by
   */
  #noteChange(system, before, record, at, { roles, details, operation, place }) {
    const isCertified = this.#newest.has(keyOf('certifications', 'system', system))
    const settings = this.#settings(record, at)
    this.#changes.note(before, record, { system, isCertified, settings, roles, details, operation, place })
  }

  /**
   * Returns the separation of duties that a call may have read.
   *
   * @param {any} record of the call
   * @param {number} at
   * @returns {any[]}
   */
  #settings({ organization_id }, at) {
    const readable = this.#newest.get(keyOf('organizations', organization_id))?.readableAt(at) ?? [undefined]
    return readable.filter((one) => one || !this.#beginsWithSettings).map(separationOf)
  }

  /**
   * Throws unless a certification names the required people and results.
   *
   * @param {any} certification
   * @param {number} at
   * @param {By} by
   */
  #checkCertification(certification, at, { size, place }) {
    const { suite_id, ai_system_id, results, duties_version } = certification
    const locked = (results ?? []).map((/** @type {any} */ { evaluation_id, metric_name, eval_type }) => {
      const readable =
        this.#newest.get(keyOf('evaluations', suite_id, metric_name, eval_type))?.readableAt(at, size) ?? []
      return { metric_name, result: readable.find((one) => one?.id === evaluation_id) }
    })
    const submitters = locked.map((/** @type {any} */ { result }) => result?.person)
    this.#duties.check(certification, submitters, { at, settings: this.#settings(certification, at), place })
    const other = locked.find((/** @type {any} */ { result }) => result === undefined)
    if (other !== undefined && duties_version !== undefined)
      throw new Failure(
        'input_differs',
        `certification: another result of ${other.metric_name} was the newest`,
        place,
      )
    const identityOf = (/** @type {string} */ profile) =>
      this.#newest.get(keyOf('agent-profiles', ai_system_id, profile))?.newest?.agent_identity
    this.#measured.check(certification, { identityOf, place })
  }

  /** Returns the state with which an approval is compared. @param {any} approval @param {number} at @param {number} [size] */
  #approvedState({ ai_system_id: id }, at, size) {
    const newestOf = (/** @type {unknown[]} */ ...key) => this.#newest.get(keyOf(...key))?.newest
    const system = newestOf('ai-systems', id)
    const suite = newestOf('suites', id, system?.gate_suite)
    return {
      system,
      suite,
      profiles: [...this.#profilesOf(id)].map((profile) => newestOf('agent-profiles', id, profile)),
      resultsOf: (/** @type {any} */ { metric_name, eval_type }) =>
        this.#newest.get(keyOf('evaluations', suite.id, metric_name, eval_type))?.readableAt(at, size) ?? [
          undefined,
        ],
      changes: () => this.#triggers.changesOf(id, at, size),
    }
  }

  /**
   * @param {any} record a result
   * @param {number} at
   * @param {By} by
   * @param {() => string} leafHash
   * @param {(key: unknown[], value: unknown) => void} add
   */
  #takeResult(record, at, { leaf, actor, details, place }, leafHash, add) {
    if (this.#beginsWithSettings && record.eval_type === 'drift')
      this.#drift.result(record, this.#gateSuites(record.ai_system_id, at), place)
    if (details.in_order === true) assertTied(record, this.#namedBy(record, at), place)
    if (record.eval_suite_id === null) return
    this.#measured.result(record, { at, leaf })
    add([record.eval_suite_id, record.metric_name, record.eval_type], {
      ...resultOf(record, leafHash()),
      person: this.#duties.personOf(actor),
    })
  }

  /** The versions of the suites with one name are numbered from 1. @param {any} record @param {(key: unknown[]) => void} add */
  #takeSuite(record, add) {
    const key = [record.ai_system_id, record.name]
    const before = this.#newest.get(keyOf('suites', ...key))?.newest
    const expected = (before?.version ?? 0) + 1
    if (record.version !== expected)
      throw new Failure('version_gap', `version ${record.version} of a suite, ${expected} is expected`, {
        id: record.id,
      })
    this.#measured.suite(before?.id, record)
    add(key)
  }

  /** @param {string} system */
  #profilesOf(system) {
    const found = this.#profiles.get(system) ?? new Set()
    this.#profiles.set(system, found)
    return found
  }
}

/** @param {unknown[]} parts */
function keyOf(...parts) {
  return JSON.stringify(parts)
}

import { Failure } from '../../report/failure.mjs'
import { sizeOf } from '../state/states.mjs'
import { hiddenItems, itemsOf, VERSIONS } from './change-items.mjs'
import { isPerson } from './input-shapes.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */
/** @import { StateBudget } from '../state/states.mjs' */
/**
 * @typedef {{ system: string, isCertified: boolean, settings: any[], roles: string[] | undefined, details: AuditEntry['details'],
 *   operation: string, place: Place }} About a change; `settings` and `roles` are those that the call may have read, `roles` is undefined where no
 *   person calls
 */

const APPROVERS = ['admin', 'approver']

/**
 * Follows changes of AI systems and agents that MUST open a trigger (docs/gate-rules.md, Changes that open a trigger). Earlier
 * records do not name a trigger and are not compared.
 */
export class Changes {
  /**
   * The triggers that the current call claims to have opened, and the items that their reasons name.
   *
   * @type {Map<string, { system: string, items: string[][], place: Place }>}
   */
  #opened = new Map()
  /** The names that AI systems have had. @type {Set<string>} */
  #names = new Set()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * Throws where a change opened no trigger although it had to.
   *
   * @param {any} before undefined where there is none
   * @param {any} record of an AI system or of a profile
   * @param {About} about
   */
  note(before, record, about) {
    const isFreed = record.name !== undefined && this.#isTaken(record.name)
    const { opened_trigger: opened } = record
    const { system, place, isCertified } = about
    if (opened === undefined) return
    if (opened !== null) {
      const items = isStated(about) ? itemsOf(before, record) : []
      return void this.#opened.set(String(opened), { system, items, place })
    }
    const mustOpen =
      before === undefined ? mustOpenFirst(record, isFreed, about) : mustOpenLater(before, record, about)
    if (!mustOpen) return
    const what = isCertified ? 'of what was certified' : 'that asks less of an AI system'
    throw new Failure('caller_not_allowed', `a change ${what} opened no trigger`, place)
  }

  /**
   * Ends an entry, after its last record.
   *
   * @param {(id: string) => { system: string, reason: unknown } | undefined} changeOf the trigger of a change
   */
  endEntry(changeOf) {
    for (const [id, { system, items, place }] of this.#opened) {
      const change = changeOf(id)
      if (change?.system !== system)
        throw new Failure('caller_not_allowed', `a change that did not open its trigger ${id}`, place)
      if (hiddenItems(String(change.reason), items) > 0)
        throw new Failure(
          'input_differs',
          `the reason of trigger ${id} does not name the whole change`,
          place,
        )
    }
    this.#opened.clear()
  }

  /** Takes a name of an AI system. Returns whether one had it before. @param {string} name */
  #isTaken(name) {
    if (this.#names.has(name)) return true
    this.#budget.take(sizeOf(name))
    this.#names.add(name)
    return false
  }
}

/**
 * Whether a new agent or AI system MUST open a trigger, where the entry says that its process knew this rule.
 *
 * @param {any} record
 * @param {boolean} isFreed whether another AI system had the name
 * @param {About} about
 */
function mustOpenFirst(record, isFreed, about) {
  if (!isStated(about)) return false
  return isOfSystem(record) ? isFreed && !mayWiden(about) : about.isCertified && !isAlone(about)
}

/**
 * Whether a further version MUST open a trigger. One of a system that was never certified MUST, where the entry says that its
 * process knew this rule, and where the call made a suite: such a call only sets the first gate suite.
 *
 * @param {any} before
 * @param {any} record
 * @param {About} about
 */
function mustOpenLater(before, record, about) {
  const isCompared = isStated(about) || about.operation === 'createSuite'
  const isWatched = about.isCertified || (isOfSystem(record) && isCompared)
  return isWatched && !mayWiden(about) && isWidened(before, record)
}

/** @param {About} about */
const isStated = ({ details }) => typeof details.duties_version === 'number'
/** @param {any} record */
const isOfSystem = (record) => record.tools === undefined
/** @param {About} about */
const isAlone = ({ settings }) => settings.some((one) => !one.changes_need_another)
/** @param {About} about */
const mayWiden = (about) => isAlone(about) && about.roles?.some((role) => APPROVERS.includes(role)) === true

/**
 * Throws where somebody else opened or resolved a trigger than the person whom its record names. The record determines who made the
 * change and who may not resolve the trigger.
 *
 * @param {any} person whom the record names
 * @param {AuditEntry['actor']} actor who made the call
 * @param {{ isStated: boolean, place: Place }} about `isStated`: whether the call states the rules that it follows
 */
export function assertOwn(person, actor, { isStated, place }) {
  if (actor.kind === 'user' ? !isPerson(person, actor) : isStated)
    throw new Failure(
      'input_differs',
      'a trigger that a person other than the caller opened or resolved',
      place,
    )
}

/** @param {any} before @param {any} record */
function isWidened(before, record) {
  const lacks = (/** @type {unknown[]} */ list, /** @type {unknown[]} */ of) => {
    const has = new Set(list)
    return of.some((one) => !has.has(one))
  }
  if (record.tools) return lacks(before.tools, record.tools) || isOtherVersion(before, record)
  const isSwitched = before.gate_suite !== null && before.gate_suite !== record.gate_suite
  return (
    isSwitched || before.name !== record.name || lacks(record.attestation_roles, before.attestation_roles)
  )
}

/**
 * Whether a profile names other versions than before.
 *
 * @param {any} before undefined where there is none
 * @param {any} record
 */
export const isOtherVersion = (before, record) =>
  before === undefined || VERSIONS.some((name) => before[name] !== record[name])

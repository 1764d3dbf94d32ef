import { Failure, LimitReached } from '../../report/failure.mjs'
import { OVERLAP_MS } from '../state/history.mjs'
import { MORE, sizeOf } from '../state/states.mjs'
import { Subject } from './subject.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { StateBudget } from '../state/states.mjs' */
/** @typedef {{ at: number, leaf: number }} Call */

/** The most ids of a subject. Several simultaneous calls may each have been the first to find it. */
const MAX_IDS = 64
/** The number of states that a subject counts as, and the bytes of each time that it keeps. */
const SUBJECT = 6
const MOMENT = 48
/** The most comparisons of decisions with subjects by default, which bounds the work that a package can cause. */
const MAX_LOOKS = 20_000_000
/** After this number of decisions of a system, subjects that were resolved long ago are left out. */
const EVERY = 16
/** How long a resolved subject is still compared, because the clocks of processes may differ. */
const RESOLVED_MS = 60 * 60 * 1000

/** Follows blocking findings and triggers, and their resolutions, to know which of them were open when a decision was made. */
export class OpenTriggers {
  /** The subjects, by their content. @type {Map<string, Subject>} */
  #subjects = new Map()
  /**
   * By system: the subjects that a call may still have read as open, and the number of decisions that were compared with them.
   *
   * @type {Map<string, { subjects: Subject[], checks: number }>}
   */
  #ofSystem = new Map()
  #looks = 0
  /** The subjects, by each of their ids. @type {Map<string, Subject>} */
  #byId = new Map()
  /** By system: the subjects that changes opened and that a call may still have read as open. @type {Map<string, Subject[]>} */
  #changes = new Map()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * @param {string} type
   * @param {any} record
   * @param {Call} call
   */
  take(type, record, call) {
    if (type === 'findings') this.#found(record, call)
    else if (type === 'triggers') this.#occurred({ ...record, kind: 'manual' }, [record.id], call)
    else if (type === 'resolutions') this.#resolve(record, call)
  }

  /**
   * Throws unless the snapshot shows the open triggers.
   *
   * @param {any} snapshot
   * @param {{ at: number, size: number | undefined, place: Place }} call with the size of the log that it states
   * @param {(text: string, isHidden: boolean) => void} remark receives differences that overlapping calls can explain
   */
  check({ ai_system, open_triggers, more_open_triggers }, { at, size, place }, remark) {
    const shown = new Map(open_triggers.map((/** @type {any} */ one) => [one.id, one]))
    const last = more_open_triggers ? open_triggers.at(-1)?.id : undefined
    for (const subject of this.#looked(ai_system.id, at)) {
      const id = subject.ids.find((one) => shown.has(one))
      const isShown = id !== undefined
      if (isShown) {
        assertSame(subject, id, shown.get(id), { where: 'open_triggers', place })
        shown.delete(id)
      }
      // More triggers are open than the snapshot shows, and this one may be among the rest. The decision blocks in any case.
      if (!isShown && last !== undefined && subject.ids.some((id) => id > last)) continue
      const isOpen = subject.isOpen
      const isWrong = isShown ? subject.wasResolved(at, size) : subject.wasOpen(at, size)
      if (isShown) subject.witness(at)
      if (!isWrong && isShown === isOpen) continue
      const says = `open_triggers: ${subject.kind} ${subject.ids[0]} is ${isOpen ? 'open' : 'resolved'}, the snapshot ${isShown ? 'shows' : 'leaves out'} it`
      if (isWrong) throw new Failure('input_differs', says, place)
      remark(
        `decision ${place.id}, ${says}; a call that began shortly before explains this`,
        isOpen && !isShown,
      )
    }
    const [unknown] = shown.keys()
    if (unknown === undefined) return
    const is = this.#byId.get(unknown)?.system === ai_system.id ? 'resolved is' : 'the log has no'
    throw new Failure('input_differs', `open_triggers: ${is} ${unknown}`, place)
  }

  /**
   * Returns the subjects of a system that a decision may have read as open. A subject that was resolved long ago is left out
   * until it occurs again.
   *
   * @param {string} system
   * @param {number} at
   */
  #looked(system, at) {
    const own = this.#ofSystem.get(system)
    if (own === undefined) return []
    this.#looks += own.subjects.length
    if (this.#looks > MAX_LOOKS * this.#budget.effort)
      throw new LimitReached(`more triggers and decisions of an AI system than are compared; ${MORE}`)
    if (++own.checks % EVERY === 0)
      own.subjects = own.subjects.filter((subject) => {
        subject.isLooked = subject.isOpen || !subject.wasResolved(at - RESOLVED_MS)
        return subject.isLooked
      })
    return own.subjects
  }

  /**
   * Returns the person who made the change that opened a trigger, the system, and the reason that the trigger gives. Returns undefined
   * where no change opened it.
   *
   * @param {unknown} id
   */
  changeOf(id) {
    const subject = this.#byId.get(String(id))
    if (subject?.changedBy === undefined) return undefined
    return { by: subject.changedBy, system: subject.system, reason: subject.says[0]?.[0] }
  }

  /**
   * Returns the changes of a system whose triggers a call at this time may have read as open: open ones, and ones that were
   * resolved shortly before.
   *
   * @param {string} system
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  changesOf(system, at, size) {
    const recent = (this.#changes.get(system) ?? []).filter((subject) => !subject.wasResolved(at))
    this.#changes.set(system, recent)
    const shown = (/** @type {Subject} */ { ids, says }) => ({ id: ids[0] ?? '', reason: says[0]?.[0] })
    return {
      open: recent.filter(({ isOpen }) => isOpen).map(shown),
      justResolved: recent.filter((one) => !one.isOpen && !one.wasResolved(at, size)).map(shown),
    }
  }

  /**
   * Throws where a resolved trigger was shown with other content than the log has. Earlier entries do not say what was shown.
   *
   * @param {string} id
   * @param {any} content what was shown when it was resolved; undefined where the entry does not say
   * @param {Place} place
   */
  assertShown(id, content, place) {
    const subject = this.#byId.get(id)
    if (!content) return
    if (content.id !== id)
      throw new Failure('input_differs', `a resolution of ${id} says what ${content.id} is`, place)
    if (subject) assertSame(subject, id, content, { where: 'a resolution', place })
  }

  /** @param {any} record @param {Call} call */
  #found(record, call) {
    const { kind, ai_system_id, profile_id, tool_name, model_name, model_version, metric_name } = record
    if (kind === 'gap' || ai_system_id === null) return
    const parts = { tool: [profile_id, tool_name], version: [profile_id, model_name, model_version] }
    const drift = [ai_system_id, metric_name]
    const about = parts[/** @type {keyof typeof parts} */ (kind)] ?? drift
    this.#occurred(record, [kind, ...about], call)
  }

  /**
   * @param {any} record
   * @param {unknown[]} about
   * @param {Call} call
   */
  #occurred(record, about, { at, leaf }) {
    const { id, kind, ai_system_id } = record
    const key = JSON.stringify(about)
    let subject = this.#subjects.get(key)
    if (subject === undefined) {
      this.#budget.take(sizeOf(key) + sizeOf(ai_system_id), SUBJECT)
      subject = new Subject(kind, at, ai_system_id)
      this.#subjects.set(key, subject)
    }
    if (!subject.isLooked) {
      subject.isLooked = true
      const own = this.#ofSystem.get(subject.system) ?? { subjects: [], checks: 0 }
      own.subjects.push(subject)
      this.#ofSystem.set(subject.system, own)
    }
    const before = subject.moments
    subject.occur(at, leaf)
    this.#budget.take((subject.moments - before) * MOMENT, 0)
    if (kind === 'manual' && record.changed) this.#changed(subject, record)
    if (subject.ids.length < MAX_IDS && at <= subject.first + OVERLAP_MS) {
      const says = shownOf(kind).map((name) => record[name])
      this.#budget.take(sizeOf(id) + sizeOf(says), 2)
      subject.ids.push(id)
      subject.says.push(says)
      this.#byId.set(id, subject)
    }
  }

  /** @param {Subject} subject @param {any} trigger */
  #changed(subject, { ai_system_id, opened_by }) {
    if (subject.changedBy === undefined) {
      const changes = this.#changes.get(ai_system_id) ?? []
      changes.push(subject)
      this.#changes.set(ai_system_id, changes)
    }
    subject.changedBy = opened_by.id
  }

  /** @param {any} record @param {Call} call */
  #resolve({ id, subject_id, subject_kind, occurrences }, { at, leaf }) {
    const subject = this.#byId.get(subject_id)
    if (subject && occurrences > subject.occurrences)
      throw new Failure(
        'input_differs',
        `a resolution of ${occurrences} occurrences, the log has only ${subject.occurrences}`,
        { id },
      )
    if (subject) {
      const before = subject.moments
      subject.resolve(occurrences ?? subject.occurrences, at, leaf)
      this.#budget.take((subject.moments - before) * MOMENT, 0)
    } else if (subject_kind !== 'gap' && subject_kind !== 'tool')
      throw new Failure('input_differs', `a resolution of ${subject_id}, which the log does not have`, { id })
  }
}

/** The fields that a snapshot shows of a trigger, by its kind. */
const SAYS = /** @type {Readonly<Record<string, string[]>>} */ (
  Object.freeze({
    tool: ['agent_identity', 'tool_name'],
    version: ['agent_identity', 'model_name', 'model_version'],
    drift: ['metric_name'],
    manual: ['reason'],
  })
)

/** @param {string} kind */
function shownOf(kind) {
  return (Object.hasOwn(SAYS, kind) ? SAYS[kind] : undefined) ?? []
}

/**
 * The snapshot MUST show the content of the finding or trigger, because people resolve it on the basis of what they read there.
 *
 * @param {Subject} subject
 * @param {string} id
 * @param {any} shown
 * @param {{ where: string, place: Place }} by what shows it
 */
function assertSame({ kind, ids, says }, id, shown, { where, place }) {
  const names = shownOf(kind)
  const said = says[ids.indexOf(id)] ?? []
  const differing = names.find((name, i) => said[i] !== undefined && said[i] !== shown[name])
  if (shown.kind === kind && differing === undefined) return
  const what = differing ?? 'kind'
  throw new Failure('input_differs', `${where}: the ${what} of ${id} is not that of the log`, place)
}

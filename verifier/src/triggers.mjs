import { Failure } from './failure.mjs'
import { OVERLAP_MS, STALL_MS } from './history.mjs'
import { sizeOf } from './states.mjs'

/** @import { Place } from './failure.mjs' */
/** @import { StateBudget } from './states.mjs' */

/** Where several calls were the first to find a subject at the same time, any of their ids may be the subject's. */
const MAX_IDS = 64
/** What a subject takes, in states; and each time that it keeps, in bytes. */
const SUBJECT = 5
const MOMENT = 48

/** Findings and triggers that block, and their resolutions: which of them were open when a decision was made. */
export class OpenTriggers {
  /** By the parts of the subject. @type {Map<string, Subject>} */
  #subjects = new Map()
  /** The subjects of each system. @type {Map<string, Subject[]>} */
  #ofSystem = new Map()
  /** By the subject's id. @type {Map<string, Subject>} */
  #byId = new Map()
  /** The subjects that changes opened, by system: those that a call may still read as open. @type {Map<string, Subject[]>} */
  #changes = new Map()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * @param {string} type
   * @param {any} record
   * @param {number} at
   */
  take(type, record, at) {
    if (type === 'findings') this.#found(record, at)
    else if (type === 'triggers') this.#occurred({ ...record, kind: 'manual' }, [record.id], at)
    else if (type === 'resolutions') this.#settle(record, at)
  }

  /**
   * Throws unless the snapshot shows the triggers that were open.
   *
   * @param {any} snapshot
   * @param {number} at
   * @param {Place} place
   * @param {(text: string) => void} remark receives differences that overlapping calls alone explain
   */
  check({ ai_system, open_triggers, more_open_triggers }, at, place, remark) {
    const shown = new Map(open_triggers.map((/** @type {any} */ one) => [one.id, one]))
    const last = more_open_triggers ? open_triggers.at(-1)?.id : undefined
    for (const subject of this.#ofSystem.get(ai_system.id) ?? []) {
      const id = subject.ids.find((one) => shown.has(one))
      const isShown = id !== undefined
      if (isShown) {
        assertSame(subject, id, shown.get(id), place)
        shown.delete(id)
      }
      // More are open than are shown, and its id may be one of those that are not: the decision blocks.
      if (!isShown && last !== undefined && subject.ids.some((id) => id > last)) continue
      const isOpen = subject.occurrences > subject.settledAt(Number.POSITIVE_INFINITY)
      const says = `open_triggers: ${subject.kind} ${subject.ids[0]} is ${isOpen ? 'open' : 'settled'}, the snapshot ${isShown ? 'shows' : 'leaves out'} it`
      if (isShown ? subject.wasSettled(at) : subject.wasOpen(at))
        throw new Failure('input_differs', says, place)
      if (isShown !== isOpen) remark(`decision ${place.id}, ${says}, since a call that began shortly before`)
      if (isShown) subject.witness(at)
    }
    const [unknown] = shown.keys()
    if (unknown !== undefined)
      throw new Failure('input_differs', `open_triggers: the log has no ${unknown}`, place)
  }

  /**
   * The change that opened a trigger: who made it, of which system; undefined where no change did.
   *
   * @param {unknown} id
   */
  changeOf(id) {
    const subject = this.#byId.get(String(id))
    return subject?.changedBy === undefined ? undefined : { by: subject.changedBy, system: subject.system }
  }

  /**
   * The changes of a system whose triggers a call at this time may have read as open: those that are, and those that were settled a moment
   * before.
   *
   * @param {string} system
   * @param {number} at
   */
  changesOf(system, at) {
    const recent = (this.#changes.get(system) ?? []).filter((subject) => !subject.wasSettled(at))
    this.#changes.set(system, recent)
    const isOpen = (/** @type {Subject} */ subject) => !subject.wasSettled(Number.POSITIVE_INFINITY)
    const shown = (/** @type {Subject} */ { ids, says }) => ({ id: ids[0] ?? '', reason: says[0]?.[0] })
    return {
      open: recent.filter(isOpen).map(shown),
      justSettled: recent.filter((subject) => !isOpen(subject)).map(shown),
    }
  }

  /** @param {any} record @param {number} at */
  #found(record, at) {
    const { kind, ai_system_id, profile_id, tool_name, model_name, model_version, metric_name } = record
    if (kind === 'gap' || ai_system_id === null) return
    const parts = { tool: [profile_id, tool_name], version: [profile_id, model_name, model_version] }
    const drift = [ai_system_id, metric_name]
    const about = parts[/** @type {keyof typeof parts} */ (kind)] ?? drift
    this.#occurred(record, [kind, ...about], at)
  }

  /**
   * @param {any} record
   * @param {unknown[]} about
   * @param {number} at
   */
  #occurred(record, about, at) {
    const { id, kind, ai_system_id } = record
    const key = JSON.stringify(about)
    let subject = this.#subjects.get(key)
    if (subject === undefined) {
      this.#budget.take(sizeOf(key) + sizeOf(ai_system_id), SUBJECT)
      subject = new Subject(kind, at, ai_system_id)
      this.#subjects.set(key, subject)
      const others = this.#ofSystem.get(ai_system_id) ?? []
      others.push(subject)
      this.#ofSystem.set(ai_system_id, others)
    }
    const before = subject.moments
    subject.occur(at)
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

  /** @param {any} record @param {number} at */
  #settle({ id, subject_id, subject_kind, occurrences }, at) {
    const subject = this.#byId.get(subject_id)
    if (subject && occurrences > subject.occurrences)
      throw new Failure(
        'input_differs',
        `a resolution of ${occurrences} occurrences, of which the log has ${subject.occurrences}`,
        { id },
      )
    if (subject) {
      const before = subject.moments
      subject.settle(occurrences ?? subject.occurrences, at)
      this.#budget.take((subject.moments - before) * MOMENT, 0)
    } else if (subject_kind !== 'gap' && subject_kind !== 'tool')
      throw new Failure('input_differs', `a resolution of ${subject_id}, which the log does not have`, { id })
  }
}

/** What a snapshot shows of a trigger, by its kind. */
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
 * The snapshot MUST show what the finding or trigger says: people settle what they read there.
 *
 * @param {Subject} subject
 * @param {string} id
 * @param {any} shown
 * @param {Place} place
 */
function assertSame({ kind, ids, says }, id, shown, place) {
  const names = shownOf(kind)
  const said = says[ids.indexOf(id)] ?? []
  const differing = names.find((name, i) => said[i] !== undefined && said[i] !== shown[name])
  if (shown.kind === kind && differing === undefined) return
  const what = differing ?? 'kind'
  throw new Failure('input_differs', `open_triggers: another ${what} of ${id} than the log has`, place)
}

/** The subject of findings, found once or often. */
class Subject {
  /** @type {string[]} */
  ids = []
  /** What the record of each id says, in the order of SAYS. @type {unknown[][]} */
  says = []
  occurrences = 0
  /** Recent seconds with occurrences, ascending; and how many each has. @type {number[]} */
  #seconds = []
  /** @type {number[]} */
  #counts = []
  /** @type {{ occurrences: number, at: number }[]} */
  #settled = []
  #settledBefore = 0
  /** Occurrences that a decision has read, so that later decisions have to read them. */
  #witnessed = { occurrences: 0, at: 0 }

  /** Who made the change that opened it; undefined where no change did. @type {string | undefined} */
  changedBy

  /** @param {string} kind @param {number} first @param {string} system */
  constructor(kind, first, system) {
    this.kind = kind
    this.first = first
    this.system = system
  }

  /** How many times are kept. */
  get moments() {
    return this.#seconds.length + this.#settled.length
  }

  /** @param {number} at */
  occur(at) {
    this.occurrences++
    const second = Math.floor(at / 1000)
    const i = this.#seconds.findLastIndex((one) => one <= second)
    if (this.#seconds[i] === second) this.#counts[i] = (this.#counts[i] ?? 0) + 1
    else {
      this.#seconds.splice(i + 1, 0, second)
      this.#counts.splice(i + 1, 0, 1)
    }
    if (this.#seconds.length <= MAX_SECONDS) return
    this.#seconds.splice(0, FEW_SECONDS)
    this.#counts.splice(0, FEW_SECONDS)
  }

  /** Whether a call at this time may have read it as open. @param {number} at */
  wasOpen(at) {
    const before = this.occurrences - this.#since(at - OVERLAP_MS)
    const witnessed = at >= this.#witnessed.at + STALL_MS ? this.#witnessed.occurrences : 0
    return Math.max(before, witnessed) > this.settledAt(Number.POSITIVE_INFINITY)
  }

  /** How many occurrences began at this time or later, or in its second. However many come at once, all are counted. @param {number} time */
  #since(time) {
    const first = this.#seconds.findIndex((second) => second >= Math.floor(time / 1000))
    return first === -1 ? 0 : this.#counts.slice(first).reduce((sum, count) => sum + count)
  }

  /** Whether a call at this time may have read it as settled. @param {number} at */
  wasSettled(at) {
    return this.occurrences <= this.settledAt(at - OVERLAP_MS)
  }

  /** Notes that a decision has read it as open. @param {number} at */
  witness(at) {
    const occurrences = this.settledAt(at - OVERLAP_MS) + 1
    if (occurrences > this.#witnessed.occurrences) this.#witnessed = { occurrences, at }
  }

  /** @param {number} occurrences @param {number} at */
  settle(occurrences, at) {
    this.#settled.push({ occurrences, at })
    const dropped = this.#settled.length > RECENT ? this.#settled.shift() : undefined
    this.#settledBefore = Math.max(this.#settledBefore, dropped?.occurrences ?? 0)
  }

  /** How many occurrences were settled at a time. @param {number} time */
  settledAt(time) {
    return this.#settled.reduce(
      (most, one) => (one.at <= time ? Math.max(most, one.occurrences) : most),
      this.#settledBefore,
    )
  }
}

/** Resolutions of a subject whose times are kept. */
const RECENT = 64
/** Seconds with occurrences that are kept: more than the calls that overlap take, some of which wait for others. */
const MAX_SECONDS = 96
/** How many of the oldest are dropped at once. */
const FEW_SECONDS = 16

/**
 * The kinds of remarks, the most telling first. `late`: an entry was kept out of the log, or the log was shown shorter; `hidden`: a
 * decision that passed leaves out an open trigger; `unstated`: a call does not state what earlier ones of its kind did; `passed`, `blocked`: another difference of a decision, by its verdict.
 *
 * @typedef {'late' | 'hidden' | 'unstated' | 'passed' | 'approval' | 'retry' | 'blocked' | 'clock'} RemarkKind
 */
/**
 * Receives a remark. `subject`: the decision or the leaf that it is about.
 *
 * @typedef {(kind: RemarkKind, subject: string, text: string) => void} Remark
 */

/** @type {readonly RemarkKind[]} */
const KINDS = Object.freeze(['late', 'hidden', 'unstated', 'passed', 'approval', 'retry', 'blocked', 'clock'])
/** The most remarks of a kind that are named. The others are counted. */
const MAX_OF_KIND = 20
/** The most remarks of a kind about one decision or leaf that are named. */
const MAX_OF_SUBJECT = 3

/**
 * The remarks of a replay. Each kind has its own limit, so that many remarks of one kind, which a caller may be able to cause, never
 * hide one of another kind.
 */
export class Remarks {
  /** @type {Map<RemarkKind, { texts: string[], more: number, subject: string, ofSubject: number }>} */
  #ofKind = new Map()

  /** @type {Remark} */
  add = (kind, subject, text) => {
    const own = this.#ofKind.get(kind) ?? { texts: [], more: 0, subject, ofSubject: 0 }
    this.#ofKind.set(kind, own)
    if (own.subject !== subject) Object.assign(own, { subject, ofSubject: 0 })
    if (++own.ofSubject > MAX_OF_SUBJECT || own.texts.length >= MAX_OF_KIND) own.more++
    else own.texts.push(text)
  }

  /** The lines of a report, the most telling kind first. */
  get lines() {
    return KINDS.flatMap((kind) => {
      const { texts, more } = this.#ofKind.get(kind) ?? { texts: [], more: 0 }
      return more > 0 ? [...texts, `and ${more} more of this kind: ${ABOUT[kind]}`] : texts
    })
  }
}

/** What the remarks of a kind are about. @type {Readonly<Record<RemarkKind, string>>} */
const ABOUT = Object.freeze({
  late: 'entries that are late in the log, or sizes that are behind it',
  hidden: 'decisions that passed and leave out an open trigger',
  unstated: 'calls that state less than calls before them',
  passed: 'inputs of decisions that passed',
  approval: 'inputs of approvals',
  retry: 'answers to retries',
  blocked: 'inputs of decisions that block',
  clock: 'times',
})

import { Failure } from '../report/failure.mjs'

/** @import { Lines } from '../container/lines.mjs' */
/** @import { StateBudget } from './state/states.mjs' */

/** The types in which the next version is made from the text of the newest one. */
export const LINEAGE = new Set(['assets', 'incident-reports', 'incidents', 'reporting-settings', 'suppliers'])
/** The most objects whose newest version is kept. The ones written last are kept, which bounds the memory. */
const MAX_KEPT = 200_000
/** The length of an id of Attestry. Objects with other ids are not compared. */
const ID_LENGTH = 36

/**
 * Checks that each version was made from the version before it. The entry of a call has the hash of the text that the call read
 * (`details.made_from`). Earlier entries do not have it and are not compared.
 */
export class Lineage {
  /** Leaf hashes of the newest versions, by type and id. @type {Map<string, string>} */
  #newest = new Map()
  /** Whether a version was dropped. */
  #isCut = false
  #most
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
    this.#most = MAX_KEPT * budget.effort
  }

  /**
   * Takes a record.
   *
   * @param {string} type
   * @param {Lines} lines
   * @param {{ id: string, version: number, madeFrom: unknown }} record
   */
  take(type, lines, { id, version, madeFrom }) {
    if (id.length !== ID_LENGTH) return
    const key = `${type} ${id}`
    const before = this.#newest.get(key)
    const isCompared = version > 1 && before !== undefined && typeof madeFrom === 'string'
    if (isCompared && Buffer.from(madeFrom, 'hex').toString('latin1') !== before) {
      const says = `version ${version} of type ${type}`
      throw new Failure('version_differs', says, { file: lines.file, line: lines.line, id })
    }
    if (before !== undefined) this.#newest.delete(key)
    else if (version > 1 && typeof madeFrom === 'string') this.#miss()
    this.#newest.set(key, lines.leafHash('latin1'))
    if (this.#newest.size > this.#most) this.#drop()
  }

  /**
   * Returns the leaf hash of the newest version of an object, in latin1. Returns undefined where it is not kept. @param {string}
   * type @param {string} id
   */
  newestOf(type, id) {
    const newest = this.#newest.get(`${type} ${id}`)
    if (newest === undefined) this.#miss()
    return newest
  }

  #drop() {
    const [oldest = ''] = this.#newest.keys()
    this.#newest.delete(oldest)
    this.#isCut = true
  }

  /** Notes that a version was to be compared with one that is not kept. */
  #miss() {
    if (this.#isCut)
      this.#budget.leaveOut('whether versions were made from those before them that were written long before')
  }
}

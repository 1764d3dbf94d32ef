import { Failure } from '../report/failure.mjs'

/** @import { Lines } from '../container/lines.mjs' */

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
  #isFull = false
  #remark

  /** @param {(text: string) => void} remark */
  constructor(remark) {
    this.#remark = remark
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
    this.#newest.set(key, lines.leafHash('latin1'))
    if (this.#newest.size > MAX_KEPT) this.#drop()
  }

  /**
   * Returns the leaf hash of the newest version of an object, in latin1. Returns undefined where it is not kept. @param {string}
   * type @param {string} id
   */
  newestOf(type, id) {
    return this.#newest.get(`${type} ${id}`)
  }

  #drop() {
    const [oldest = ''] = this.#newest.keys()
    this.#newest.delete(oldest)
    if (this.#isFull) return
    this.#isFull = true
    this.#remark(
      `a version is compared with the one before it only if that is among the ${MAX_KEPT} newest before it`,
    )
  }
}

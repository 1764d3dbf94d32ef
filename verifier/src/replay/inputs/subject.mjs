import { OVERLAP_MS, STALL_MS } from '../state/history.mjs'

/** The subject of findings or of a trigger, with its occurrences and its resolutions. */
export class Subject {
  /** @type {string[]} */
  ids = []
  /** The values of the record of each id, in the order of SAYS. @type {unknown[][]} */
  says = []
  occurrences = 0
  /** Whether decisions are compared with this subject. */
  isLooked = false
  /** Recent seconds with occurrences, ascending, and the number of occurrences in each. @type {number[]} */
  #seconds = []
  /** @type {number[]} */
  #counts = []
  /**
   * The number of occurrences up to a leaf. The first leaf with an unresolved occurrence is kept; of the others, the newer ones are
   * kept more densely.
   *
   * @type {{ leaf: number, occurrences: number }[]}
   */
  #leaves = []
  /** @type {{ occurrences: number, at: number, leaf: number }[]} */
  #resolutions = []
  #resolvedBefore = 0
  /** The occurrences that a decision has read. Later decisions MUST have read them too. */
  #witnessed = { occurrences: 0, at: 0 }

  /** The person who made the change that opened the trigger; undefined where no change did. @type {string | undefined} */
  changedBy

  /** @param {string} kind @param {number} first @param {string} system */
  constructor(kind, first, system) {
    this.kind = kind
    this.first = first
    this.system = system
  }

  /** Whether some occurrences are unresolved. */
  get isOpen() {
    return this.occurrences > this.resolvedUntil(Number.POSITIVE_INFINITY)
  }

  /** The number of times that are kept. */
  get moments() {
    return this.#seconds.length + this.#leaves.length + this.#resolutions.length
  }

  /** @param {number} at @param {number} leaf of the call */
  occur(at, leaf) {
    this.occurrences++
    const last = this.#leaves.at(-1)
    if (last?.leaf === leaf) last.occurrences++
    else this.#leaves.push({ leaf, occurrences: this.occurrences })
    if (this.#leaves.length > MAX_LEAVES) this.#leaves = this.#leaves.filter((_, i) => i % 2 === 0)
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

  /**
   * Whether a call at this time MUST have read the subject as open.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  wasOpen(at, size) {
    const before = this.occurrences - this.#since(at - OVERLAP_MS)
    const witnessed = at >= this.#witnessed.at + STALL_MS ? this.#witnessed.occurrences : 0
    const seen = size === undefined ? witnessed : this.#below(size)
    return Math.max(before, seen) > this.resolvedUntil(Number.POSITIVE_INFINITY)
  }

  /** The least number of occurrences before a leaf. @param {number} leaf */
  #below(leaf) {
    return this.#leaves.findLast((one) => one.leaf < leaf)?.occurrences ?? 0
  }

  /**
   * The number of occurrences that began in this second or later. All of them are counted, even if many came at once. @param
   * {number} time
   */
  #since(time) {
    const first = this.#seconds.findIndex((second) => second >= Math.floor(time / 1000))
    return first === -1 ? 0 : this.#counts.slice(first).reduce((sum, count) => sum + count)
  }

  /**
   * Whether a call at this time MUST have read the subject as resolved.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  wasResolved(at, size) {
    return this.occurrences <= this.resolvedUntil(at - OVERLAP_MS, size)
  }

  /** Records that a decision has read the subject as open. @param {number} at */
  witness(at) {
    const occurrences = this.resolvedUntil(at - OVERLAP_MS) + 1
    if (occurrences > this.#witnessed.occurrences) this.#witnessed = { occurrences, at }
  }

  /** @param {number} occurrences @param {number} at @param {number} leaf of the call */
  resolve(occurrences, at, leaf) {
    this.#resolutions.push({ occurrences, at, leaf })
    this.#leaves = this.#leaves.filter((one) => one.occurrences > occurrences)
    const dropped = this.#resolutions.length > RECENT ? this.#resolutions.shift() : undefined
    this.#resolvedBefore = Math.max(this.#resolvedBefore, dropped?.occurrences ?? 0)
  }

  /** The number of occurrences that were resolved at a time, or before a leaf. @param {number} time @param {number} [size] */
  resolvedUntil(time, size = 0) {
    return this.#resolutions.reduce(
      (most, one) => (one.at <= time || one.leaf < size ? Math.max(most, one.occurrences) : most),
      this.#resolvedBefore,
    )
  }
}

/** The most resolutions of a subject whose times are kept. */
const RECENT = 64
/**
 * The most seconds with occurrences that are kept. This is more than overlapping calls can take, including those that wait for
 * others.
 */
const MAX_SECONDS = 96
/** The most leaves whose occurrences are kept. */
const MAX_LEAVES = 64
/** The number of oldest seconds that are dropped together. */
const FEW_SECONDS = 16

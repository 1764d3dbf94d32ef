import { OVERLAP_MS, STALL_MS } from './history.mjs'

/** The subject of findings, found once or often. */
export class Subject {
  /** @type {string[]} */
  ids = []
  /** What the record of each id says, in the order of SAYS. @type {unknown[][]} */
  says = []
  occurrences = 0
  /** Whether decisions are compared with it. */
  isLooked = false
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

  /** Whether occurrences are not settled. */
  get isOpen() {
    return this.occurrences > this.settledAt(Number.POSITIVE_INFINITY)
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

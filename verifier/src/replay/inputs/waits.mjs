import { LimitReached } from '../../report/failure.mjs'
import { OVERLAP_MS } from '../state/history.mjs'
import { MORE, sizeOf } from '../state/states.mjs'

/** @import { StateBudget } from '../state/states.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */

const HOUR_MS = 60 * 60 * 1000

/** The largest difference, in hours, between the clock of the database, which counts a wait, and the clocks of the entries. */
const CLOCKS_HOURS = 1

/** The longest wait that an approval records, in hours. */
const LONGEST_WAIT = 720

/** The calls after which another person may be able to use an account. */
const WAYS_IN = ['resetPassword', 'inviteUser']

/** The most times that are examined by default, which bounds the work that a package can cause. */
const MAX_LOOKS = 20_000_000

/**
 * Follows who granted an attestation role or gave access to an account, to whom, and when. People wait from then on
 * (docs/gate-rules.md, Separation of duties).
 */
export class Waits {
  /** The attestation roles of each person. @type {Map<string, string[]>} */
  #held = new Map()
  /** When a person granted a role, by the person and the role. @type {Map<string, number[]>} */
  #granted = new Map()
  /**
   * When a person got access to an account: by the account, then by the person. @type {Map<string, Map<string | null, number[]>>}
   */
  #waysIn = new Map()
  /**
   * When accounts granted a role to a person: by the person and the role, then by the granting account. @type {Map<string,
   * Map<string, number[]>>}
   */
  #given = new Map()
  #budget
  #looks = 0

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * @param {any} record a version of a person
   * @param {number} at
   * @param {{ operation: string, actor: AuditEntry['actor'] }} call that wrote it
   */
  take({ id, version, attestation_roles }, at, { operation, actor }) {
    const by = actor.kind === 'user' ? actor.id : null
    const roles = Array.isArray(attestation_roles) ? attestation_roles : []
    const before = this.#held.get(id)
    this.#budget.take(sizeOf(roles) - (before ? sizeOf(before) : 0), before ? 0 : 1)
    this.#held.set(id, roles)
    if (by !== null) for (const role of roles) if (!before?.includes(role)) this.#grant(id, role, by, at)
    if (!WAYS_IN.includes(operation) && (version !== 1 || by === null)) return
    const ofAccount = this.#waysIn.get(id) ?? new Map()
    this.#waysIn.set(id, ofAccount)
    this.#note(ofAccount, by, at)
  }

  /** @param {string} to @param {string} role @param {string} by @param {number} at */
  #grant(to, role, by, at) {
    this.#note(this.#granted, keyOf(by, role), at)
    const own = this.#given.get(keyOf(to, role)) ?? new Map()
    this.#given.set(keyOf(to, role), own)
    this.#note(own, by, at)
  }

  /**
   * Returns when a person got a role from accounts in whose names that person may have acted.
   *
   * @param {string} person
   * @param {number} at
   * @param {string} role
   * @param {number} hours
   */
  grantedByOwn(person, at, role, hours) {
    const own = [...(this.#given.get(keyOf(person, role)) ?? [])]
    return own.flatMap(([by, times]) => (this.mayHaveActedAs([by], at, hours).has(person) ? times : []))
  }

  /**
   * Returns the longest time, in hours, that a person cannot have acted in the name of another one of these people any more.
   * Infinity where the person never could within LONGEST_WAIT.
   *
   * @param {string} person
   * @param {string[]} people
   * @param {number} at
   */
  hoursSinceActingAs(person, people, at) {
    const could = (/** @type {number} */ hours) => this.mayHaveActedAs(people, at, hours).has(person)
    let [least, most] = [CLOCKS_HOURS, LONGEST_WAIT + CLOCKS_HOURS]
    if (!could(most)) return Number.POSITIVE_INFINITY
    while (most - least > 1) {
      const middle = Math.floor((least + most) / 2)
      if (could(middle)) most = middle
      else least = middle
    }
    return most - 1
  }

  /**
   * Returns the longest time, in hours, since a person both had got a role from another account and could have acted in its
   * name.
   *
   * @param {string} person
   * @param {number} at
   * @param {string} role
   */
  hoursSinceGrantByOwn(person, at, role) {
    const given = [...(this.#given.get(keyOf(person, role)) ?? [])].filter(([by]) => by !== person)
    const hours = given.map(([by, times]) => {
      const seen = times.filter((time) => time <= at - OVERLAP_MS)
      const since = (at - Math.max(...seen)) / HOUR_MS + CLOCKS_HOURS
      return Math.max(since, this.hoursSinceActingAs(person, [by], at))
    })
    return Math.min(Number.POSITIVE_INFINITY, ...hours)
  }

  /**
   * Returns the longest time, in hours, that a person can have waited when a call began. Every later call has seen an access to
   * the account, because calls lock the account. Of two overlapping calls of a person, one may not have seen the role that the
   * other granted.
   *
   * @param {string} person
   * @param {number} at
   * @param {string} [role] in which the person attests
   * @param {number[]} [more] further times at which the person got the role
   */
  hours(person, at, role, more = []) {
    const ways = [...this.#waysInto(person)].flatMap(([, times]) => times)
    const grants = role === undefined ? [] : (this.#granted.get(keyOf(person, role)) ?? [])
    const since = [...ways, ...[...grants, ...more].filter((time) => time <= at - OVERLAP_MS)]
    return since.reduce(
      (most, time) => Math.min(most, (at - time) / HOUR_MS + CLOCKS_HOURS),
      Number.POSITIVE_INFINITY,
    )
  }

  /**
   * Returns these people, and everyone who may have acted in their names: who got access to one of their accounts within this
   * many hours, directly or through other accounts.
   *
   * @param {string[]} people
   * @param {number} at
   * @param {number} hours
   */
  mayHaveActedAs(people, at, hours) {
    const found = new Set(people)
    // The loop also visits the items that it adds to the set.
    for (const person of found)
      for (const [by, times] of this.#waysInto(person))
        if (by !== null && times.some((time) => isWithin(time, at, hours))) found.add(by)
    return found
  }

  /** @param {string} person @returns {Map<string | null, number[]>} */
  #waysInto(person) {
    const ways = this.#waysIn.get(person) ?? new Map()
    this.#looks += 1 + ways.size
    if (this.#looks > MAX_LOOKS * this.#budget.effort)
      throw new LimitReached(`too many accounts were made or reset to be compared; ${MORE}`)
    return ways
  }

  /**
   * Adds a time. One time for each second is kept, and of the times that every call has seen only the newest.
   *
   * @template K
   * @param {Map<K, number[]>} map
   * @param {K} key
   * @param {number} at
   */
  #note(map, key, at) {
    const times = map.get(key)
    if (times === undefined) {
      this.#budget.take(sizeOf(key) + sizeOf([at]))
      map.set(key, [at])
      return
    }
    const seconds = times.filter((time) => Math.floor(time / 1000) !== Math.floor(at / 1000))
    const recent = seconds.filter((time) => time > at - OVERLAP_MS)
    const seen = seconds.filter((time) => time <= at - OVERLAP_MS)
    const kept = [...(seen.length > 0 ? [Math.max(...seen)] : []), ...recent, at]
    this.#budget.take(sizeOf(kept) - sizeOf(times), 0)
    map.set(key, kept)
  }
}

/**
 * Whether a call at this time may count another time as at most this many hours before, with either clock.
 *
 * @param {number} time
 * @param {number} at
 * @param {number} hours
 */
const isWithin = (time, at, hours) => time <= at - OVERLAP_MS && time > at - (hours - CLOCKS_HOURS) * HOUR_MS

/** @param {string} person @param {string} role */
const keyOf = (person, role) => `${person} ${role}`

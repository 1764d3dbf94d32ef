import { contentHash } from '../../content-hash.ts'
import { isObject } from '../../own.ts'
import { CUT_MARK } from '../../text.ts'

/**
 * What a notification says of all of its alerts, joined to each of them. The sender chooses both how much that is and how many alerts
 * there are, and an alert is read and hashed with it. Where all copies together are more than is read, long texts are cut and large values
 * left out; the SHA-256 of the whole is added, so that two notifications stay distinct.
 */
export function withShared<T>(
  alerts: readonly T[],
  shared: unknown,
  join: (alert: T, shared: unknown) => unknown,
): readonly unknown[] {
  const most = MOST_SHARED / Math.min(alerts.length, MAX_ALERTS)
  const read = weigh(shared, most) <= most ? shared : lightened(shared, most)
  return alerts.map((alert) => join(alert, read))
}

/** About how long a value takes to be read, in characters. What weighs more than `most` is not weighed to its end. */
function weigh(value: unknown, most: number): number {
  let weight = VALUE + (typeof value === 'string' ? value.length : 0)
  if (typeof value !== 'object' || value === null) return weight
  for (const [key, member] of Object.entries(value)) {
    if (weight > most) break
    weight += key.length + weigh(member, most - weight)
  }
  return weight
}

function lightened(shared: unknown, most: number): unknown {
  const kept = new Map<string, unknown>()
  let left = most
  for (const [key, member] of isObject(shared) ? Object.entries(shared) : []) {
    const light = typeof member === 'string' && member.length > LONG ? shortened(member) : member
    const weight = weigh(light, LONG)
    if (weight > LONG || weight + key.length > left) continue
    left -= weight + key.length
    kept.set(key, light)
  }
  return { ...Object.fromEntries(kept), sha256: contentHash(shared) }
}

function shortened(text: string): string {
  return text.slice(0, LONG - VALUE - CUT_MARK.length) + CUT_MARK
}

/** So many alerts one body may hold: they commit together. */
export const MAX_ALERTS = 1000
/** Of all copies together. */
const MOST_SHARED = 8 * 1024 * 1024
/** What a value costs beside its characters. */
const VALUE = 50
/** What one member may weigh of a notification that is too large. */
const LONG = 4000

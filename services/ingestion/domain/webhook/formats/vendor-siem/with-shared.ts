import { isObject } from '../../../../../kernel/json/is-object.ts'
import { contentHash } from '../../content-hash.ts'
import { CUT_MARK } from '../../text.ts'

/**
 * Joins the common part of a notification to each of its alerts. The sender controls both the size of this part and the number
 * of alerts, and each alert is read and hashed with its copy. If all copies together exceed the limit, long texts are cut and
 * large values left out. The SHA-256 of the whole part is added, so that two notifications stay distinct.
 */
export function withShared<T>(
  alerts: readonly T[],
  shared: unknown,
  join: (alert: T, shared: unknown) => unknown,
): readonly unknown[] {
  const read = sharedAmong(alerts, shared)
  return alerts.map((alert) => join(alert, read))
}

/** Returns a common part as each of some alerts can have it: whole, or without its large values. */
export function sharedAmong(alerts: readonly unknown[], shared: unknown): unknown {
  const most = MAX_SHARED / Math.min(alerts.length, MAX_ALERTS)
  return weigh(shared, most) <= most ? shared : lightened(shared, most)
}

/** Estimates the cost of reading a value, in characters. Stops at a value that costs more than `most`. */
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

/** Limit of the alerts of one body: they commit together. */
export const MAX_ALERTS = 1000
/**
 * Limit of the objects of a body that are examined for alerts. Lists in a body of JSON have fewer (body.ts: brackets and commas), so
 * that only texts of JSON, deep nesting and several thousand copies of alerts can exceed it. Such a body is refused, never taken in part.
 */
export const MAX_OBJECTS = 50 * MAX_ALERTS
/** Limit of all copies together, in characters. */
const MAX_SHARED = 8 * 1024 * 1024
/** The cost of a value beside its characters. */
const VALUE = 50
/** Limit of the cost of one member, if the common part is too large. */
const LONG = 4000

import { hasKey, ownLike } from '../../../fields.ts'
import { isObject, own } from '../../../own.ts'
import { MAX_ALERTS } from '../with-shared.ts'

/**
 * Returns the known alerts anywhere inside an unknown envelope, each once. Returns null if there is none, or too much to
 * search: a part of them MUST NOT pass for the whole.
 */
export function heldAlerts(envelope: Json, search: HeldSearch): readonly unknown[] | null {
  const found: Found = { alerts: [], hashes: new Set() }
  lookInto({ search, found, taken: new Set(), read: search.embedded }, envelope, 0)
  return search.left < 0 || found.alerts.length === 0 ? null : found.alerts
}

/**
 * As `heldAlerts`, for what stands beside the lists `taken`. Of texts only JSON counts: the line of a log beside an alert is what it
 * was made of. Returns what was found before the search ended.
 */
export function heldBeside(
  envelope: Json,
  taken: ReadonlySet<unknown>,
  search: HeldSearch,
): readonly unknown[] {
  const found: Found = { alerts: [], hashes: new Set() }
  lookInto({ search, found, taken, read: search.json }, envelope, 0)
  return found.alerts
}

function look(at: Look, value: unknown, depth: number): void {
  if (depth > MAX_DEPTH || at.search.left < 0 || at.taken.has(value)) return
  if (typeof value === 'string') {
    const read = at.read(value)
    // What was read is counted object by object.
    if (read === null && BRACKET.test(value)) at.search.left -= 1
    const inside = read ?? []
    // Readers of texts end after the limit, so the rest of such a text is not known.
    if (inside.length > MAX_ALERTS) at.search.left = -1
    lookAtEach(at, inside, depth)
  } else if (Array.isArray(value)) {
    lookAtEach(at, value, depth)
  } else if (isObject(value) && --at.search.left >= 0) {
    if (at.search.recognised(value)) add(at, value)
    else lookInto(at, value, depth)
  }
}

function lookInto(at: Look, value: Json, depth: number): void {
  const inside = depth === 0 ? null : at.search.described(value)
  if (Array.isArray(inside)) lookAtEach(at, inside, depth)
  if (Array.isArray(inside) || speaksForItself(value)) return
  for (const [key, member] of Object.entries(value)) {
    if (at.search.left < 0) return
    if (!FORMER.has(key.toLowerCase()) && !at.search.skips?.test(key)) look(at, member, depth + 1)
  }
}

/**
 * Examines each element of a list, or each of what a text holds. If one is an alert or holds one, the other objects are added too,
 * so that the refusal names them; and the other texts, if a text holds one.
 */
function lookAtEach(at: Look, list: readonly unknown[], depth: number): void {
  const holders = new Set<string>()
  const others: unknown[] = []
  for (const element of isLineOfLoki(list) ? [list[1]] : list) {
    if (at.search.left < 0) return
    const known = at.search.recognised(element)
    const found = at.found.alerts.length
    look(at, element, depth + 1)
    if (known || at.found.alerts.length > found) holders.add(typeof element)
    else others.push(element)
  }
  for (const other of others) {
    // One more than the limit is refused as any number above it.
    if (at.found.alerts.length > MAX_ALERTS) return
    if ((isObject(other) && holders.size > 0) || (isText(other) && holders.has('string'))) add(at, other)
  }
}

/** Whether a value is a text of several words. A single one beside a record is its time, topic or tag. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && /\s/.test(value.trim())
}

/** A line of Loki: the time in nanoseconds, the text, and its labels (grafana.com/docs/loki, "Ingest logs"). */
function isLineOfLoki([time, text, labels, ...more]: readonly unknown[]): boolean {
  const isTimed = typeof time === 'string' && /^[0-9]{16,19}$/.test(time)
  return (
    isTimed && typeof text === 'string' && (labels === undefined || isObject(labels)) && more.length === 0
  )
}

function add({ search, found }: Look, alert: unknown): void {
  const hash = search.hashed(alert)
  if (!found.hashes.has(hash)) found.alerts.push(alert)
  found.hashes.add(hash)
}

/** An object with a title and a severity or state is itself an alert, a case or a task. Anything inside is its material. */
function speaksForItself(value: Json): boolean {
  return (
    TITLES.some((key) => own(value, key) !== undefined) && GRADES.some((key) => own(value, key) !== undefined)
  )
}

/** Whether an object has a title and a severity. Such an object is the alert itself, and anything inside is its material. */
export function isGraded(value: Json): boolean {
  return hasKey(value, NAMES) && hasKey(value, SEVERITIES)
}

/**
 * Whether an object has a title of its own, beside which the text of an entry can stand. A name or subject without a severity
 * does not count: often it belongs to the shipper, the stream or the topic.
 */
export function isNamed(value: unknown): boolean {
  const has = (name: string): boolean => typeof ownLike(value, name) === 'string'
  return NAMES.some((name) => !CARRIER_NAMES.has(name) && has(name)) || (isObject(value) && isGraded(value))
}

const TITLES = ['title', 'name', 'summary', 'subject', 'displayName']
/** In folded spelling. `message` is absent: an envelope can have one beside its contents, or carry the contents there. */
const NAMES = [
  ...['title', 'name', 'summary', 'subject', 'displayname', 'headline'],
  ...['alerttitle', 'alertname', 'rulename', 'eventname', 'incidentname', 'detectionname', 'threatname'],
]
const CARRIER_NAMES: ReadonlySet<string> = new Set(['name', 'subject', 'displayname', 'eventname'])
export const SEVERITIES = ['severity', 'severitylevel', 'priority', 'urgency', 'criticality', 'risklevel']
const GRADES = ['severity', 'priority', 'urgency', 'status', 'state', 'severity_level']
/** Names under which an envelope of changes holds the state before the change. */
const FORMER = new Set(['before', 'previous', 'previous_state', 'old', 'old_value'])
const MAX_DEPTH = 12
/** The beginning of JSON within a text. Readers parse such a text. */
const BRACKET = /[[{]\s{0,16}["[{]/

type Json = { [key: string]: unknown }

/**
 * `left`: how many more steps the search may take: an object, or a text that looks like JSON and cannot be read. `described`: the
 * contents of an envelope that identifies itself. `skips`: names of members that are not searched.
 */
export type HeldSearch = {
  skips?: RegExp
  described: (value: Json) => readonly unknown[] | string | null
  hashed: (alert: unknown) => string
  recognised: (alert: unknown) => boolean
  embedded: (text: string) => readonly unknown[] | null
  json: (text: string) => readonly unknown[] | null
  left: number
}

type Found = { alerts: unknown[]; hashes: Set<string> }

type Look = {
  search: HeldSearch
  found: Found
  taken: ReadonlySet<unknown>
  read: (text: string) => readonly unknown[] | null
}

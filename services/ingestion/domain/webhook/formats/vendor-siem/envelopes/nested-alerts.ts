import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { hasKey, ownLike } from '../../../fields.ts'
import { own } from '../../../own.ts'
import { MAX_ALERTS } from '../with-shared.ts'

/**
 * Returns the known alerts, and those in a common format, anywhere inside an unknown envelope, each once, but not those inside `cases`: objects with a title and
 * a severity or state, which can be alerts, cases or tasks themselves.
 */
export function nestedAlerts(
  envelope: Json,
  search: AlertSearch,
): { alerts: readonly unknown[]; cases: Json[] } {
  const cases: Json[] = []
  const inFormat = search.isInFormat(envelope)
  return {
    alerts: found({ search, taken: new Set(), read: search.embedded, cases, inFormat }, envelope),
    cases,
  }
}

/**
 * Returns the known alerts that stand beside the members `taken`, at whatever depth, also in cases. Of texts only JSON counts: the
 * line of a log beside an alert is what it was made of. Members whose names match `skips` are not searched.
 */
export function nestedBeside(
  envelope: Json,
  taken: ReadonlySet<unknown>,
  search: AlertSearch,
  skips?: RegExp,
): readonly unknown[] {
  return found({ search, taken, skips, read: search.json }, envelope)
}

function found(search: Omit<Walk, 'found'>, envelope: Json): readonly unknown[] {
  const at: Walk = { ...search, found: { alerts: [], contents: new Set(), known: 0, seen: 0, within: [] } }
  visitMembers(at, envelope, 0)
  return at.found.alerts
}

/** Adds the known alerts in a value; returns whether there are any. */
function visit(at: Walk, value: unknown, depth: number): boolean {
  const { limit, recognised } = at.search
  if (depth > MAX_DEPTH) limit.left = -1
  if (limit.left < 0 || at.taken.has(value)) return false
  if (typeof value === 'string') return visitText(at, value, depth)
  if (Array.isArray(value)) return visitEach(at, value, depth)
  if (!isObject(value) || --limit.left < 0) return false
  if (recognised(value)) return add(at, value)
  const whole = at.search.withObjects(value)
  if (whole !== null && recognised(whole)) return add(at, whole)
  return at.inFormat !== true && at.search.isInFormat(value)
    ? visitInFormat(at, value, depth)
    : visitMembers(at, value, depth)
}

/** An alert in a common format counts only if it holds no known alert. The list around it can hold events that are none. */
function visitInFormat(at: Walk, value: Json, depth: number): boolean {
  const before = at.found.known
  if (visitMembers({ ...at, inFormat: true, cases: undefined }, value, depth)) return true
  if (at.found.known === before) add(at, value)
  return false
}

function visitText(at: Walk, text: string, depth: number): boolean {
  const { limit, json } = at.search
  const inside = at.read(text)
  if (inside === null) {
    if ((at.read === json ? START : BRACKET).test(text)) limit.left -= UNREADABLE
    return false
  }
  // Readers of lines end after the limit, so the rest of such a text is not known. What was read is counted object by object.
  if (inside.length > MAX_ALERTS && json(text) === null) limit.left = -1
  return visitEach(at, inside, depth)
}

function visitMembers(at: Walk, value: Json, depth: number): boolean {
  const inside = depth === 0 ? null : at.search.knownContents(value)
  if (Array.isArray(inside)) return visitEach(at, inside, depth)
  if (at.cases !== undefined && isCase(value)) {
    at.cases.push(value)
    return false
  }
  let holds = false
  if (depth > 0) at.found.within.push(value)
  for (const key of Object.keys(value)) {
    if (at.search.limit.left < 0) break
    if (FORMER.has(key.toLowerCase()) || at.skips?.test(key)) continue
    if (visit(at, value[key], depth + 1)) holds = true
  }
  if (depth > 0) at.found.within.pop()
  return holds
}

/**
 * Examines each element of a list, or each of what a text holds. If one is an alert or holds one, the other objects are added too,
 * so that the refusal names them; and the other texts, if a text holds one.
 */
function visitEach(at: Walk, list: readonly unknown[], depth: number): boolean {
  const holders = new Set<string>()
  const others: unknown[] = []
  for (const element of isLineOfLoki(list) ? [list[1]] : list) {
    if (at.search.limit.left < 0) break
    const before = at.found.seen
    if (visit(at, element, depth + 1)) holders.add(typeof element)
    else if (at.found.seen === before) others.push(element)
  }
  if (holders.size === 0) return false
  for (const other of others) {
    // One more than the limit is refused as any number above it.
    if (at.found.alerts.length > MAX_ALERTS) break
    if (isObject(other) || (holders.has('string') && isText(other, at.search))) add(at, other)
  }
  return true
}

/** Whether a value is JSON, or a text of several words. A single one beside a record is its time, topic or tag. */
function isText(value: unknown, { json }: AlertSearch): boolean {
  return typeof value === 'string' && (/\s/.test(value.trim()) || json(value) !== null)
}

/** A line of Loki: the time in nanoseconds, the text, and its labels (grafana.com/docs/loki, "Ingest logs"). */
function isLineOfLoki([time, text, labels, ...more]: readonly unknown[]): boolean {
  const isTimed = typeof time === 'string' && /^[0-9]{16,19}$/.test(time)
  return (
    isTimed && typeof text === 'string' && (labels === undefined || isObject(labels)) && more.length === 0
  )
}

function add({ search, found }: Walk, alert: unknown): true {
  search.limit.left -= FOUND
  const content = search.interned(alert)
  if (!found.contents.has(content)) {
    found.alerts.push(alert)
    if (isObject(alert)) search.holders.set(alert, [...found.within])
  }
  found.seen += 1
  if (search.recognised(alert)) found.known += 1
  found.contents.add(content)
  return true
}

/** Whether an object has a title and a severity or state. */
function isCase(value: Json): boolean {
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
export const FORMER: ReadonlySet<string> = new Set([
  'before',
  'previous',
  'previous_state',
  'old',
  'old_value',
])
/** Of objects, lists and texts within each other. What is deeper is not known. */
const MAX_DEPTH = 128
/** The beginning of JSON within a text. Readers parse such a text, which takes as long as several objects. */
const BRACKET = /[[{]\s{0,16}["[{]/
/** The same for the reader of JSON alone, which parses no other text. */
const START = /^\s{0,16}[[{]\s{0,16}["[{]/
const UNREADABLE = 5
/** An alert that is found is compared and read, which takes as long as many objects. */
const FOUND = 10

type Json = { [key: string]: unknown }

/**
 * `interned`: a text that equal objects share (interned.ts). `limit`: how many more objects of the body may be examined; negative
 * once it holds more. `knownContents`: the contents of an envelope that identifies itself. `isInFormat`: whether an object is an alert
 * in a common format. `holders`: of each alert that was found, the objects between it and its envelope, outermost first.
 */
export type AlertSearch = {
  holders: Map<object, readonly Json[]>
  knownContents: (value: Json) => readonly unknown[] | string | null
  withObjects: (value: Json) => Json | null
  interned: (alert: unknown) => string
  recognised: (alert: unknown) => boolean
  isInFormat: (alert: unknown) => boolean
  embedded: (text: string) => readonly unknown[] | null
  json: (text: string) => readonly unknown[] | null
  limit: { left: number }
}

/**
 * With repetitions, `seen`: how many alerts were found; `known`: how many of them a product recognises. `within`: the objects between
 * the envelope and what is examined.
 */
type Found = { alerts: unknown[]; contents: Set<string>; known: number; seen: number; within: Json[] }

type Walk = {
  search: AlertSearch
  found: Found
  taken: ReadonlySet<unknown>
  skips?: RegExp | undefined
  read: (text: string) => readonly unknown[] | null
  /** The cases that were found, which are not searched; undefined: they are. */
  cases?: Json[] | undefined
  /** Within an alert in a common format: what it holds in such a format is its material. */
  inFormat?: boolean
}

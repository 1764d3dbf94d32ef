import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { ownLike } from '../../../fields.ts'
import { withObjects } from '../dotted-keys.ts'
import { commonFormatOf, isCaseFormat } from '../matching/recognised-by.ts'
import { withTimeOf } from '../texts/event-text.ts'
import { MAX_ALERTS, MAX_OBJECTS } from '../with-shared.ts'
import { isKnown, othersAround, othersBeside } from './beside.ts'
import { CARRIERS, LISTS, OBJECTS } from './envelope-names.ts'
import { fluentRecords } from './fluent-records.ts'
import { interning } from './interned.ts'
import { readingEnvelopes } from './known-envelopes.ts'
import { exceptListsOfAlerts } from './lists-of-alerts.ts'
import { type AlertSearch, isGraded, nestedAlerts, nestedBeside } from './nested-alerts.ts'
import { once } from './once.ts'
import { readingTexts } from './read-texts.ts'
import { comparingAlerts, RELATED } from './same-alert.ts'

/**
 * Unwraps the alerts of a body. An object is one alert; lists, search answers, API answers, and SNS and EventBridge envelopes
 * hold any number. `recognised` tells which objects are alerts as they are; these are not opened. The text of a refusal is for
 * the person who set up the sender.
 */
export function unwrap(body: unknown, recognised: (alert: unknown) => boolean): Unwrapped {
  const found: Found[] = []
  const texts = readingTexts()
  const interned = interning()
  const openEnvelope = readingEnvelopes(texts.embedded)
  const opening: Opening = {
    knownContents: once((value: Json): Contents => knownContents(value, openEnvelope, opening)),
    recognised: exceptListsOfAlerts(recognised),
    isInFormat: once((alert: unknown) => commonFormatOf(alert) !== undefined),
    contents: new Map(),
    holders: new Map(),
    written: texts.written,
    embedded: texts.embedded,
    json: texts.json,
    withObjects: once(withObjects),
    interned,
    around: once((alert: Json) => othersAround(alert, opening)),
    othersThan: comparingAlerts({ json: texts.json, interned }),
    limit: { left: MAX_OBJECTS },
  }
  const refusal = open(body, opening, found, 0)
  if (refusal !== null) return { ok: false, message: refusal }
  if (found.length > MAX_ALERTS) return { ok: false, message: TOO_MANY }
  if (opening.limit.left < 0) return { ok: false, message: TOO_MUCH }
  return {
    ok: true,
    alerts: found.map(({ alert }) => alert),
    around: found.map(({ around }) => around),
    between: found.map(({ alert }) => (isObject(alert) ? (opening.holders.get(alert) ?? []) : [])),
    isEnvelope: (holder) => isObject(holder) && Array.isArray(opening.knownContents(holder)),
  }
}

function open(
  value: unknown,
  opening: Opening,
  found: Found[],
  depth: number,
  around: Around = [],
): string | null {
  if (found.length > MAX_ALERTS) return null
  const isAlert = depth > MAX_DEPTH || (!Array.isArray(value) && opening.recognised(value))
  const inside = isAlert ? null : contentsOf(value, opening)
  if (typeof inside === 'string') return inside
  if (inside === null) found.push({ alert: value, around })
  const others = isObject(value) && opening.recognised(value) ? opening.around(value) : []
  const within = inside !== null && isObject(value) ? [...around, value] : around
  for (const content of inside ?? others) {
    const refusal = open(content, opening, found, depth + 1, within)
    if (refusal !== null) return refusal
  }
  return null
}

/** Returns the contents of an envelope, null for any other value, or the refusal of an envelope that cannot be accepted. */
function contentsOf(value: unknown, opening: Opening): Contents {
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : (fluentRecords(value) ?? value)
  if (typeof value === 'string') return opening.embedded(value)
  if (!isObject(value)) return null
  let contents = opening.contents.get(value)
  if (contents === undefined) {
    contents =
      opening.knownContents(value) ??
      listed(value, opening) ??
      nested(value, OBJECTS, opening.written, opening) ??
      nested(value, CARRIERS, opening.embedded, opening) ??
      dotted(value, opening) ??
      held(value, opening) ??
      (isWhole(value) ? null : (carriedFormat(value, opening) ?? firstNested(value, opening)))
    opening.contents.set(value, contents)
  }
  return contents
}

/** Returns the contents of an envelope that identifies itself, and the other known alerts anywhere else in it. */
function knownContents(
  value: Json,
  openEnvelope: ReturnType<typeof readingEnvelopes>,
  opening: Opening,
): Contents {
  const envelope = openEnvelope(value)
  if (envelope === null) return null
  if (typeof envelope.contents === 'string') return envelope.contents
  const { contents, taken, isOfOne } = envelope
  return withOthers(contents, taken, value, opening, isOfOne ? RELATED : undefined)
}

/**
 * Returns the lists of objects under the names that answers and notifications use for alerts. If any list holds known alerts,
 * all such lists are returned, so that none is missed; otherwise the first list is. Known alerts beside them count, too. Only the
 * beginning of a list that is too long is examined.
 */
function listed(value: Json, opening: Opening): Contents {
  const { recognised } = opening
  let first: readonly unknown[] | null = null
  const known: unknown[] = []
  const taken = new Set<unknown>()
  for (const path of LISTS) {
    const list = ownLike(value, ...path)
    if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) continue
    // An incident holds a list of its own alerts. An envelope that identifies itself states facts that its alerts do not repeat.
    const holder = ownLike(value, path[0]!)
    if (path.length > 1 && (recognised(holder) || (isObject(holder) && opening.knownContents(holder))))
      continue
    first ??= list
    if (!list.slice(0, MAX_ALERTS).some(recognised)) continue
    known.push(...list)
    taken.add(list)
  }
  if (known.length > 0) return withOthers(known, taken, value, opening)
  if (first === null || isWhole(value)) return null
  return withOthers(first, new Set([first]), value, opening)
}

/** Returns what was found in the members `taken` of an envelope, and the other known alerts anywhere else in it. */
function withOthers(
  found: readonly unknown[],
  taken: ReadonlySet<unknown>,
  value: Json,
  opening: Opening,
  skips?: RegExp,
): readonly unknown[] {
  return [...found, ...othersBeside(() => knownIn(found, opening), taken, value, opening, skips)]
}

/**
 * Returns the known alerts anywhere in an envelope, whatever the names on the way; null if there is none outside cases. Of cases in a
 * common format, and of what stands beside an alert in any other case, only what is none of these alerts counts.
 */
function held(value: Json, opening: Opening): Contents {
  const { alerts, cases } = nestedAlerts(value, opening)
  // A single alert in a common format is read where senders hold one.
  if (!alerts.some(opening.recognised) && (alerts.length < 2 || isWhole(value))) return null
  const inFormat = alerts.filter((one) => isCaseFormat(formatOf(one, opening)))
  const rest = alerts.filter((one) => !inFormat.includes(one))
  const inCases = cases.flatMap((one) => nestedBeside(one, new Set(), opening, RELATED))
  const candidates = [...inFormat, ...inCases.filter((one) => isKnown(one, opening))]
  return candidates.length === 0
    ? alerts
    : [...rest, ...opening.othersThan(knownIn(rest, opening), candidates)]
}

function formatOf(alert: unknown, { recognised }: Opening) {
  return recognised(alert) ? undefined : commonFormatOf(alert)
}

/** Returns what was found, opened: it can be envelopes itself. */
function knownIn(found: readonly unknown[], opening: Opening): readonly unknown[] {
  const opened: Found[] = []
  for (const content of found) open(content, opening, opened, MAX_DEPTH - 3)
  return opened.map(({ alert }) => alert)
}

/** Whether an unrecognised object is nevertheless an alert itself, and not an envelope of one. */
function isWhole(value: Json): boolean {
  return isGraded(value) || commonFormatOf(value) !== undefined
}

/**
 * Returns the content of the first such name that holds a known alert. Names of brokers, log shippers and automation are those
 * of fields of alerts, too, so only known alerts count.
 */
function nested(
  value: Json,
  names: readonly (readonly string[])[],
  read: Opening['written'],
  opening: Opening,
): Contents {
  for (const path of names) {
    const content = inside(ownLike(value, ...path), read)
    if (content === null || !holdsKnown(content, opening)) continue
    const taken = new Set([ownLike(value, path[0]!)])
    return withOthers(withTimeOf(value, content), taken, value, opening, RELATED)
  }
  return null
}

/**
 * Returns the first single object under such a name, for a refusal's text and the general reading. Skips lines of objects (a
 * log).
 */
function firstNested(value: Json, opening: Opening): readonly unknown[] | null {
  for (const path of OBJECTS) {
    const content = inside(ownLike(value, ...path), opening.written)
    if (content?.length === 1) return content
  }
  return null
}

/** As `nested`, for contents in a common format, which carries alerts of any product. */
function carriedFormat(value: Json, { embedded }: Opening): readonly unknown[] | null {
  for (const [name] of CARRIERS) {
    const content = inside(ownLike(value, name!), embedded)
    if (content?.every((alert) => commonFormatOf(alert) !== undefined)) return content
  }
  return null
}

function inside(value: unknown, read: Opening['written']): readonly unknown[] | null {
  if (isObject(value)) return [value]
  return typeof value === 'string' ? read(value) : null
}

/** Returns a known alert whose nested objects are written as keys with dots. */
function dotted(value: Json, opening: Opening): readonly unknown[] | null {
  const whole = opening.withObjects(value)
  return whole !== null && holdsKnown([whole], opening) ? [whole] : null
}

function holdsKnown(content: readonly unknown[], opening: Opening): boolean {
  const found: Found[] = []
  const refusal = open(content, opening, found, MAX_DEPTH - 3)
  return refusal === null && found.some(({ alert }) => opening.recognised(alert))
}

const MAX_DEPTH = 6

const EMPTY = 'the list holds no alert'
const TOO_MUCH =
  'the body holds more than is looked through for alerts of known products; let the sender split it'
export const TOO_MANY = `a body may hold at most ${MAX_ALERTS} alerts; let the sender split them (Alertmanager: max_alerts)`

type Json = { [key: string]: unknown }

type Contents = readonly unknown[] | string | null

/** The state while a body is opened. `contents`: the contents of each object that was opened. `around`: what stands around an alert within it. */
type Opening = AlertSearch & {
  contents: Map<object, Contents>
  written: (text: string) => readonly unknown[] | null
  around: (alert: Json) => readonly unknown[]
  othersThan: ReturnType<typeof comparingAlerts>
}

/** The objects around an alert, outermost first. */
type Around = readonly Json[]

type Found = { alert: unknown; around: Around }

/**
 * `between`: the objects between an alert and the envelope in which a search found it. `isEnvelope`: whether an object identifies itself
 * as an envelope.
 */
type Unwrapped =
  | {
      ok: true
      alerts: unknown[]
      around: Around[]
      between: Around[]
      isEnvelope: (holder: unknown) => boolean
    }
  | { ok: false; message: string }

import { contentHash } from '../../../content-hash.ts'
import { ownLike } from '../../../fields.ts'
import { isObject } from '../../../own.ts'
import { withObjects } from '../dotted-keys.ts'
import { commonFormatOf } from '../matching/recognised-by.ts'
import { withTimeOf } from '../texts/event-text.ts'
import { MAX_ALERTS, MAX_OBJECTS } from '../with-shared.ts'
import { readingRows } from './custom-table.ts'
import { CARRIERS, LISTS, OBJECTS } from './envelope-names.ts'
import { eventsWithin, groupContents } from './event-lists.ts'
import { fluentRecords } from './fluent-records.ts'
import { type HeldSearch, heldAlerts, heldBeside, isGraded } from './held-alerts.ts'
import { once } from './once.ts'
import { besideAlerts, RELATED, readingBeside } from './other-alerts.ts'
import { otlpContents } from './otlp-values.ts'
import { eventBridgeContents, hitContents, notification, snsContents, tableRows } from './own-envelopes.ts'
import { readingTexts } from './written.ts'

/**
 * Unwraps the alerts of a body. An object is one alert; lists, search answers, API answers, and SNS and EventBridge envelopes
 * hold any number. `recognised` tells which objects are alerts as they are; these are not opened. The text of a refusal is for
 * the person who set up the sender.
 */
export function unwrap(body: unknown, recognised: (alert: unknown) => boolean): Unwrapped {
  const found: Found[] = []
  const texts = readingTexts()
  const tableRow = readingRows()
  const search = {
    json: texts.json,
    described: once((value: Json) => logRecord(value, texts.embedded) ?? described(value, tableRow)),
  }
  const opening = {
    ...search,
    beside: readingBeside(search),
    recognised,
    contents: new Map(),
    written: texts.written,
    embedded: texts.embedded,
    hashed: once(contentHash),
    left: MAX_OBJECTS,
  }
  const refusal = open(body, opening, found, 0)
  if (refusal !== null) return { ok: false, message: refusal }
  if (found.length > MAX_ALERTS) return { ok: false, message: TOO_MANY }
  return {
    ok: true,
    alerts: found.map(({ alert }) => alert),
    around: found.map(({ around }) => around),
    isEnvelope: (holder) => isObject(holder) && Array.isArray(opening.described(holder)),
    searched: opening.left >= 0,
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
  if (inside === null) {
    found.push({ alert: value, around })
    return null
  }
  const within = isObject(value) ? [...around, value] : around
  for (const content of inside) {
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
      opening.described(value) ??
      listed(value, opening) ??
      nested(value, OBJECTS, opening.written, opening) ??
      nested(value, CARRIERS, opening.embedded, opening) ??
      dotted(value, opening) ??
      heldAlerts(value, opening) ??
      (isWhole(value) ? null : (carriedFormat(value, opening) ?? firstNested(value, opening)))
    opening.contents.set(value, contents)
  }
  return contents
}

/** Returns the contents of the text of an OTLP log record (JSON), with the time of the record. */
function logRecord(value: Json, read: Opening['embedded']): readonly unknown[] | null {
  const text = ownLike(value, 'body', 'stringValue')
  if (typeof text !== 'string' || ownLike(value, 'timeUnixNano') === undefined) return null
  const content = read(text)
  return content === null ? null : withTimeOf(value, content)
}

/** Opens the envelopes that identify themselves. */
function described(value: Json, tableRow: (value: Json) => Contents): Contents {
  return (
    snsContents(value) ??
    groupContents(value) ??
    eventsWithin(value) ??
    notification(value) ??
    hitContents(value) ??
    otlpContents(value) ??
    tableRows(value) ??
    tableRow(value) ??
    eventBridgeContents(value)
  )
}

/**
 * Returns the lists of objects under the names that answers and notifications use for alerts. If any list holds known alerts,
 * all such lists are returned, so that none is missed; otherwise the first list is. Only the beginning of a list that is too
 * long is examined.
 */
function listed(value: Json, opening: Opening): Contents {
  const { recognised } = opening
  let first: readonly unknown[] | null = null
  const known: unknown[] = []
  const taken = new Set<unknown>()
  for (const path of LISTS) {
    const list = ownLike(value, ...path)
    if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) continue
    // An incident holds a list of its own alerts. A group states facts that its alerts do not repeat.
    const holder = ownLike(value, path[0]!)
    if (path.length > 1 && (recognised(holder) || (isObject(holder) && groupContents(holder)))) continue
    first ??= list
    if (!list.slice(0, MAX_ALERTS).some(recognised)) continue
    known.push(...list)
    taken.add(list)
  }
  if (known.length > 0) return withOthers(known, taken, value, opening)
  if (first === null || isWhole(value)) return null
  // Its elements can be envelopes.
  return holdsKnown(first, opening) ? withOthers(first, new Set([first]), value, opening) : first
}

/**
 * Returns what was found in the lists `taken` of an envelope, and the known alerts anywhere else in it, so that none is missed
 * beside lists that were found by their names. If the search for them ended early, and there are any or others like those in the
 * lists, the body is refused.
 */
function withOthers(
  found: readonly unknown[],
  taken: ReadonlySet<unknown>,
  value: Json,
  opening: Opening,
): Contents {
  const missed = missedIn(value, taken, found, opening)
  if (opening.left >= 0) return [...found, ...missed]
  // Examines each object once, so the size of the body is its limit.
  const cheaper = { ...opening, ...opening.beside, left: Number.POSITIVE_INFINITY }
  const isMore = missed.length > 0 || besideAlerts(knownIn(found, opening)).areBeside(value, taken, cheaper)
  return isMore ? TOO_MUCH : found
}

/** Returns the known alerts in an envelope outside of the members `taken`, without those that were found in these. */
function missedIn(
  value: Json,
  taken: ReadonlySet<unknown>,
  found: readonly unknown[],
  opening: Opening,
): readonly unknown[] {
  const rest = Object.entries(value).filter(([, member]) => typeof member !== 'number' && !taken.has(member))
  const others = heldBeside(Object.fromEntries(rest), taken, opening).filter(opening.recognised)
  if (others.length === 0) return others
  const hashes = new Set(knownIn(found, opening).map(opening.hashed))
  return others.filter((other) => !hashes.has(opening.hashed(other)))
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
    const others = besides(value, ownLike(value, path[0]!), content, opening)
    return typeof others === 'string' ? others : [...withTimeOf(value, content), ...others]
  }
  return null
}

/** Returns the other alerts of an envelope that holds a known one. Mostly, its copy or normalised form stands beside it. */
function besides(
  value: Json,
  member: unknown,
  content: readonly unknown[],
  opening: Opening,
): readonly unknown[] | string {
  const { areBeside, othersOf } = besideAlerts(knownIn(content, opening))
  const taken = new Set([member])
  // Mostly there is no other, which the cheaper search shows. It looks into alerts of other forms, too, which hold their material.
  const search = { ...opening, json: opening.beside.json, skips: RELATED, left: MAX_OBJECTS }
  if (!areBeside(value, taken, { ...search, ...opening.beside, left: Number.POSITIVE_INFINITY })) return []
  const others = othersOf(missedIn(value, taken, content, search))
  return search.left < 0 ? TOO_MUCH : others
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
  const whole = withObjects(value)
  return whole !== null && holdsKnown([whole], opening) ? [whole] : null
}

function holdsKnown(content: readonly unknown[], opening: Opening): boolean {
  const found: Found[] = []
  const refusal = open(content, opening, found, MAX_DEPTH - 3)
  return refusal === null && found.some(({ alert }) => opening.recognised(alert))
}

const MAX_DEPTH = 6

const EMPTY = 'the list holds no alert'
export const TOO_MUCH =
  'the body holds more than is looked through for alerts of known products; let the sender split it'
export const TOO_MANY = `a body may hold at most ${MAX_ALERTS} alerts; let the sender split them (Alertmanager: max_alerts)`

type Json = { [key: string]: unknown }

type Contents = readonly unknown[] | string | null

/** The state while a body is opened. `contents`: the contents of each object that was opened. */
type Opening = HeldSearch & {
  contents: Map<object, Contents>
  written: (text: string) => readonly unknown[] | null
  beside: Pick<HeldSearch, 'json' | 'described'>
}

/** The objects around an alert, outermost first. */
type Around = readonly Json[]

type Found = { alert: unknown; around: Around }

/**
 * `isEnvelope`: whether an object identifies itself as an envelope. `searched`: whether the search for nested alerts was
 * complete.
 */
type Unwrapped =
  | {
      ok: true
      alerts: unknown[]
      around: Around[]
      isEnvelope: (holder: unknown) => boolean
      searched: boolean
    }
  | { ok: false; message: string }

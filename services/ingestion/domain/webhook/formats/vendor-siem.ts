import { isObject } from '../../../../kernel/json/is-object.ts'
import { asWritten, hasKey, valueAt } from '../fields.ts'
import type { Unmappable } from '../incident.ts'
import { withCarried } from './vendor-siem/envelopes/carried-alert.ts'
import { unwrap } from './vendor-siem/envelopes/envelopes.ts'
import { snykPing } from './vendor-siem/envelopes/event-lists.ts'
import { isGraded, isNamed, SEVERITIES } from './vendor-siem/envelopes/nested-alerts.ts'
import { GENERAL, generalReading, withEnvelope } from './vendor-siem/general-reading.ts'
import { marked } from './vendor-siem/matching/marks.ts'
import { nearest } from './vendor-siem/matching/nearest.ts'
import { eventBridgeBody, otherBody, otherPart } from './vendor-siem/matching/other-bodies.ts'
import { commonFormatOf, recognisedBy } from './vendor-siem/matching/recognised-by.ts'
import type { Product } from './vendor-siem/product.ts'
import { type ReadAlert, readAlert } from './vendor-siem/read-alert.ts'
import { is } from './vendor-siem/recognition.ts'

/**
 * Reads each alert of a body by its product's table. If one alert is unknown, or cannot become an incident, the whole body is
 * refused: all alerts are accepted or none is.
 */
export function mapVendorSiem(body: unknown, settings: VendorSettings = {}): VendorOutcome {
  const { result: written, texts } = asWritten(() => mapBody(body, settings))
  if (texts === 0) return written
  const opened = mapBody(body, settings)
  // An attacker can have written the text: it takes away no alert that is known and open without it.
  return hasEach(opened, written) ? opened : written
}

/** Whether an outcome has an alert of the product of each known and open alert of another outcome. */
function hasEach(outcome: VendorOutcome, other: VendorOutcome): boolean {
  const products = outcome.kind === 'alerts' ? outcome.alerts.map(({ product }) => product) : []
  const alerts = other.kind === 'alerts' ? other.alerts : []
  return alerts
    .filter(({ product, state }) => product !== GENERAL.id && state === 'open')
    .every(({ product }) => {
      const place = products.indexOf(product)
      if (place !== -1) products.splice(place, 1)
      return place !== -1
    })
}

function mapBody(
  body: unknown,
  { generalReading: isGeneral = false, receivedAt }: VendorSettings,
): VendorOutcome {
  const productOf = recognition()
  const unwrapped = unwrap(snykPing(body) ?? body, (alert) => productOf(alert) !== undefined)
  if (!unwrapped.ok) return { kind: 'unrecognised', message: unwrapped.message, missing: [] }
  const alerts: ReadAlert[] = []
  for (const [index, alert] of unwrapped.alerts.entries()) {
    const place = unwrapped.alerts.length === 1 ? '' : `alert ${index + 1} of ${unwrapped.alerts.length}: `
    const common = productOf(alert) === undefined ? commonFormatOf(alert) : undefined
    const known = productOf(alert) ?? common
    const product = known ?? (isGeneral ? generalReading(alert) : undefined)
    if (product === undefined) return unrecognised(place, body, alert)
    const read = readAlert(product, alert, receivedAt)
    const whole = known === undefined && !isTitled(read) ? readWhole(body, alert) : null
    if (whole !== null) return whole
    if ('missing' in read) return { kind: 'unmappable', product, place, ...read }
    const { carries } = product
    if (known === undefined) alerts.push(withEnvelope(read, alert, body))
    else if (carries === undefined) alerts.push(read)
    else alerts.push({ ...read, incident: withCarried(read.incident, carries, alert, productOf) })
  }
  const whole = withHolders(alerts, unwrapped, isGeneral)
  if (whole !== null) return { kind: 'alerts', alerts: whole }
  return { kind: 'unrecognised', message: `${ABOUT_OTHERS}${OTHER_WAYS}`, missing: [] }
}

/**
 * Replaces alerts by the object that holds them, if that is an alert itself and all of the alerts in it are informational. In
 * the general reading a title is enough to make the holder an alert, unless it is informational or identifies itself as an
 * envelope. Returns null if such a holder cannot be read. An object that a search passed counts only if the body holds no other
 * alert, whose material the object can be.
 */
function withHolders(
  alerts: readonly ReadAlert[],
  { around, between, isEnvelope }: Extract<ReturnType<typeof unwrap>, { ok: true }>,
  isGeneral: boolean,
): ReadAlert[] | null {
  const held = new Map<unknown, number[]>()
  const isQuiet = alerts.every(({ state }) => state === 'informational')
  for (const [place, holders] of around.entries())
    for (const holder of isQuiet ? [...holders, ...between[place]!] : holders)
      held.set(holder, [...(held.get(holder) ?? []), place])
  const result: (ReadAlert | null)[] = [...alerts]
  for (const [holder, places] of held) {
    if (!places.every((place) => result[place]?.state === 'informational')) continue
    const isAlert = isAboutOthers(holder)
    const isRead = isAlert || (isNamed(holder) && !isEnvelope(holder))
    const read = isGeneral && isRead ? readWhole(holder, undefined) : null
    const [whole] = read?.kind === 'alerts' ? read.alerts : []
    if (whole !== undefined && whole.state !== 'informational')
      for (const [n, place] of places.entries()) result[place] = n === 0 ? whole : null
    else if (isAlert) return null
  }
  return result.filter((alert) => alert !== null)
}

/**
 * Reads a whole body by the general reading, if only a part of it was taken for the alert and the title stands outside that
 * part.
 */
function readWhole(body: unknown, part: unknown): VendorOutcome | null {
  const general = body === part ? undefined : generalReading(body)
  const read = general && readAlert(general, body)
  return read !== undefined && isTitled(read) ? { kind: 'alerts', alerts: [read] } : null
}

function isTitled(read: ReturnType<typeof readAlert>): read is ReadAlert {
  return !('missing' in read) && !read.incident.notes.includes('title_stands_in')
}

/**
 * Whether a body holds the alerts of others but can be an alert itself: it names a rule of its own, or has a title and a
 * severity that informational events do not have.
 */
function isAboutOthers(body: unknown): boolean {
  return (hasKey(body, RULES) && !isPlainEvent(body)) || isGrave(body)
}

/**
 * Whether the Elastic Common Schema (event.kind) says that the body is no alert, and its rule is that of a device such as a
 * firewall. An alert can hold its source event with that event's kind. The rule of such an alert is a text, has another name or
 * fields unknown to the schema, or has a severity beside it.
 */
function isPlainEvent(body: unknown): boolean {
  const kind = valueAt(body, 'event.kind')
  if (kind !== 'event' && kind !== 'metric' && kind !== 'state') return false
  const rule = valueAt(body, 'rule')
  const isDevices = isObject(rule) && Object.keys(rule).every((key) => ECS_RULE.has(key))
  return isDevices && !hasKey(body, OTHER_RULES) && !hasKey(body, SEVERITIES)
}

const ECS_RULE: ReadonlySet<string> = new Set([
  ...[
    'author',
    'category',
    'description',
    'id',
    'license',
    'name',
    'reference',
    'ruleset',
    'uuid',
    'version',
  ],
])

function isGrave(body: unknown): boolean {
  if (!isObject(body) || !isGraded(body)) return false
  const read = readAlert(GENERAL, body)
  if (!isTitled(read)) return false
  return GRAVE.has(read.incident.severity) || LOW.some((path) => is(path, 'low').holds(body))
}

const GRAVE: ReadonlySet<string> = new Set(['medium', 'high', 'critical'])
/** Fields in which the word `low` marks an alert. Only the word counts, since a syslog notice is graded low, too. */
const LOW = ['severity', 'priority', 'urgency', 'criticality', 'risk_level']

const OTHER_RULES = ['rulename', 'ruleid', 'alertname', 'alertrule', 'detectionname', 'detectionrule']
const RULES = ['rule', ...OTHER_RULES]

/** Returns a function that finds the product that recognises an alert. Each object is examined once. */
function recognition(): (alert: unknown) => Product | undefined {
  const looked = new Map<unknown, Product | undefined>()
  return (alert) => {
    if (!isObject(alert)) return undefined
    if (looked.has(alert)) return looked.get(alert)
    const product = recognisedBy(alert)
    looked.set(alert, product)
    return product
  }
}

/** Refuses a body. The text says what the body is if that is plain, else which product's alerts it most resembles. */
function unrecognised(place: string, body: unknown, alert: unknown): VendorOutcome {
  const other = otherBody(body) ?? otherPart(alert) ?? otherPart(body)
  const event = eventBridgeBody(body)
  const near =
    other === null
      ? ((event === null ? nearest(body) : undefined) ?? nearest(alert) ?? marked(body) ?? marked(alert))
      : undefined
  const more = near && `the nearest is ${near.product.name}, which lacks ${near.missing.join(', ')}`
  const like = other ?? more ?? event
  const message = `${place}not an alert of a known product${like ? `; ${like}` : ''}. ${OTHER_WAYS}`
  return { kind: 'unrecognised', message, missing: near?.missing ?? [] }
}

const ABOUT_OTHERS =
  'not an alert of a known product; it names a rule or has a grade, and what it holds is information by itself, so that it can be an alert of its own. '

/** The first path is a page of the gateway, which puts the installation's address before it. The second is in the source. */
const OTHER_WAYS =
  'Map it with the format generic_json, or let the endpoint read unknown alerts by the usual field names, as /docs#other-products says. Known products: docs/integrations/products.md'

/**
 * `generalReading`: whether alerts without a table are read by the usual names of fields. `receivedAt` completes times without a
 * year or with an ambiguous zone (timestamp.ts).
 */
export type VendorSettings = { generalReading?: boolean; receivedAt?: Date }

type VendorOutcome =
  | { kind: 'alerts'; alerts: ReadAlert[] }
  | ({ kind: 'unmappable'; product: Product; place: string } & Unmappable)
  | { kind: 'unrecognised'; message: string; missing: string[] }

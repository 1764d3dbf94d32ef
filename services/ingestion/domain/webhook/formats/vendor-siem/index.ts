import { hasKey, valueAt } from '../../fields.ts'
import type { Unmappable } from '../../incident.ts'
import { isObject } from '../../own.ts'
import { withCarried } from './carried-alert.ts'
import { TOO_MANY, TOO_MUCH, unwrap } from './envelopes.ts'
import { snykPing } from './event-lists.ts'
import { GENERAL, generalReading, withEnvelope } from './general-reading.ts'
import { isGraded, isNamed, SEVERITIES } from './held-alerts.ts'
import { marked } from './marks.ts'
import { nearest } from './nearest.ts'
import { eventBridgeBody, otherBody, otherPart } from './other-bodies.ts'
import type { Product } from './product.ts'
import { type ReadAlert, readAlert } from './read-alert.ts'
import { commonFormatOf, recognisedBy } from './recognised-by.ts'
import { is } from './recognition.ts'
import { MAX_ALERTS } from './shared.ts'

/**
 * Reads the alerts of a body as their products' tables say, each by itself. One that no table knows, or that cannot be
 * an incident, makes the whole body one that cannot be taken: all of its alerts are taken or none is.
 *
 * @param general read alerts that no table knows by the usual names of fields
 * @param receivedAt tells what a time of an alert leaves open (timestamp.ts)
 */
export function mapVendorSiem(body: unknown, general = false, receivedAt?: Date): VendorOutcome {
  const { productOf, isOver } = recognition()
  const unwrapped = unwrap(snykPing(body) ?? body, (alert) => productOf(alert) !== undefined)
  if (isOver()) return { kind: 'unrecognised', message: TOO_MANY, missing: [] }
  if (!unwrapped.ok) return { kind: 'unrecognised', message: unwrapped.message, missing: [] }
  const alerts: ReadAlert[] = []
  for (const [index, alert] of unwrapped.alerts.entries()) {
    const place = unwrapped.alerts.length === 1 ? '' : `alert ${index + 1} of ${unwrapped.alerts.length}: `
    const common = productOf(alert) === undefined ? commonFormatOf(alert) : undefined
    if (common !== undefined && !unwrapped.searched)
      return { kind: 'unrecognised', message: TOO_MUCH, missing: [] }
    const known = productOf(alert) ?? common
    const product = known ?? (general ? generalReading(alert) : undefined)
    if (product === undefined) {
      if (!unwrapped.searched) return { kind: 'unrecognised', message: TOO_MUCH, missing: [] }
      return unrecognised(place, body, alert)
    }
    const read = readAlert(product, alert, receivedAt)
    const whole = known === undefined && !isTitled(read) ? readWhole(body, alert) : null
    if (whole !== null) return whole
    if ('missing' in read) return { kind: 'unmappable', product, place, ...read }
    const { carries } = product
    if (known === undefined) alerts.push(withEnvelope(read, alert, body))
    else if (carries === undefined) alerts.push(read)
    else alerts.push({ ...read, incident: withCarried(read.incident, carries, alert, productOf) })
  }
  const whole = withHolders(alerts, unwrapped, general)
  if (whole !== null) return { kind: 'alerts', alerts: whole }
  return { kind: 'unrecognised', message: `${ABOUT_OTHERS}${OTHER_WAYS}`, missing: [] }
}

/**
 * The alerts, with an object that is an alert about what it holds in the place of that, where all of it is information by itself. Generally read it
 * is one by its title already, unless it says itself that it is information or is an envelope that says what it is. Null where it cannot be read.
 */
function withHolders(
  alerts: readonly ReadAlert[],
  { around, isEnvelope }: Pick<Extract<ReturnType<typeof unwrap>, { ok: true }>, 'around' | 'isEnvelope'>,
  general: boolean,
): ReadAlert[] | null {
  const held = new Map<unknown, number[]>()
  for (const [place, holders] of around.entries())
    for (const holder of holders) held.set(holder, [...(held.get(holder) ?? []), place])
  const settled: (ReadAlert | null)[] = [...alerts]
  for (const [holder, places] of held) {
    if (!places.every((place) => settled[place]?.state === 'informational')) continue
    const isAlert = isAboutOthers(holder)
    const isRead = isAlert || (isNamed(holder) && !isEnvelope(holder))
    const read = general && isRead ? readWhole(holder, undefined) : null
    const [whole] = read?.kind === 'alerts' ? read.alerts : []
    if (whole !== undefined && whole.state !== 'informational')
      for (const [n, place] of places.entries()) settled[place] = n === 0 ? whole : null
    else if (isAlert) return null
  }
  return settled.filter((alert) => alert !== null)
}

/** Generally read, a body of which a part was taken for the alert, although the title stands beside it. */
function readWhole(body: unknown, part: unknown): VendorOutcome | null {
  const general = body === part ? undefined : generalReading(body)
  const read = general && readAlert(general, body)
  return read !== undefined && isTitled(read) ? { kind: 'alerts', alerts: [read] } : null
}

function isTitled(read: ReturnType<typeof readAlert>): read is ReadAlert {
  return !('missing' in read) && !read.incident.notes.includes('title_stands_in')
}

/**
 * Whether a body names a rule of its own, or has a title and a grade that nobody gives to information, and holds the alerts of others: it can
 * be an alert about an entry that is none by itself.
 */
function isAboutOthers(body: unknown): boolean {
  return (hasKey(body, RULES) && !isPlainEvent(body)) || isGrave(body)
}

/**
 * In the Elastic Common Schema (event.kind) the rule of what is no alert is a device's, such as that of a firewall. An alert can hold the event
 * that it is about with its kind: then the rule stands as a text, under another name, or with what the schema does not know, or a grade beside it.
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
/** The word is one of alerts; what syslog grades as a notice is low, too. */
const LOW = ['severity', 'priority', 'urgency', 'criticality', 'risk_level']

const OTHER_RULES = ['rulename', 'ruleid', 'alertname', 'alertrule', 'detectionname', 'detectionrule']
const RULES = ['rule', ...OTHER_RULES]

/** The product that recognises an alert as it is. Each object is looked at once; `isOver`: so many were that no further one is. */
function recognition() {
  const looked = new Map<unknown, Product | undefined>()
  let over = false
  return {
    isOver: () => over,
    productOf: (alert: unknown): Product | undefined => {
      if (looked.has(alert)) return looked.get(alert)
      over ||= looked.size >= MOST_LOOKED
      if (over) return undefined
      const product = recognisedBy(alert)
      looked.set(alert, product)
      return product
    },
  }
}

/** Says what the body is where that is plain, else which product's alerts look most like it. */
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

/** The first is a page of the gateway, which puts the address of the installation before it; the second stands in the source. */
const OTHER_WAYS =
  'Map it with the format generic_json, or let the endpoint read unknown alerts by the usual field names, as /docs#other-products says. Known products: docs/integrations/products.md'

/** Alerts and what they are wrapped in. */
const MOST_LOOKED = 16 * MAX_ALERTS

type VendorOutcome =
  | { kind: 'alerts'; alerts: ReadAlert[] }
  | ({ kind: 'unmappable'; product: Product; place: string } & Unmappable)
  | { kind: 'unrecognised'; message: string; missing: string[] }

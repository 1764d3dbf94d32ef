import { parseBody } from '../../body.ts'
import { ownLike } from '../../fields.ts'
import { isObject, own } from '../../own.ts'
import { plainText } from '../../text.ts'
import { eventsWithin } from './event-lists.ts'

/**
 * Takes what a body carries out of its wrapping: one object is one alert; lists, search answers, API answers, SNS and
 * EventBridge envelopes hold any number. `recognised` says which objects are alerts as they stand: those are not looked
 * into. What a refusal says is for the person who set the sender up.
 */
export function unwrap(body: unknown, recognised: (alert: unknown) => boolean): Unwrapped {
  const alerts: unknown[] = []
  const refusal = open(body, recognised, alerts, 0)
  if (refusal !== null) return { ok: false, message: refusal }
  if (alerts.length > MAX_ALERTS) return { ok: false, message: TOO_MANY }
  return { ok: true, alerts }
}

function open(
  value: unknown,
  recognised: (alert: unknown) => boolean,
  alerts: unknown[],
  depth: number,
): string | null {
  if (alerts.length > MAX_ALERTS) return null
  if (depth > MAX_DEPTH || (!Array.isArray(value) && recognised(value))) {
    alerts.push(value)
    return null
  }
  const inside = contentsOf(value, recognised)
  if (typeof inside === 'string') return inside
  if (inside === null) {
    alerts.push(value)
    return null
  }
  for (const content of inside) {
    const refusal = open(content, recognised, alerts, depth + 1)
    if (refusal !== null) return refusal
  }
  return null
}

/** What an envelope holds; null for what is none, a text for one that cannot be taken. */
function contentsOf(
  value: unknown,
  recognised: (alert: unknown) => boolean,
): readonly unknown[] | string | null {
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : value
  if (typeof value === 'string') return written(value)
  if (!isObject(value)) return null
  return (
    snsContents(value) ??
    groupContents(value) ??
    eventsWithin(value) ??
    notification(value) ??
    hitContents(value) ??
    tableRows(value) ??
    eventBridgeContents(value) ??
    listed(value, recognised) ??
    nested(value) ??
    carried(value, recognised)
  )
}

/** AWS SNS over HTTPS, and SNS records as Lambda and SQS pass them on (docs.aws.amazon.com/sns, "HTTP/HTTPS notification"). */
function snsContents(value: Json): readonly unknown[] | string | null {
  const record = own(value, 'Sns')
  const message = isObject(record) ? record : value
  const type = own(message, 'Type')
  if (own(message, 'TopicArn') === undefined) return null
  if (type === 'SubscriptionConfirmation' || type === 'UnsubscribeConfirmation') return CONFIRMATION
  const text = own(message, 'Message')
  if (typeof text !== 'string') return isObject(text) ? [text] : null
  const parsed = parseBody(Buffer.from(text))
  return parsed.ok && typeof parsed.value === 'object' && parsed.value !== null
    ? [parsed.value]
    : PLAIN_MESSAGE
}

/** A notification of Alertmanager or Grafana: each of its alerts, with what the notification says of all under `group`. */
function groupContents(value: Json): readonly unknown[] | null {
  const { alerts, ...group } = value
  const grouped = ['groupKey', 'groupLabels', 'commonLabels', 'receiver'].some(
    (key) => own(value, key) !== undefined,
  )
  if (!grouped || !Array.isArray(alerts) || alerts.length === 0 || !alerts.every(isObject)) return null
  return alerts.map((alert) => ({ ...alert, status: own(alert, 'status') ?? own(value, 'status'), group }))
}

/** A Microsoft Graph change notification says that an alert changed, not which alert it is. */
function notification(value: Json): string | null {
  if (own(value, 'eventType') === 'Microsoft.EventGrid.SubscriptionValidationEvent') return EVENT_GRID
  const list = own(value, 'value')
  const first = Array.isArray(list) ? list[0] : undefined
  return own(first, 'subscriptionId') !== undefined && own(first, 'changeType') !== undefined ? GRAPH : null
}

/** A document of Elasticsearch or OpenSearch: its id and index go along, so that the product can use them. */
function hitContents(value: Json): readonly unknown[] | null {
  const hits = own(value, 'hits', 'hits')
  if (Array.isArray(hits) && hits.length > 0) return hits
  const source = own(value, '_source') ?? own(value, 'fields')
  if (!isObject(source) || (own(value, '_index') === undefined && own(value, '_id') === undefined))
    return null
  return [{ _index: own(value, '_index'), _id: own(value, '_id'), ...source }]
}

/** The answer of a Log Analytics query: columns and rows. */
function tableRows(value: Json): readonly unknown[] | null {
  const tables = own(value, 'tables')
  const table = Array.isArray(tables) ? tables[0] : value
  const columns = own(table, 'columns')
  const rows = own(table, 'rows')
  if (!Array.isArray(columns) || !Array.isArray(rows) || rows.length === 0) return null
  const names = columns.map((column) => plainText(own(column, 'name') ?? column))
  return rows.map((row) =>
    Array.isArray(row) ? Object.fromEntries(names.map((name, i) => [name, row[i]])) : row,
  )
}

/** An EventBridge event; what its `detail` is stands in the detail itself. */
function eventBridgeContents(value: Json): readonly unknown[] | null {
  const detail = own(value, 'detail')
  if (!isObject(detail) || own(value, 'detail-type') === undefined) return null
  return [detail]
}

/**
 * The lists of objects under names that answers and notifications use for their alerts: all that hold known alerts, so
 * that none is passed over for another; where none does, the first. Of a list that is too long to be taken the beginning is looked at.
 */
function listed(value: Json, recognised: (alert: unknown) => boolean): readonly unknown[] | null {
  let first: readonly unknown[] | null = null
  const known: unknown[] = []
  for (const path of LISTS) {
    const list = ownLike(value, ...path)
    if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) continue
    // An incident holds the list of its alerts, and a group says of all of its alerts what they do not.
    const holder = ownLike(value, path[0]!)
    if (path.length > 1 && (recognised(holder) || (isObject(holder) && groupContents(holder)))) continue
    first ??= list
    if (list.slice(0, MAX_ALERTS).some(recognised)) known.push(...list)
  }
  return known.length > 0 ? known : first
}

/** The one object under such a name. */
function nested(value: Json): readonly unknown[] | null {
  for (const path of OBJECTS) {
    const inside = ownLike(value, ...path)
    if (isObject(inside)) return [inside]
    const parsed = typeof inside === 'string' ? written(inside) : null
    if (parsed !== null) return parsed
  }
  return null
}

/** What brokers, log shippers and automation put an alert into, under names that alerts use too: only what holds a known alert. */
function carried(value: Json, recognised: (alert: unknown) => boolean): readonly unknown[] | null {
  for (const name of CARRIERS) {
    const inside = ownLike(value, name)
    if (!isObject(inside) && typeof inside !== 'string') continue
    const alerts: unknown[] = []
    if (open(inside, recognised, alerts, MAX_DEPTH - 3) === null && alerts.some(recognised)) return [inside]
  }
  return null
}

/** A text that is the JSON of an object or a list, or its base64. */
function written(text: string): readonly unknown[] | null {
  const parsed = parseBody(/^\s*[[{]/.test(text) ? Buffer.from(text) : decoded(text))
  return parsed.ok && typeof parsed.value === 'object' && parsed.value !== null ? [parsed.value] : null
}

/** Pub/Sub, Kinesis, Firehose and binary CloudEvents carry the JSON of an alert in base64. Empty for any other text. */
function decoded(text: string): Buffer {
  return text.length >= 4 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : Buffer.alloc(0)
}

const LISTS: readonly (readonly string[])[] = [
  ...['value', 'findings', 'alerts', 'data', 'items', 'resources', 'results', 'result', 'detections'],
  ...[
    'incidents',
    'offenses',
    'records',
    'events',
    'messages',
    'documents',
    'listFindingsResults',
    'receivedMessages',
    'curatedRuleDetections',
    'hits',
    'alert',
    'edges',
    'logEvents',
    'responseData',
  ],
  ...['body', 'payload'],
  ...['reply.alerts', 'reply.incidents', 'reply.DATA', 'data.alerts', 'data.findings'],
  ...['result.data.incidentItems', 'params.events'],
  ...['context.alerts', 'context.hits', 'alerts.edges', 'data.alerts.edges'],
].map((path) => path.split('.'))

const OBJECTS: readonly (readonly string[])[] = [
  ...[
    'object',
    'alert',
    'incident',
    'finding',
    'detection',
    'data',
    'body',
    'payload',
    'message',
    'result',
    'event',
    'data_base64',
    'kinesis',
    'ContentData',
    'node',
  ],
].map((name) => [name])

const CARRIERS = [
  ...['detail', 'content', 'value', 'json', 'input', 'request', 'triggerBody', 'execution_argument'],
  ...['original', '_raw', 'parameters'],
]

/** So many alerts one body may hold: they commit together. */
export const MAX_ALERTS = 1000
const MAX_DEPTH = 6

const EMPTY = 'the list holds no alert'
export const TOO_MANY = `a body may hold at most ${MAX_ALERTS} alerts; let the sender split them (Alertmanager: max_alerts)`
const CONFIRMATION =
  'this is the confirmation of an SNS subscription, not an alert. SNS cannot sign as this endpoint asks: confirm it where attestry webhook forward or another relay receives it, by opening its SubscribeURL, and let the relay send what follows'
const PLAIN_MESSAGE =
  'the Message of this SNS notification is not JSON: let the sender publish its alert as JSON'
const EVENT_GRID =
  'this is the validation of an Event Grid subscription, not an alert. Confirm it by opening its validationUrl where a relay receives it, and let the relay send what follows'
const GRAPH =
  'this is a Microsoft Graph change notification, which names an alert without its content. Fetch the alert (GET /security/alerts_v2/{id}) and send that, or let Defender or Sentinel send it'

type Json = { [key: string]: unknown }

export type Unwrapped = { ok: true; alerts: unknown[] } | { ok: false; message: string }

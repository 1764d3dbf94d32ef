import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { parseBody } from '../../../body.ts'
import { own } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { recognisedBy } from '../matching/recognised-by.ts'

/** AWS SNS over HTTPS, and SNS records as Lambda and SQS pass them on (docs.aws.amazon.com/sns, "HTTP/HTTPS notification"). */
export function snsContents(value: Json): Contents {
  const record = own(value, 'Sns')
  const message = isObject(record) ? record : value
  const type = own(message, 'Type')
  if (own(message, 'TopicArn') === undefined) return null
  if (type === 'SubscriptionConfirmation') return CONFIRMATION
  if (type === 'UnsubscribeConfirmation') return END_OF_SUBSCRIPTION
  const text = own(message, 'Message')
  if (typeof text !== 'string') return isObject(text) ? [text] : null
  const parsed = parseBody(Buffer.from(text))
  return parsed.ok && typeof parsed.value === 'object' && parsed.value !== null
    ? [parsed.value]
    : PLAIN_MESSAGE
}

/** Refuses an Event Grid validation, and a Microsoft Graph change notification, which does not contain the alert. */
export function notification(value: Json): string | null {
  if (own(value, 'eventType') === 'Microsoft.EventGrid.SubscriptionValidationEvent') return EVENT_GRID
  const list = own(value, 'value')
  const first = Array.isArray(list) ? list[0] : undefined
  return own(first, 'subscriptionId') !== undefined && own(first, 'changeType') !== undefined ? GRAPH : null
}

/** Opens the answer to a search of Elasticsearch or OpenSearch. */
export function searchContents(value: Json): readonly unknown[] | null {
  const hits = own(value, 'hits', 'hits')
  return Array.isArray(hits) && hits.length > 0 ? hits : null
}

/** Opens a document of Elasticsearch or OpenSearch. Keeps its id and index, which the product's table can read. */
export function hitContents(value: Json): readonly unknown[] | null {
  const source = own(value, '_source') ?? own(value, 'fields')
  if (!isObject(source) || (own(value, '_index') === undefined && own(value, '_id') === undefined))
    return null
  return [{ _index: own(value, '_index'), _id: own(value, '_id'), ...source }]
}

/**
 * Opens the answer of a Log Analytics query: columns and rows. Of further tables, which can describe the query, only known alerts
 * count.
 */
export function tableRows(value: Json): readonly unknown[] | null {
  const tables = own(value, 'tables')
  if (!Array.isArray(tables)) return rowsOf(value)
  const [first, ...more] = tables.map(rowsOf)
  if (first === null || first === undefined) return null
  return [...first, ...more.flatMap((rows) => (rows ?? []).filter((row) => recognisedBy(row) !== undefined))]
}

function rowsOf(table: unknown): readonly unknown[] | null {
  const columns = own(table, 'columns')
  const rows = own(table, 'rows')
  if (!Array.isArray(columns) || !Array.isArray(rows) || rows.length === 0) return null
  const names = columns.map((column) => plainText(own(column, 'name') ?? column))
  return rows.map((row) => (Array.isArray(row) ? cells(row, names) : row))
}

/** Names the cells of a row. The result has at most as many members as the row has cells. */
function cells(row: readonly unknown[], names: readonly string[]): Json {
  return Object.fromEntries(row.slice(0, names.length).map((cell, i) => [names[i], cell]))
}

/** Opens an EventBridge event. Its `detail` identifies itself. */
export function eventBridgeContents(value: Json): readonly unknown[] | null {
  const detail = own(value, 'detail')
  if (!isObject(detail) || own(value, 'detail-type') === undefined) return null
  return [detail]
}

const CONFIRMATION =
  'this is the confirmation of an SNS subscription, not an alert. SNS cannot sign as this endpoint asks: confirm it where attestry webhook forward or another relay receives it, by opening its SubscribeURL, and let the relay send what follows'
const END_OF_SUBSCRIPTION =
  'this is the message that an SNS subscription ended, not an alert. Where that is wanted, nothing is to be done: its SubscribeURL would subscribe again'
const PLAIN_MESSAGE =
  'the Message of this SNS notification is not JSON: let the sender publish its alert as JSON'
const EVENT_GRID =
  'this is the validation of an Event Grid subscription, not an alert. Confirm it by opening its validationUrl where a relay receives it, and let the relay send what follows'
const GRAPH =
  'this is a Microsoft Graph change notification, which names an alert without its content. Fetch the alert (GET /security/alerts_v2/{id}) and send that, or let Defender or Sentinel send it'

type Json = { [key: string]: unknown }

type Contents = readonly unknown[] | string | null

/**
 * An envelope that identifies itself. `open` returns its contents, the text of a refusal, or null for any other object. `holds`:
 * paths of the members of which the contents were made. `isOfOne`: the contents are one alert, beside which related ones can stand.
 */
export type Envelope = {
  open: (value: Json) => Contents
  holds: readonly string[] | 'all'
  isOfOne?: boolean
}

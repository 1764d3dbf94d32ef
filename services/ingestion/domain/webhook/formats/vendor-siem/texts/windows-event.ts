import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { own, setOwn } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { MAX_ALERTS } from '../with-shared.ts'

/**
 * Reads an event of Microsoft Defender Antivirus in the log of Windows as Fluent Bit, Get-WinEvent with ConvertTo-Json, or the
 * table Event of Microsoft Sentinel writes it. The event gets the fields that Winlogbeat gives it. Null for any other object.
 */
export function windowsEvent(value: Json): readonly unknown[] | null {
  if (![own(value, 'ProviderName'), own(value, 'Source')].includes(PROVIDER)) return null
  const number = plainText(own(value, 'EventID') ?? own(value, 'Id'))
  const data = dataOf(value, number)
  if (data === null) return null
  const channel = own(value, 'Channel') ?? own(value, 'LogName') ?? own(value, 'EventLog')
  const computer = own(value, 'Computer') ?? own(value, 'MachineName')
  const record = own(value, 'EventRecordID') ?? own(value, 'RecordId')
  const time = own(value, 'TimeCreated') ?? own(value, 'TimeGenerated')
  const message = own(value, 'Message') ?? own(value, 'RenderedDescription')
  return [event({ number, channel, computer, record, time, data, message })]
}

/**
 * Reads such events in XML, as the log of Windows shows them and forwarders pass them on. Returns null for any other text, and
 * for a text that has anything else.
 */
export function windowsEventsOfText(text: string): readonly unknown[] | null {
  if (!FIRST.test(text.slice(0, LONGEST_START))) return null
  const events = text.split('</Event>')
  const rest = events.pop()!
  if (events.length === 0 || !/^\s{0,9}(?:<\/Events>)?\s{0,9}$/.test(rest)) return null
  const read: Json[] = []
  for (const [n, xml] of events.entries()) {
    const event = isOneEvent(xml, n === 0) ? eventOfXml(xml) : null
    if (event === null) return null
    read.push(event)
    if (read.length > MAX_ALERTS) break
  }
  return read
}

/** Whether a text is one event up to its end; the first may have the start of a list before it. */
function isOneEvent(xml: string, isFirst: boolean): boolean {
  const starts = [...xml.matchAll(/<Event[ >]/g).take(2)]
  return starts.length === 1 && (isFirst ? FIRST : NEXT).test(xml)
}

function eventOfXml(xml: string): Json | null {
  const first = (pattern: RegExp) => plain(pattern.exec(xml)?.[1])
  if (first(/<Provider Name=["']([^"'<]{1,100})["']/) !== PROVIDER) return null
  return event({
    number: first(/<EventID(?: Qualifiers=["'][0-9]{0,5}["'])?>([0-9]{1,6})</) ?? '',
    channel: first(/<Channel>([^<]{1,200})</),
    computer: first(/<Computer>([^<]{1,200})</),
    record: first(/<EventRecordID>([0-9]{1,20})</),
    time: first(/<TimeCreated SystemTime=["']([^"'<>]{1,60})["']/),
    data: namedIn(xml),
    message: first(/<Message>([^<]{1,20000})</),
  })
}

/** Returns the values of an event by name: of its XML, or of a list in the order of the event's template. */
function dataOf(value: Json, number: string): Json | null {
  const xml = own(value, 'EventData')
  if (typeof xml === 'string') return namedIn(xml)
  const list = own(value, 'StringInserts') ?? own(value, 'Properties')
  if (!Array.isArray(list)) return null
  const data: Json = {}
  for (const [place, name] of Object.entries(PLACES.get(number) ?? {})) {
    const item: unknown = list[Number(place)]
    const found = isObject(item) ? own(item, 'Value') : item
    if (found !== undefined && found !== null) data[name] = found
  }
  return data
}

function namedIn(xml: string): Json {
  const data: Json = {}
  for (const found of xml.matchAll(DATA).take(MAX_DATA)) setOwn(data, plain(found[1])!, plain(found[2]))
  return data
}

function event({ number, channel, computer, record, time, data, message }: Parts): Json {
  const winlog = {
    provider_name: PROVIDER,
    event_id: number,
    channel,
    computer_name: computer,
    record_id: record,
    time_created: time,
    event_data: data,
  }
  return { winlog, message }
}

function plain(text: string | undefined): string | undefined {
  return text === undefined ? undefined : withoutEntities(text)
}

/** Replaces the entities of XML. */
export function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
}

const ENTITIES: { [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const PROVIDER = 'Microsoft-Windows-Windows Defender'
const DATA = /<Data Name=["']([^"'<>]{1,100})["'](?:\/>|>([^<]{0,5000})<)/g
const LONGEST_START = 500
const FIRST = /^\s{0,9}(?:<\?xml[^>]{0,100}>\s{0,9})?(?:<Events(?: [^>]{0,200})?>\s{0,9})?<Event[ >]/
const NEXT = /^\s{0,9}<Event[ >]/
const MAX_DATA = 100

/** The places of values in the templates of events: of threats, and of operations that a rule blocked or audited. */
// biome-ignore format: a place and its name, as in the template
const THREAT: Places = {
  2: 'Detection ID', 3: 'Detection Time', 6: 'Threat ID', 7: 'Threat Name', 8: 'Severity ID', 21: 'Path',
}
const OPERATION: Places = { 3: 'ID', 4: 'Detection Time', 5: 'User', 6: 'Path', 7: 'Process Name' }
const PLACES: ReadonlyMap<string, Places> = new Map([
  ...['1116', '1117', '1118', '1119'].map((number) => [number, THREAT] as const),
  ...['1121', '1122', '1123', '1124'].map((number) => [number, OPERATION] as const),
])

type Json = { [key: string]: unknown }

type Places = { [place: number]: string }

type Parts = {
  number: string
  channel: unknown
  computer: unknown
  record: unknown
  time: unknown
  data: Json
  message: unknown
}

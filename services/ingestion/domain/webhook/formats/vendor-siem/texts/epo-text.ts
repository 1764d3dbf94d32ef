import { setOwn } from '../../../own.ts'
import { MAX_ALERTS } from '../with-shared.ts'
import { withoutEntities } from './windows-event.ts'

/**
 * Reads events in XML as ePO on premises forwards them by syslog, one after the other, with or without a header: `… EPOEvents -
 * EventFwd [agentInfo@3401 …] <?xml version="1.0"?><EPOEvent>…`. The names of the elements become those of the API, in small
 * letters; if a name is repeated, its first value counts. A document with several events gives each of them its common fields.
 * Returns null for any other text, and where something other than a header of one line stands between events.
 */
export function epoEventsOfText(text: string): readonly unknown[] | null {
  const documents = text.split(/<\/EPOEvent>/i)
  if (documents.length < 2 || documents.pop()!.trim() !== '') return null
  const events: unknown[] = []
  for (const document of documents) {
    const read = eventsOf(document)
    if (read === null) return null
    for (const epo of read) events.push({ epo })
    if (events.length > MAX_ALERTS) break
  }
  return events
}

function eventsOf(document: string): readonly Fields[] | null {
  const [header = '', content, ...others] = document.split(/<EPOEvent>/i)
  if (content === undefined || others.length > 0 || !isHeader(header)) return null
  const [common = '', ...events] = content.split(/<Event>/i)
  const shared = fieldsOf(common)
  if (events.length === 0) return [shared]
  return events.slice(0, MAX_ALERTS + 1).map((event) => fieldsOf(event, { ...shared }))
}

/** Whether a text is one line: the header of syslog, and the declaration of XML. */
function isHeader(text: string): boolean {
  const line = text.trim()
  return line.length <= LONGEST_HEADER && !/[\r\n]/.test(line)
}

/** Adds the fields of a text to those that are known. */
function fieldsOf(text: string, epo: Fields = {}): Fields {
  for (const [, name, value] of text.matchAll(ELEMENT).take(MAX_ELEMENTS)) {
    const key = name!.toLowerCase()
    const content = withoutEntities(value!).trim()
    if (content !== '' && !Object.hasOwn(epo, key)) setOwn(epo, key, content)
  }
  return epo
}

type Fields = { [name: string]: unknown }

/** An element with nothing but text. */
const ELEMENT = /<([A-Za-z]\w{0,60})>([^<]{0,5000})<\//g
const LONGEST_HEADER = 1100
const MAX_ELEMENTS = 300

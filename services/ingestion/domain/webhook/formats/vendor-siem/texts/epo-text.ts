import { setOwn } from '../../../own.ts'
import { withoutEntities } from './windows-event.ts'

/**
 * Reads events in XML as ePO on premises forwards them by syslog, one after the other, with or without a header: `… EPOEvents -
 * EventFwd [agentInfo@3401 …] <?xml version="1.0"?><EPOEvent>…`. The names of the elements become those of the API, in small
 * letters; if a name is repeated, its first value counts. Returns null for any other text.
 */
export function epoEventsOfText(text: string): readonly unknown[] | null {
  const events = text.split(/<\/EPOEvent>/i)
  if (events.length < 2 || events.pop()!.trim() !== '') return null
  const read = events.map(epoEvent)
  return read.every((one) => one !== null) ? read : null
}

function epoEvent(text: string): { epo: Fields } | null {
  const start = text.slice(0, LONGEST_HEADER).search(/<EPOEvent>/i)
  if (start === -1) return null
  const epo: Fields = {}
  for (const [, name, value] of text.slice(start).matchAll(ELEMENT).take(MOST_ELEMENTS)) {
    const key = name!.toLowerCase()
    const content = withoutEntities(value!).trim()
    if (content !== '' && !Object.hasOwn(epo, key)) setOwn(epo, key, content)
  }
  return { epo }
}

type Fields = { [name: string]: unknown }

/** An element with nothing but text. */
const ELEMENT = /<([A-Za-z]\w{0,60})>([^<]{0,5000})<\//g
const LONGEST_HEADER = 1000
const MOST_ELEMENTS = 300

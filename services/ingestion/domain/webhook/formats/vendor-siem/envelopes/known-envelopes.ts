import { ownLike } from '../../../fields.ts'
import { withTimeOf } from '../texts/event-text.ts'
import { windowsEvent } from '../texts/windows-event.ts'
import { readingRows } from './custom-table.ts'
import { EVENT_LISTS, groupContents } from './event-lists.ts'
import { otlpContents } from './otlp-values.ts'
import {
  type Envelope,
  eventBridgeContents,
  hitContents,
  notification,
  searchContents,
  snsContents,
  tableRows,
} from './own-envelopes.ts'

/**
 * Returns a function that opens the envelopes of one body that identify themselves; null for any other object. `embedded` reads
 * the text of a log record.
 */
export function readingEnvelopes(embedded: (text: string) => readonly unknown[] | null) {
  const envelopes: readonly Envelope[] = [
    { open: logRecord(embedded), holds: ['body'], isOfOne: true },
    { open: snsContents, holds: ['Message', 'Sns.Message'], isOfOne: true },
    { open: groupContents, holds: ['alerts', ...GROUP] },
    ...EVENT_LISTS,
    { open: windowsEvent, holds: [], isOfOne: true },
    { open: notification, holds: [] },
    { open: searchContents, holds: ['hits.hits'] },
    { open: hitContents, holds: ['_source', 'fields'], isOfOne: true },
    { open: otlpContents, holds: [] },
    { open: tableRows, holds: ['tables', 'columns', 'rows'] },
    { open: readingRows(), holds: 'all' },
    { open: eventBridgeContents, holds: ['detail'], isOfOne: true },
  ]
  return (value: Json): OpenedEnvelope | null => {
    for (const { open, holds, isOfOne = false } of envelopes) {
      const contents = open(value)
      if (contents === null) continue
      const paths =
        holds === 'all' ? Object.keys(value).map((key) => [key]) : holds.map((path) => path.split('.'))
      return { contents, taken: new Set(paths.map((path) => ownLike(value, ...path))), isOfOne }
    }
    return null
  }
}

/** Returns the contents of the text of an OTLP log record (JSON), with the time of the record. */
function logRecord(read: (text: string) => readonly unknown[] | null): Envelope['open'] {
  return (value) => {
    const text = ownLike(value, 'body', 'stringValue')
    if (typeof text !== 'string' || ownLike(value, 'timeUnixNano') === undefined) return null
    const content = read(text)
    return content === null ? null : withTimeOf(value, content)
  }
}

/** Members of a group in which only labels and annotations of its alerts stand. */
const GROUP = ['groupKey', 'groupLabels', 'commonLabels', 'commonAnnotations']

type Json = { [key: string]: unknown }

/** The contents of an envelope, or the text of its refusal, and the values of which they were made. */
type OpenedEnvelope = {
  contents: readonly unknown[] | string
  taken: ReadonlySet<unknown>
  isOfOne: boolean
}

import { line, type NotifiedEvent } from './events.ts'
import type { LogEntry, Marks } from './log-entry.ts'

/**
 * Counts consecutive rejected deliveries of a webhook endpoint, signed or not. The fifth, the fiftieth … of them is an event. An
 * accepted delivery resets the count.
 */
export function eventsOfDelivery(entry: LogEntry, marks: Marks): NotifiedEvent[] {
  const isSigned = entry.actor.kind === 'webhook_endpoint'
  const named = isSigned ? entry.actor.id : entry.details.endpoint_id
  if (typeof named !== 'string') return []
  if (entry.outcome === 'ok') {
    marks.delete('rejected', named)
    return []
  }
  const inARow = Number(marks.get('rejected', named) ?? 0) + 1
  marks.set('rejected', named, String(inARow))
  if (!NOTIFIED_AT.includes(inARow)) return []
  const reason = typeof entry.details.reason === 'string' ? entry.details.reason : entry.code
  const name = isSigned && entry.actor.name !== null ? ` ${line(entry.actor.name, 80)}` : ''
  return [
    {
      kind: 'deliveries.rejected',
      subjectId: named,
      key: `deliveries.rejected ${entry.id}`,
      title: `${inARow} deliveries rejected in a row: webhook endpoint${name}`,
      text: `The latest was rejected with ${entry.code ?? 'an error'} (${reason ?? 'no reason'}). attestry webhook deliveries --id ${named} --outcome rejected shows them.\nWebhook endpoint ${named}`,
      data: { endpoint_id: named, in_a_row: inARow, code: entry.code, reason: reason ?? null },
    },
  ]
}

const NOTIFIED_AT = [5, 50, 500, 5000, 50_000]

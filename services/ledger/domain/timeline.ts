import type { MessageInitShape } from '@bufbuild/protobuf'
import type { IncidentTimelineEntrySchema } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { timeOfId } from '../../kernel/values/ids.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { deliveryOf } from './delivery.ts'
import { attachmentRecords, commentRecords } from './incidents/attachment.ts'
import { incidentRecords } from './incidents/incident.ts'
import { filingRecords } from './incidents/incident-facts.ts'
import { notificationRecords } from './notifications/notification.ts'
import { reportRecords } from './reports/report.ts'

type Entry = MessageInitShape<typeof IncidentTimelineEntrySchema>

/** The records about an incident that belong to one audit entry, by kind; null for a kind without a record. */
export type TimelineRow = {
  entryId: string
  /** The name of the actor, else its id. */
  by: string
  version: string | null
  delivery: string | null
  comment: string | null
  attachment: string | null
  filing: string | null
  report: string | null
  notifications: string[] | null
}

/**
 * The records about an incident that one audit entry wrote, newest first. A delivery that opens and closes an incident writes
 * them in this order.
 */
export function timelineEntries({ entryId: id, by, ...row }: TimelineRow): Entry[] {
  const entries: Entry[] = []
  const at = timestamp(timeOfId(id))
  if (row.delivery !== null) {
    const value = deliveryOf(row.delivery)
    entries.push({ id, by, at: value.receivedAt!, what: { case: 'delivery', value } })
  }
  if (row.comment !== null)
    entries.push({ id, by, at, what: { case: 'comment', value: commentRecords.read(row.comment) } })
  if (row.attachment !== null)
    entries.push({ id, by, at, what: { case: 'attachment', value: attachmentRecords.read(row.attachment) } })
  if (row.filing !== null)
    entries.push({ id, by, at, what: { case: 'filing', value: filingRecords.read(row.filing) } })
  if (row.report !== null) {
    const value = { ...reportRecords.read(row.report), values: [] }
    entries.push({ id, by, at, what: { case: 'report', value } })
  }
  for (const text of row.notifications ?? [])
    entries.push({ id, by, at, what: { case: 'notification', value: notificationRecords.read(text) } })
  if (row.version !== null) {
    const value = incidentRecords.read(row.version)
    const made = value.version === 1 ? value.createdAt! : at
    entries.push({ id, by, at: made, what: { case: 'version', value } })
  }
  return entries
}

import type { MessageInitShape } from '@bufbuild/protobuf'
import type { IncidentTimelineEntrySchema } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { timeOfId } from '../../kernel/values/ids.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { deliveryOf } from './delivery.ts'
import { incidentRecords } from './incident.ts'

type Entry = MessageInitShape<typeof IncidentTimelineEntrySchema>

/** What one audit entry wrote of an incident, newest first: a delivery that opened and closed it did so in this order. */
export function timelineEntries(row: {
  entryId: string
  version: string | null
  delivery: string | null
}): Entry[] {
  const { entryId: id, version, delivery } = row
  const entries: Entry[] = []
  if (delivery !== null) {
    const value = deliveryOf(delivery)
    entries.push({ id, at: value.receivedAt!, what: { case: 'delivery', value } })
  }
  if (version !== null) {
    const value = incidentRecords.read(version)
    const at = value.version === 1 ? value.createdAt! : timestamp(timeOfId(id))
    entries.push({ id, at, what: { case: 'version', value } })
  }
  return entries
}

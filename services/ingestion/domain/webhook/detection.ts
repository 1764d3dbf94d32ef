import { type MappedIncident, NOTE_TEXTS } from './incident.ts'

/**
 * Returns the time at which the incident of an alert counts as detected, from which its deadlines run (docs/api.md 2.1). It is
 * the time of the event by the alert, or that of the receipt if the alert has no time, one that cannot be read, or one later than
 * the receipt. The notes name the case, and every other change.
 */
export function detectionOf(incident: MappedIncident, receivedAt: Date): Detection {
  const occurredAt = incident.occurredAt === null ? null : new Date(incident.occurredAt)
  const isAfterReceipt = occurredAt !== null && occurredAt > receivedAt
  const notes = isAfterReceipt ? [...incident.notes, 'occurred_at_after_receipt' as const] : incident.notes
  return {
    occurredAt,
    detectedAt: occurredAt === null || isAfterReceipt ? receivedAt : occurredAt,
    notes: notes.map((note) => NOTE_TEXTS[note]),
  }
}

type Detection = { occurredAt: Date | null; detectedAt: Date; notes: string[] }

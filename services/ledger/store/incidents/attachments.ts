import type { IncidentAttachment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { ownTurn } from '../../../kernel/concurrency/event-loop.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { holdPersonOn } from '../../../kernel/database/hold-person.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { IdempotencyRecord } from '../../../kernel/idempotency/idempotency.ts'
import { firstPart, type Part, partOf } from '../../../kernel/lists/part.ts'
import { attachmentRecords, contentRecord } from '../../domain/incidents/attachment.ts'
import { budget } from '../budget.ts'
import { type Written, write } from './write.ts'

/** Files of incidents. */
export type AttachmentStore = {
  /**
   * Appends an attachment, its bytes, the audit entry and the answer for the call's retries, together.
   * @throws DomainError RATE_LIMITED when the organization has attached as much as it may in a day
   */
  append(call: Call, made: NewAttachment, idempotency?: IdempotencyRecord): Promise<void>
  /** The first part of the records of up to `limit` attachments of an incident with ids below `before`, newest first. */
  page(
    organizationId: string,
    incidentId: string,
    limit: number,
    before: string | undefined,
  ): Promise<Part<string>>
  /** The record of an attachment of an incident. */
  find(organizationId: string, incidentId: string, id: string): Promise<string | undefined>
  /** The bytes of an attachment, in base64. */
  content(organizationId: string, id: string): Promise<string>
}

/** An attachment that is to be written, with its bytes. */
export type NewAttachment = { attachment: IncidentAttachment; content: Uint8Array }

/** The records of an attachment and of its bytes. */
export function attachmentRows(organizationId: string, { attachment, content }: NewAttachment): Written[] {
  const row = (text: string) => ({ id: attachment.id, version: 1, text })
  return [
    {
      type: 'incident-attachments',
      table: 'ledger.incident_attachments',
      row: row(attachmentRecords.write(organizationId, attachment)),
    },
    {
      type: 'attachment-contents',
      table: 'ledger.attachment_contents',
      row: row(contentRecord(organizationId, attachment, content)),
    },
  ]
}

export function attachmentStore(db: Database, bytesPerDay: number): AttachmentStore {
  const bytes = budget(db, { table: 'ledger.attachment_budgets', most: bytesPerDay, seconds: 24 * 3600 })
  return {
    append: async (call, made, idempotency) => {
      const { organizationId } = call.caller
      const amount = Math.max(made.content.length, LEAST_BYTES)
      const seconds = await bytes.draw(organizationId, amount)
      if (seconds > 0) throw tooMuch(seconds)
      try {
        await ownTurn()
        const rows = attachmentRows(organizationId, made)
        // Before the transaction: hashing a large file takes long.
        await idempotency?.requestHash()
        await inTransaction(db, 'begin', async (client) => {
          await holdPersonOn(client, call)
          await write(client, call, rows, { idempotency })
        })
      } catch (error) {
        // Where the database did not answer, the file may have been stored.
        if (!(error instanceof DomainError) || error.reason !== Reason.UNAVAILABLE)
          await bytes.giveBack(organizationId, amount).catch(() => {})
        throw error
      }
    },
    page: async (organizationId, incidentId, limit, before = MAX_ID) => {
      const rows = `select id, record from ledger.incident_attachments
        where org_id = $1 and incident_id = $2 and id < $3 order by id desc limit $4`
      const found = await db.query<{ record: string }>({
        name: 'page attachments',
        text: firstPart('p.record', rows, 'p.id desc'),
        values: [organizationId, incidentId, before, limit],
      })
      return partOf(
        found.map(({ record }) => record),
        limit,
      )
    },
    find: async (organizationId, incidentId, id) => {
      const [row] = await db.query<{ record: string }>({
        name: 'find attachment',
        text: `select record from ledger.incident_attachments where org_id = $1 and incident_id = $2 and id = $3`,
        values: [organizationId, incidentId, id],
      })
      return row?.record
    },
    content: async (organizationId, id) => {
      const [row] = await db.query<{ content: string }>({
        name: 'content of attachment',
        text: `select record::json ->> 'content' as content from ledger.attachment_contents where org_id = $1 and id = $2`,
        values: [organizationId, id],
      })
      return row!.content
    },
  }
}

function tooMuch(seconds: number): DomainError {
  const message = 'the organization has attached as much as it may in a day: try again later'
  return new DomainError(Reason.RATE_LIMITED, message, { details: { retry_after: seconds } })
}

/** The least that a file counts: its records and its entry take space too. */
const LEAST_BYTES = 4096

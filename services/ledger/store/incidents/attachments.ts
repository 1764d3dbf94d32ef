import type { IncidentAttachment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { holdPersonOn } from '../../../kernel/database/hold-person.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { attachmentRecords, contentRecord } from '../../domain/incidents/attachment.ts'
import { budget } from '../budget.ts'
import { type Written, write } from './write.ts'

/** Files of incidents. */
export type AttachmentStore = {
  /**
   * Appends an attachment, its bytes and the audit entry, together.
   * @throws DomainError RATE_LIMITED when the organization has attached as much as it may in a day
   */
  append(call: Call, attachment: IncidentAttachment, content: Uint8Array): Promise<void>
  /** The records of up to `limit` attachments of an incident with ids below `before`, newest first. */
  page(
    organizationId: string,
    incidentId: string,
    limit: number,
    before: string | undefined,
  ): Promise<string[]>
  /** The record of an attachment of an incident. */
  find(organizationId: string, incidentId: string, id: string): Promise<string | undefined>
  /** An attachment of an incident, with its bytes in base64. */
  get(
    organizationId: string,
    incidentId: string,
    id: string,
  ): Promise<{ record: string; content: string } | undefined>
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
    append: async (call, attachment, content) => {
      const { organizationId } = call.caller
      const amount = Math.max(content.length, LEAST_BYTES)
      const seconds = await bytes.draw(organizationId, amount)
      if (seconds > 0) throw tooMuch(seconds)
      try {
        await inTransaction(db, 'begin', async (client) => {
          await holdPersonOn(client, call)
          await write(client, call, attachmentRows(organizationId, { attachment, content }))
        })
      } catch (error) {
        await bytes.giveBack(organizationId, amount).catch(() => {})
        throw error
      }
    },
    page: async (organizationId, incidentId, limit, before = MAX_ID) => {
      const rows = await db.query<{ record: string }>({
        name: 'page attachments',
        text: `select record from ledger.incident_attachments where org_id = $1 and incident_id = $2 and id < $3
          order by id desc limit $4`,
        values: [organizationId, incidentId, before, limit],
      })
      return rows.map(({ record }) => record)
    },
    find: async (organizationId, incidentId, id) => {
      const [row] = await db.query<{ record: string }>({
        name: 'find attachment',
        text: `select record from ledger.incident_attachments where org_id = $1 and incident_id = $2 and id = $3`,
        values: [organizationId, incidentId, id],
      })
      return row?.record
    },
    get: async (organizationId, incidentId, id) => {
      const [row] = await db.query<{ record: string; content: string }>({
        name: 'get attachment',
        text: `select a.record, c.record::json ->> 'content' as content from ledger.incident_attachments a
          join ledger.attachment_contents c on c.org_id = a.org_id and c.id = a.id
          where a.org_id = $1 and a.incident_id = $2 and a.id = $3`,
        values: [organizationId, incidentId, id],
      })
      return row
    },
  }
}

function tooMuch(seconds: number): DomainError {
  const message = 'the organization has attached as much as it may in a day: try again later'
  return new DomainError(Reason.RATE_LIMITED, message, { details: { retry_after: seconds } })
}

/** The least that a file counts: its records and its entry take space too. */
const LEAST_BYTES = 4096

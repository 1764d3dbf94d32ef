import type { EntityManager } from '@mikro-orm/postgresql'
import { type CertificationRecord, storeCertification } from '../../domain/notifications/from-approvals.ts'
import type { MarkKind } from '../../domain/notifications/log-entry.ts'

/**
 * Begins to read the log of the organization at its present end, in the transaction that creates its first channel. It stores
 * marks of existing certifications, so that a notification follows when one is superseded.
 */
export async function startReading(em: EntityManager, organizationId: string): Promise<void> {
  // Channels of an organization are created one after the other, so that their limit holds.
  await em.execute('select from ledger.organizations where id = ? for update', [organizationId])
  const started = await em.execute<unknown[]>(START, [organizationId, organizationId])
  if (started.length === 0) return
  const rows = await em.execute<{ record: string }[]>(CERTIFIED, [organizationId])
  const marks: [MarkKind, string, string][] = []
  for (const { record } of rows) {
    const certification: CertificationRecord = JSON.parse(record)
    storeCertification(certification.ai_system_id, certification, {
      get: () => undefined,
      set: (kind, subject, value) => marks.push([kind, subject, value]),
      delete: () => {},
    })
  }
  for (const mark of marks) await em.execute(MARK, [organizationId, ...mark])
}

/** Stops reading: without a channel no entry is read and no mark is stored. */
export async function stopReading(em: EntityManager, organizationId: string): Promise<void> {
  await em.execute('delete from ledger.notification_cursors where org_id = ?', [organizationId])
  await em.execute('delete from ledger.notification_marks where org_id = ?', [organizationId])
}

const START = `insert into ledger.notification_cursors (org_id, next_index)
  select ?, coalesce((select size from ledger.trees where org_id = ?), 0)
  on conflict (org_id) do nothing returning org_id`

/** The newest certification of each system. The duties of its people and its results do not matter here. */
const CERTIFIED = `select distinct on (record::jsonb ->> 'ai_system_id') record from gate.records_v1
  where org_id = ? and type = 'certifications' order by record::jsonb ->> 'ai_system_id', id desc`

const MARK = `insert into ledger.notification_marks (org_id, kind, subject, value) values (?, ?, ?, ?)
  on conflict (org_id, kind, subject) do update set value = excluded.value`

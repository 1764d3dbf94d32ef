import type { PoolClient } from 'pg'
import { MARK_KINDS, type MarkKind, type Marks } from '../../domain/notifications/log-entry.ts'

/** The stored marks of a log, and which of them have changed. */
export type KeptMarks = Marks & {
  changed: Map<string, { kind: string; subject: string; value: string | null }>
}

/** Reads the marks of these subjects: an organization may have a mark of each of its systems and findings. */
export async function readMarks(
  client: PoolClient,
  organizationId: string,
  subjects: readonly string[],
): Promise<KeptMarks> {
  const read = new Set(subjects)
  const { rows } = await client.query<{ kind: string; subject: string; value: string }>(READ, [
    organizationId,
    [...read],
    MARK_KINDS,
  ])
  const known = new Map(rows.map(({ kind, subject, value }) => [nameOf(kind, subject), value]))
  const changed: KeptMarks['changed'] = new Map()
  const nameOfRead = (kind: MarkKind, subject: string): string => {
    if (!read.has(subject)) throw new Error(`the marks of ${subject} were not read`)
    return nameOf(kind, subject)
  }
  const change = (kind: MarkKind, subject: string, value: string | null): void => {
    const name = nameOfRead(kind, subject)
    if ((known.get(name) ?? null) === value) return
    changed.set(name, { kind, subject, value })
    if (value === null) known.delete(name)
    else known.set(name, value)
  }
  return {
    changed,
    get: (kind, subject) => known.get(nameOfRead(kind, subject)),
    set: change,
    delete: (kind, subject) => change(kind, subject, null),
  }
}

export async function writeMarks(
  client: PoolClient,
  organizationId: string,
  { changed }: KeptMarks,
): Promise<void> {
  const all = [...changed.values()]
  const kept = all.filter(({ value }) => value !== null)
  const removed = all.filter(({ value }) => value === null)
  if (kept.length > 0)
    await client.query(WRITE, [
      organizationId,
      kept.map(({ kind }) => kind),
      kept.map(({ subject }) => subject),
      kept.map(({ value }) => value),
    ])
  if (removed.length > 0)
    await client.query(ERASE, [
      organizationId,
      removed.map(({ kind }) => kind),
      removed.map(({ subject }) => subject),
    ])
}

function nameOf(kind: string, subject: string): string {
  return `${kind} ${subject}`
}

const READ = `select m.kind, m.subject, m.value
  from unnest($2::text[]) as s (subject) cross join unnest($3::text[]) as k (kind) cross join lateral (
    select kind, subject, value from ledger.notification_marks
    where org_id = $1 and kind = k.kind and subject = s.subject offset 0) m`

const WRITE = `insert into ledger.notification_marks (org_id, kind, subject, value)
  select $1, * from unnest($2::text[], $3::text[], $4::text[])
  on conflict (org_id, kind, subject) do update set value = excluded.value`

const ERASE = `delete from ledger.notification_marks
  where org_id = $1 and (kind, subject) in (select * from unnest($2::text[], $3::text[]))`

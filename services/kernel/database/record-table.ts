import { roleOf } from './prepare.ts'

/**
 * DDL of a table of records: every version of every object of one type, append-only. `record` is the RFC 8785 text that was
 * hashed into the receipt of the audit entry `entry_id`, at `position` among the records of that type. Other columns exist
 * only for queries.
 *
 * @param table schema and name, e.g. `ledger.incidents`
 */
export function recordTable(
  table: string,
  more: { columns?: string[]; constraints?: string[] } = {},
): string[] {
  const columns = [
    'org_id uuid not null',
    'id uuid not null',
    'version integer not null default 1',
    'entry_id uuid not null',
    'position integer not null default 0',
    'record text not null',
    ...(more.columns ?? []),
    'primary key (org_id, id, version)',
    ...(more.constraints ?? []),
  ]
  return [
    `create table ${table} (${columns.join(', ')})`,
    `create index on ${table} (org_id, entry_id, position)`,
    ...appendOnly(table),
  ]
}

/** DDL that makes a table append-only: INSERT and SELECT for the runtime role, and a trigger that binds the owner too. */
export function appendOnly(table: string): string[] {
  const [schema] = table.split('.')
  return [
    `create trigger append_only before update or delete or truncate on ${table}
       for each statement execute function attestry.refuse_change()`,
    `alter table ${table} enable always trigger append_only`,
    `grant select, insert on ${table} to ${roleOf(schema ?? '')}`,
  ]
}

import { type Run, sql } from '../../harness/database.ts'

export const SCHEMAS = ['ledger', 'gate', 'ingestion', 'evidence'] as const
export const roleOf = (schema: string): string => `attestry_${schema}`

/** A relation of a service, and whether a trigger that always fires refuses every change of it. */
export type Relation = { name: string; schema: string; kind: string; appendOnly: boolean }

/** Reads the tables and views of the schemas of all services from pg_class. */
export async function relations(databaseUrl: string): Promise<Relation[]> {
  return sql<Relation>(
    databaseUrl,
    `select n.nspname || '.' || c.relname as name, n.nspname as schema, c.relkind::text as kind,
       exists (
         select from pg_trigger t where t.tgrelid = c.oid and t.tgenabled = 'A'
         and t.tgfoid = 'attestry.refuse_change'::regproc and t.tgattr = '' and t.tgqual is null
         and t.tgtype & ${BEFORE | DELETE | UPDATE | TRUNCATE} = ${BEFORE | DELETE | UPDATE | TRUNCATE}
         and t.tgtype & ${ROW | INSERT} = 0) as "appendOnly"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'f', 'v', 'm') order by 1`,
    [SCHEMAS],
  )
}

/** Bits of pg_trigger.tgtype (PostgreSQL, catalog/pg_trigger.h). */
const ROW = 1
const BEFORE = 2
const INSERT = 4
const DELETE = 8
const UPDATE = 16
const TRUNCATE = 32

/** Runs one statement as a role. Returns the SQLSTATE and message of its refusal, or undefined where it is not refused. */
export function refusalOf(run: Run, role: string, statement: string): Promise<Refusal | undefined> {
  return refusalAfter(run, `set local role ${role}`, statement)
}

/** Runs one statement in a transaction of its own after that setting, and rolls it back. */
export async function refusalAfter(
  run: Run,
  setting: string,
  statement: string,
): Promise<Refusal | undefined> {
  try {
    await run(`begin; ${setting}; ${statement}`)
    return undefined
  } catch (error) {
    const { code, message } = error as Refusal
    return { code, message }
  } finally {
    await run('rollback')
  }
}

type Refusal = { code: string; message: string }

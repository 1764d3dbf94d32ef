import { controlCall } from '../../../gateway/cli/calls/control-call.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { sql } from '../../harness/database.ts'
import { filled } from '../support/evidence.ts'
import { compared, type Paired } from '../support/load.ts'
import type { Stand } from '../support/stand.ts'

const EVENTS = 100_000
const ROUNDS = 5

/**
 * Measures the seconds of a full verification, with the state, of a log with 100,000 agent events ÷ those of `COPY … TO PROGRAM
 * 'sha256sum'` of all rows that the organization has in the tables of the services.
 */
export async function auditVerify(stand: Stand): Promise<Paired & { rows: number }> {
  const organization = await filled(stand, EVENTS)
  const call = controlCall(stand.baseUrl, { email: 'bench', token: organization.session })
  let rows = 0
  const ours = async () => {
    const found = await call(LogService.method.verifyLog, {})
    if (!found.ok) throw new Error(found.problems.map(({ message }) => message).join('; '))
    rows = Number(found.rows)
  }
  const tables = await sql<{ name: string }>(stand.databaseUrl, TABLES)
  const bare = async () => {
    for (const { name } of tables) {
      const of = `select * from ${name} where org_id = '${organization.id}'`
      await sql(stand.databaseUrl, `copy (${of}) to program 'sha256sum > /dev/null'`)
    }
  }
  const pairs: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) pairs.push([await seconds(ours), await seconds(bare)])
  return { ...compared(pairs), rows }
}

/** Selects the tables with rows of organizations. */
const TABLES = `
  select format('%I.%I', c.table_schema, c.table_name) as name
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.column_name = 'org_id' and t.table_type = 'BASE TABLE'
    and c.table_schema in ('ledger', 'ingestion', 'gate', 'evidence')
  order by name`

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

import { controlCall } from '../../../gateway/cli/calls/control-call.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { sql } from '../../harness/database.ts'
import { median } from '../support/load.ts'
import { rest } from '../support/rest.ts'
import type { Stand } from '../support/stand.ts'

const MANY = 100_000
const FEW = 1000
const PAGE = 50

/** p50 of the first page of the due list with 100,000 open obligations ÷ with 1,000, one connection, in turn. */
export async function obligationsDue(
  stand: Stand,
): Promise<{ ratio: number; many_ms: number; few_ms: number }> {
  const [many, few] = [await fill(stand, MANY), await fill(stand, FEW)]
  const times = { many: [] as number[], few: [] as number[] }
  for (let i = 0; i < 210; i++) {
    for (const [which, list] of [
      ['many', many],
      ['few', few],
    ] as const) {
      const started = performance.now()
      const count = await list()
      if (i >= 10) times[which].push(performance.now() - started)
      if (count !== PAGE) throw new Error(`a page of ${which} has ${count} obligations`)
    }
  }
  const [manyMs, fewMs] = [median(times.many), median(times.few)]
  return { ratio: manyMs / fewMs, many_ms: manyMs, few_ms: fewMs }
}

/**
 * Makes an organization with this number of open obligations. One incident is created by the API, and its obligations follow. The
 * others are copies of it, written directly to the database. Returns a function that reads the due list of the organization.
 */
async function fill(stand: Stand, obligations: number): Promise<() => Promise<number>> {
  const { id, key, admin } = await stand.another()
  await rest({ ...stand, key }, 'POST', '/incidents', {
    title: 'Unusual outbound traffic from the billing cluster',
    severity: 'critical',
    regulation: 'nis2',
    detected_at: new Date().toISOString(),
  })
  const call = controlCall(stand.baseUrl, { email: 'bench', token: admin.session })
  const list = async () => {
    const page = await call(ObligationService.method.listObligations, { limit: PAGE })
    return page.obligations.length
  }
  const each = await list()
  if (each === 0) throw new Error('the incident has no obligations')
  await sql(stand.databaseUrl, COPIES, [id, Math.ceil(obligations / each) - 1])
  await sql(stand.databaseUrl, 'vacuum (analyze) ledger.obligations')
  await sql(stand.databaseUrl, 'vacuum (analyze) ledger.incidents')
  return list
}

/** Copies the incident. Each copy is detected a second after the one before. */
const COPIES = `
  with copy as materialized (select n, gen_random_uuid() as id from generate_series(1, $2::int) as n),
  incidents as (
    insert into ledger.incidents (org_id, id, version, entry_id, position, record)
    select i.org_id, copy.id, 1, copy.id, 0, replace(i.record, i.id::text, copy.id::text)
    from ledger.incidents i cross join copy where i.org_id = $1)
  insert into ledger.obligations (org_id, incident_id, place, phase, sort_at, settings_version, obligation)
  select o.org_id, copy.id, o.place, o.phase, o.sort_at + make_interval(secs => n), o.settings_version, o.obligation
  from ledger.obligations o cross join copy where o.org_id = $1`

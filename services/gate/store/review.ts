import type { RecentMaker, RoleGrant } from '../domain/approvals/makers.ts'
import type { CertifiedSuite, OpenChange, ResultFacts, ReviewFacts } from '../domain/approvals/review.ts'
import type { Snapshot } from '../domain/decision/snapshot.ts'
import { GRANTS_SQL, MAKERS_SQL } from './makers-sql.ts'
import type { Run } from './snapshot.ts'

/** Reads what a reviewer needs beyond a snapshot, in one row, by the ids that the snapshot shows. */
export async function readReviewFacts(run: Run, snapshot: Snapshot): Promise<ReviewFacts> {
  const { organization_id, ai_system, suite, certifications } = snapshot
  const results = (suite?.thresholds ?? []).flatMap(({ result }) => (result === null ? [] : [result.id]))
  const [row] = (await run(FACTS_SQL, [
    organization_id,
    ai_system.id,
    results,
    suite?.id ?? null,
    [certifications.of_suite, certifications.of_system].flatMap((one) => one?.suite_id ?? []),
  ])) as Row[]
  const { agents, measured, author, certified, changes, makers, grants } = row!
  return {
    agents: new Map((agents ?? []).map(({ id, ...agent }) => [id, agent])),
    results: new Map(
      (measured ?? []).map(({ id, ...result }) => [id, { ...result, measured: agentsOf(result.measured) }]),
    ),
    author,
    certified: certified ?? [],
    changes: changes ?? [],
    makers: makers ?? [],
    grants: grants ?? [],
  }
}

/** Reads the agents that a payload names. The caller chooses the payload: anything but a list of objects counts as no agents. */
function agentsOf(measured: unknown): ResultFacts['measured'] {
  if (!Array.isArray(measured)) return null
  return measured.filter((agent) => typeof agent === 'object' && agent !== null)
}

/** $1 organization, $2 system, $3 newest results, $4 current suite version, $5 certified suite versions. */
const FACTS_SQL = `
  select
    (select json_agg(json_build_object('id', p.id, 'tools', p.tools, 'mark', p.versions_mark))
      from gate.profiles p where p.org_id = $1 and p.system_id = $2) as agents,
    (select json_agg(json_build_object('id', r.evaluation_id, 'mark', r.mark, 'measured', r.measured_agents,
        'person', case when a.actor_kind = 'user' then a.actor_id else k.made_by end))
      from ingestion.results_v1 r
      left join ledger.entry_actors_v1 a on a.org_id = r.org_id and a.entry_id = r.entry_id
      left join ledger.key_makers_v1 k on k.org_id = r.org_id and k.key_id = a.actor_id
      where r.org_id = $1 and r.evaluation_id = any ($3::uuid[])) as measured,
    (select a.actor_id from gate.suites s
      join ledger.entry_actors_v1 a on a.org_id = s.org_id and a.entry_id = s.entry_id and a.actor_kind = 'user'
      where s.org_id = $1 and s.id = $4::uuid) as author,
    (select json_agg(json_build_object('id', s.id, 'name', s.name, 'version', s.version, 'thresholds', s.thresholds)
      order by s.name, s.version)
      from gate.suites s where s.org_id = $1 and s.id = any ($5::uuid[])) as certified,
    (select json_agg(c) from (
      select t.id, t.reason, t.opened_by from gate.triggers t
      where t.org_id = $1 and t.system_id = $2 and t.changed is not null and not exists (
        select from gate.resolutions r where r.org_id = t.org_id and r.subject_id = t.id)
      order by t.id limit 100) c) as changes,
    (${MAKERS_SQL}) as makers,
    (${GRANTS_SQL}) as grants`

type Row = {
  agents: { id: string; tools: string[]; mark: number }[] | null
  measured: { id: string; mark: number; measured: unknown; person: string | null }[] | null
  author: string | null
  certified: CertifiedSuite[] | null
  changes: OpenChange[] | null
  makers: RecentMaker[] | null
  grants: RoleGrant[] | null
}

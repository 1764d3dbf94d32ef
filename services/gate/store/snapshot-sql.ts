import { SHOWN } from '../domain/decision/snapshot.ts'

/** The inputs of the newest rules about a certification's agents and people. */
const PEOPLE =
  ", 'agents', c.agents, 'certified_by', c.certified_by, 'involved', c.involved, 'waited_hours', c.waited_hours"

/**
 * Reads everything that a decision needs, for each (organization, system) of two parallel arrays: the gate's tables, the views
 * that ingestion publishes (docs/gate-rules.md, "The snapshot"), and the size of the log. One statement reads everything, so that
 * all values are of the same time. Every part seeks in an index and stops after the rows that a snapshot has, so the cost does not
 * grow with history. The arrays are in subselects so that PostgreSQL does not plan for their length: it keeps one plan instead of
 * making one for each call.
 */
export const SNAPSHOT_SQL = `
  select s.id, s.name, s.version, s.attestation_roles, s.suite, duties.separation, measured.results, agents.profiles,
    of_system.certification as of_system, of_suite.certification as of_suite, of_version.certification as of_version,
    attested.attestations, triggers.open_triggers, logged.size as log_size
  from unnest((select $1::uuid[]), (select $2::uuid[])) with ordinality as wanted (org_id, system_id, n)
  left join lateral (
    select s.*, suite.id as suite_id, suite.thresholds,
      case when suite.id is null then null else json_build_object(
        'id', suite.id, 'name', suite.name, 'version', suite.version, 'thresholds', suite.thresholds) end as suite
    from gate.systems s
    left join lateral (
      select c.id, c.name, c.version, c.thresholds from gate.suites c
      where c.org_id = s.org_id and c.system_id = s.id and c.name = s.gate_suite
      order by c.version desc limit 1) suite on true
    where s.org_id = wanted.org_id and s.id = wanted.system_id) s on true
  left join lateral (
    select d.separation from ledger.separation_v1 d where d.org_id = wanted.org_id) duties on true
  left join lateral (
    select json_agg(json_build_object(
      'metric_name', r.metric_name, 'eval_type', r.eval_type, 'id', r.evaluation_id,
      'metric_value', r.metric_value, 'record_hash', encode(r.record_hash, 'hex'))) as results
    from jsonb_array_elements(s.thresholds) as wanted_measure (threshold)
    cross join lateral (
      select * from ingestion.newest_results_v1 r
      where r.org_id = s.org_id and r.suite_id = s.suite_id
        and r.metric_name = wanted_measure.threshold ->> 'metric_name'
        and r.eval_type = wanted_measure.threshold ->> 'eval_type'
      limit 1) r) measured on true
  left join lateral (
    select
      json_agg(json_build_object(
        'id', p.id, 'version', p.version, 'agent_identity', p.agent_identity, 'model_name', p.model_name,
        'model_version', p.model_version, 'prompt_version', p.prompt_version)) as profiles,
      md5(jsonb_agg(jsonb_build_object(
        'profile_id', p.id, 'model_name', p.model_name, 'model_version', p.model_version,
        'prompt_version', p.prompt_version) order by p.id)::text) as key
    from gate.profiles p where p.org_id = s.org_id and p.system_id = s.id) agents on true
  left join lateral (${certification('c.system_id = s.id', ", 'agents', c.agents")}) of_system on true
  left join lateral (${certification('c.system_id = s.id and c.suite_name = s.gate_suite')}) of_suite on true
  left join lateral (${certification('c.suite_id = s.suite_id', PEOPLE)}) of_version on true
  left join lateral (
    select json_agg(a.attestation) as attestations
    from unnest(s.attestation_roles) as required (role)
    cross join lateral (
      select json_build_object('id', a.id, 'role', a.role, 'suite_id', a.suite_id, 'agents', a.agents,
        'attested_by', a.attested_by, 'waited_hours', a.waited_hours) as attestation
      from gate.attestations a
      where a.org_id = s.org_id and a.suite_id = s.suite_id and a.role = required.role and a.agents_key = agents.key
      order by a.seq desc limit 1) a) attested on true
  left join lateral (
    select json_agg(t) as open_triggers from (
      (select f.finding_id as id, f.kind, f.agent_identity, f.tool_name, f.model_name, f.model_version, f.metric_name,
        null as reason
      from ingestion.findings_v1 f
      where f.org_id = s.org_id and f.ai_system_id = s.id and f.kind <> 'gap'
        and f.occurrences > coalesce((
          select max(r.occurrences) from gate.resolutions r
          where r.org_id = f.org_id and r.subject_id = f.finding_id), 0)
      order by f.finding_id limit ${SHOWN + 1})
      union all
      (select m.id, 'manual', null, null, null, null, null, m.reason
      from gate.triggers m
      where m.org_id = s.org_id and m.system_id = s.id and not exists (
        select from gate.resolutions r where r.org_id = m.org_id and r.subject_id = m.id)
      order by m.id limit ${SHOWN + 1})) t) triggers on true
  left join ledger.log_sizes_v1 logged on logged.org_id = wanted.org_id
  order by wanted.n`

/** The newest certification of an organization that meets a condition. */
function certification(condition: string, more = ''): string {
  return `
    select json_build_object(
      'id', c.id, 'suite_id', c.suite_id, 'suite_name', c.suite_name, 'suite_version', c.suite_version${more}) as certification
    from gate.certifications c
    where c.org_id = s.org_id and ${condition} order by c.seq desc limit 1`
}

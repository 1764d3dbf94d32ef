import {
  bound,
  type Check,
  field,
  migrationsOf,
  newestVersions,
  records,
  type TableRule,
} from '../../kernel/state/rules.ts'
import { VERSION_FIELDS } from '../domain/decision/agents.ts'

const system = field('ai_system_id')

/** How every column of the gate's tables follows from the log. */
export const gateState: readonly TableRule[] = [
  records('gate.system_records', 'ai-systems'),
  records('gate.profile_records', 'agent-profiles'),
  records('gate.suites', 'suites', {
    system_id: system,
    name: field('name'),
    thresholds: field('thresholds'),
  }),
  records(
    'gate.certifications',
    'certifications',
    {
      system_id: system,
      suite_id: field('suite_id'),
      suite_name: field('suite_name'),
      suite_version: field('suite_version'),
      agents: field('agents'),
      certified_by: field('certified_by.id'),
      involved: field('involved'),
      waited_hours: field('waited_hours'),
      seq: bound('the order of the log'),
    },
    { checks: inOrderOfLog('gate.certifications') },
  ),
  records(
    'gate.attestations',
    'attestations',
    {
      system_id: system,
      suite_id: field('suite_id'),
      role: field('role'),
      agents: field('agents'),
      agents_key: bound('the agents of the record'),
      attested_by: field('attested_by.id'),
      waited_hours: field('waited_hours'),
      seq: bound('the order of the log'),
    },
    {
      checks: [
        ...inOrderOfLog('gate.attestations'),
        {
          field: 'agents_key',
          problem: 'is not what the record says',
          sql: `select 'id=' || id as row from gate.attestations
            where org_id = $1 and agents_key is distinct from md5((record::jsonb -> 'agents')::text)`,
        },
      ],
    },
  ),
  records('gate.triggers', 'triggers', {
    system_id: system,
    reason: field('reason'),
    changed: field('changed'),
    opened_by: field('opened_by.id'),
  }),
  records('gate.resolutions', 'resolutions', {
    subject_id: field('subject_id'),
    occurrences: field('occurrences'),
  }),
  records('gate.decisions', 'gate-decisions', { system_id: system }),

  newestVersions('gate.systems', 'gate.system_records', {
    name: field('name'),
    attestation_roles: field('attestation_roles'),
    gate_suite: field('gate_suite'),
    created_at: field('created_at'),
  }),
  newestVersions(
    'gate.profiles',
    'gate.profile_records',
    {
      system_id: system,
      agent_identity: field('agent_identity'),
      tools: field('tools'),
      model_name: field('model_name'),
      model_version: field('model_version'),
      prompt_version: field('prompt_version'),
      versions_mark: bound('results of before and after the change of versions'),
      created_at: field('created_at'),
    },
    { checks: [versionsMark()] },
  ),
  migrationsOf('gate'),
]

/**
 * Checks that numbers from a sequence, drawn while the row of the system was locked, rise in the order of the log, and that
 * none is beyond the sequence.
 */
function inOrderOfLog(table: string): Check[] {
  return [
    {
      field: 'seq',
      problem: 'is not in the order of the log',
      sql: `select 'id=' || id as row from (
          select c.id, c.seq, max(c.seq) over (
            partition by c.record::jsonb ->> 'ai_system_id' order by l.index, c.position
            rows between unbounded preceding and 1 preceding) as before
          from ${table} c join ledger.leaves l on l.org_id = c.org_id and l.entry_id = c.entry_id
          where c.org_id = $1 and l.org_id = $1) c
        where seq is null or seq < 1 or seq <= before or seq > coalesce(pg_sequence_last_value('${table}_seq_seq'::regclass), 0)`,
    },
  ]
}

/**
 * Checks that the mark of a profile lies between those of the results before and after the change of its versions. Results
 * within half a minute of the change are not compared: only the database knows whether they were written before it.
 *
 * Results and changes are merged in the order of their times, so that no change reads all results.
 */
function versionsMark(): Check {
  const versions = VERSION_FIELDS.map((name) => `r.record::jsonb ->> '${name}'`).join(', ')
  const marked = `(id::text || coalesce(' ' || mark, '')) collate "C"`
  const markOf = (newest: string): string => `nullif(split_part(${newest}, ' ', 2), '')::bigint`
  return {
    field: 'versions_mark',
    problem: 'contradicts the marks of results before or after the change of versions',
    sql: `select 'id=' || id as row from (
        select id, mark, is_result, ${markOf('newest')} as before, ${markOf('oldest')} as after from (
          select id, mark, is_result,
            max(${marked}) filter (where is_result) over (
              order by at range between unbounded preceding and interval '30 seconds' preceding) as newest,
            min(${marked}) filter (where is_result) over (
              order by at desc range between unbounded preceding and interval '30 seconds' preceding) as oldest
          from (
            select v.id, l.at, v.mark, true as is_result from ingestion.evaluations v
              join ledger.leaves l on l.org_id = v.org_id and l.entry_id = v.entry_id
            where v.org_id = $1 and l.org_id = $1
            union all
            select p.id, c.at, p.versions_mark, false from (
              select distinct on (id) id, at from (
                select r.id, r.version, l.at, (${versions}) as versions,
                  lag((${versions})) over (partition by r.id order by r.version) as earlier
                from gate.profile_records r join ledger.leaves l on l.org_id = r.org_id and l.entry_id = r.entry_id
                where r.org_id = $1 and l.org_id = $1) r
              where earlier is null or versions is distinct from earlier
              order by id, version desc) c
            join gate.profiles p on p.id = c.id where p.org_id = $1) a) b) m
      where not is_result and (mark <= before or mark > after or mark < 0
        or mark > coalesce(pg_sequence_last_value('ingestion.result_marks'::regclass), 0))`,
  }
}

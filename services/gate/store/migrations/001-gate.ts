import { recordTable } from '../../../kernel/database/record-table.ts'

/** A column that is generated from the record, so that the two can never differ. */
function fromRecord(column: string, type: string, path: string): string {
  return `${column} ${type} not null generated always as ((record::jsonb ->> '${path}')::${type}) stored`
}

function jsonFromRecord(column: string): string {
  return `${column} jsonb not null generated always as (record::jsonb -> '${column}') stored`
}

const system = fromRecord('system_id', 'uuid', 'ai_system_id')
/** The order in which the database inserted the rows, which defines "newest". Writers lock the system's row. */
const seq = 'seq bigint generated always as identity'

/** The record tables of the gate and the type that each holds. */
const RECORDS = {
  system_records: 'ai-systems',
  profile_records: 'agent-profiles',
  suites: 'suites',
  certifications: 'certifications',
  attestations: 'attestations',
  triggers: 'triggers',
  resolutions: 'resolutions',
  decisions: 'gate-decisions',
}

/** The gate's schema: systems, suites, profiles, approvals, triggers and resolutions, decisions, published views. */
export const gate001 = {
  name: '001-gate',
  statements: [
    // Current state. Every change also appends a record below.
    `create table gate.systems (
      org_id uuid not null, id uuid not null, name text not null, attestation_roles text[] not null,
      gate_suite text, version integer not null, created_at timestamptz not null,
      primary key (org_id, id), constraint systems_name unique (org_id, name))`,
    `create table gate.profiles (
      org_id uuid not null, id uuid not null, system_id uuid not null, agent_identity text not null,
      tools text[] not null, model_name text not null, model_version text not null, prompt_version text not null,
      version integer not null, created_at timestamptz not null,
      primary key (org_id, id), constraint profiles_identity unique (org_id, agent_identity))`,
    'create index on gate.profiles (org_id, system_id, id)',
    ...['systems', 'profiles'].map(
      (table) => `grant select, insert, update on gate.${table} to attestry_gate`,
    ),
    ...recordTable('gate.system_records'),
    ...recordTable('gate.profile_records'),

    // Append-only, each row with its record.
    ...recordTable('gate.suites', {
      columns: [system, fromRecord('name', 'text', 'name'), jsonFromRecord('thresholds')],
      constraints: ['constraint suites_version unique (org_id, system_id, name, version)'],
    }),
    'create index on gate.suites (org_id, system_id, id)',
    ...recordTable('gate.certifications', {
      columns: [
        system,
        fromRecord('suite_id', 'uuid', 'suite_id'),
        fromRecord('suite_name', 'text', 'suite_name'),
        fromRecord('suite_version', 'integer', 'suite_version'),
        jsonFromRecord('agents'),
        seq,
      ],
    }),
    'create index on gate.certifications (org_id, system_id, seq)',
    'create index on gate.certifications (org_id, system_id, suite_name, seq)',
    'create index on gate.certifications (org_id, suite_id, seq)',
    'create index on gate.certifications (org_id, system_id, id)',
    ...recordTable('gate.attestations', {
      columns: [
        system,
        fromRecord('suite_id', 'uuid', 'suite_id'),
        fromRecord('role', 'text', 'role'),
        jsonFromRecord('agents'),
        "agents_key text not null generated always as (md5((record::jsonb -> 'agents')::text)) stored",
        seq,
      ],
    }),
    'create index on gate.attestations (org_id, suite_id, role, agents_key, seq)',
    'create index on gate.attestations (org_id, system_id, id)',
    ...recordTable('gate.triggers', { columns: [system, fromRecord('reason', 'text', 'reason')] }),
    'create index on gate.triggers (org_id, system_id, id)',
    ...recordTable('gate.resolutions', {
      columns: [
        fromRecord('subject_id', 'uuid', 'subject_id'),
        fromRecord('occurrences', 'bigint', 'occurrences'),
      ],
      constraints: ['constraint resolutions_once unique (org_id, subject_id, occurrences)'],
    }),
    // `ai_system_id` is the record's first key in RFC 8785 order. Reading it by its place is cheaper than parsing the record.
    ...recordTable('gate.decisions', {
      columns: [
        'system_id uuid not null generated always as (substring(record from 18 for 36)::uuid) stored',
      ],
      constraints: [`check (record like '{"ai_system_id":"%')`],
    }),
    'create index on gate.decisions (org_id, system_id, id)',

    // Published (docs/published-views.md).
    `create view gate.systems_v1 as select org_id, id as ai_system_id, name from gate.systems`,
    `create view gate.suites_v1 as
      select org_id, id as suite_id, system_id as ai_system_id, name, version,
        not exists (
          select from gate.suites n where n.org_id = s.org_id and n.system_id = s.system_id
            and n.name = s.name and n.version = s.version + 1) as is_current,
        thresholds
      from gate.suites s`,
    `create view gate.profiles_v1 as
      select org_id, id as profile_id, version, system_id as ai_system_id, agent_identity, tools,
        model_name, model_version, prompt_version
      from gate.profiles`,
    `create view gate.records_v1 as ${Object.entries(RECORDS)
      .map(
        ([table, type]) =>
          `select org_id, entry_id, '${type}'::text as type, position, id, record from gate.${table}`,
      )
      .join(' union all ')}`,
    'grant select on gate.systems_v1, gate.suites_v1, gate.profiles_v1 to attestry_ingestion',
    'grant select on gate.records_v1 to attestry_evidence, attestry_ledger',
  ],
}

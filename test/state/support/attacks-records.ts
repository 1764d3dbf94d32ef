import { type Change, EARLIER, ID, is, O, one, recordText, set } from './change.ts'

/** Changes of records, their columns and their places. */
export const RECORDS: Change[] = [
  ...[
    'ledger.incidents',
    'ledger.assets',
    'ledger.suppliers',
    'ledger.user_records',
    'ledger.api_key_records',
    'ledger.organization_records',
  ].map(recordText),
  ...[
    'ingestion.evaluations',
    'ingestion.agent_runs',
    'ingestion.findings',
    'gate.certifications',
    'gate.attestations',
    'gate.suites',
  ].map(recordText),
  ...[
    'gate.system_records',
    'gate.profile_records',
    'evidence.exports',
    'ingestion.webhook_endpoint_records',
  ].map(recordText),
  is(
    'a decision from block to pass',
    'gate.decisions',
    set(
      'gate.decisions',
      `record = replace(record, '"decision":"block"', '"decision":"pass"')`,
      `${O} and record like '%"decision":"block"%'`,
    ),
    'receipt_differs',
  ),
  is(
    'a decision deleted',
    'gate.decisions',
    `delete from gate.decisions where ${one('gate.decisions')}`,
    'receipt_differs',
  ),
  is('the id of a decision', 'gate.decisions', set('gate.decisions', `id = '${ID}'`), 'record_misfiled'),
  is(
    'an incident deleted',
    'ledger.incidents',
    `delete from ledger.incidents where ${one('ledger.incidents')}`,
    'receipt_differs',
  ),
  is(
    'the id of an incident, which hides it',
    'ledger.incidents',
    set('ledger.incidents', `id = '${ID}'`),
    'record_misfiled',
  ),
  is(
    'the version of an incident',
    'ledger.incidents',
    set('ledger.incidents', 'version = 9'),
    'record_misfiled',
  ),
  is(
    'an incident moved to another organization',
    'ledger.incidents',
    set('ledger.incidents', "org_id = 'OTHER'"),
    'receipt_differs',
  ),
  is(
    'an incident inserted under an entry that is there',
    'ledger.incidents',
    `insert into ledger.incidents (org_id, id, version, entry_id, position, record) select org_id, '${ID}', 1, entry_id, 7, record from ledger.incidents where ${one('ledger.incidents')}`,
    'receipt_differs',
  ),
  is(
    'an incident inserted under an entry that is not',
    'ledger.incidents',
    `insert into ledger.incidents (org_id, id, version, entry_id, position, record) select org_id, '${ID}', 1, '${ID}', 0, record from ledger.incidents where ${one('ledger.incidents')}`,
    'record_unbound',
  ),
  is(
    'the newest version of an incident hidden by its id',
    'ledger.incidents',
    set('ledger.incidents', `id = '${ID}'`, `${O} and version = 2`),
    'record_misfiled',
  ),
  is('the record of a delivery', 'ledger.deliveries', set('ledger.deliveries', EARLIER), 'receipt_differs'),
  is(
    'the bytes of a delivery',
    'ledger.deliveries',
    set('ledger.deliveries', "body = 'forged'", `${O} and body is not null`),
    'record_misfiled',
  ),
  is(
    'the incident of a delivery',
    'ledger.deliveries',
    set('ledger.deliveries', `incident_id = '${ID}'`),
    'record_misfiled',
  ),
  is(
    'a delivery deleted',
    'ledger.deliveries',
    `delete from ledger.deliveries where ${one('ledger.deliveries')}`,
    'receipt_differs',
  ),
  is(
    'the record of an event',
    'ingestion.agent_events',
    set('ingestion.agent_events', "record = replace(record, 'tool', 'toil')"),
    'receipt_differs',
  ),
  is(
    'the run of an event',
    'ingestion.agent_events',
    set('ingestion.agent_events', `run_id = '${ID}'`),
    'record_misfiled',
  ),
  is(
    'the AI system of a result',
    'ingestion.evaluations',
    set('ingestion.evaluations', `system_id = '${ID}'`),
    'record_misfiled',
  ),
  is(
    'the agent of a run',
    'ingestion.agent_runs',
    set('ingestion.agent_runs', "agent_identity = 'nobody'"),
    'record_misfiled',
  ),
]

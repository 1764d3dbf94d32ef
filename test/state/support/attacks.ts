import { LOG } from './attacks-log.ts'
import { RECORDS } from './attacks-records.ts'
import { type Change, DECISION_PASSES, EARLIER, ID, is, O, set } from './change.ts'

const STATE: Change[] = [
  is(
    'a permission added to a key',
    'ledger.api_keys',
    set('ledger.api_keys', "permissions = permissions || array['incidents:write', 'x']"),
    'state_differs',
  ),
  is(
    'the hash of a key replaced by that of another',
    'ledger.api_keys',
    set('ledger.api_keys', "hash = sha256('mine')"),
    'state_differs',
  ),
  is(
    'a key inserted',
    'ledger.api_keys',
    `insert into ledger.api_keys (org_id, id, hash, name, prefix, permissions, rate_limit, version, created_at) values ('ORG', '${ID}', sha256('mine'), 'ci', 'atk_xxxx', array['gate:query'], 600, 1, now())`,
    'state_surplus',
  ),
  is(
    'a revoked key brought back',
    'ledger.api_keys',
    `update ledger.api_keys set revoked_at = null where ${O} and revoked_at is not null`,
    'state_differs',
  ),
  is(
    'role, attestation roles and address of a user',
    'ledger.users',
    set('ledger.users', "attestation_roles = array['ceo'], email = 'ceo@bank.example', role = 'auditor'"),
    'state_differs',
  ),
  is('the password of a user', 'ledger.users', set('ledger.users', "password = 'x'"), 'state_differs'),
  is(
    'name and add-ons of an organization',
    'ledger.organizations',
    "update ledger.organizations set name = 'Other', addons = array['x'] where id = 'ORG'",
    'state_differs',
  ),
  is(
    'a service client trusted for all',
    'ledger.service_clients',
    "update ledger.service_clients set trusted = true, organization_ids = array['OTHER']::uuid[]",
    'state_differs',
  ),
  is(
    'a revocation of a signing key taken back',
    'ledger.signing_keys',
    "update ledger.signing_keys set status = 'active', valid_until = null where number = 0",
    'state_differs',
  ),
  is(
    'a signing key revoked',
    'ledger.signing_keys',
    "update ledger.signing_keys set status = 'revoked', revocation_reason = 'x' where number = 1",
    'state_differs',
  ),
  is(
    'a signing key dated back',
    'ledger.signing_keys',
    "update ledger.signing_keys set valid_from = '2001-01-01' where number = 0",
    'state_differs',
  ),
  is(
    'open findings deleted',
    'ingestion.finding_subjects',
    `delete from ingestion.finding_subjects where ${O}`,
    'state_missing',
  ),
  is(
    'occurrences of a finding set to 0',
    'ingestion.finding_subjects',
    `update ingestion.finding_subjects set occurrences = 0 where ${O}`,
    'state_differs',
  ),
  is(
    'the newest result',
    'ingestion.newest_results',
    `update ingestion.newest_results set metric_value = 0.9 where ${O}`,
    'state_differs',
  ),
  is(
    'attestation roles of an AI system',
    'gate.systems',
    `update gate.systems set attestation_roles = '{}' where ${O}`,
    'state_differs',
  ),
  is(
    'the suite of an AI system',
    'gate.systems',
    `update gate.systems set gate_suite = coalesce(gate_suite, '') || 'x' where ${O}`,
    'state_differs',
  ),
  is(
    'documented tools of an agent',
    'gate.profiles',
    `update gate.profiles set tools = array['send_email'], model_version = '9' where ${O}`,
    'state_differs',
  ),
  is(
    'name, window and limit of an endpoint',
    'ingestion.webhook_endpoints',
    `update ingestion.webhook_endpoints set name = 'x', window_seconds = 901, rate_limit = 1 where ${O}`,
    'state_differs',
  ),
  is(
    'the secret of an endpoint',
    'ingestion.webhook_endpoints',
    `update ingestion.webhook_endpoints set sealed_secret = 'x' where ${O}`,
    'state_differs',
  ),
  is(
    'events seen emptied',
    'ledger.events_seen',
    `delete from ledger.events_seen where ${O}`,
    'state_missing',
  ),
  is(
    'rejected deliveries emptied',
    'ingestion.rejected_deliveries',
    `delete from ingestion.rejected_deliveries where ${O}`,
    'state_missing',
  ),
  is('answers of retries emptied', 'ledger.answers', 'delete from ledger.answers', 'state_missing'),
]

const BEHIND_VIEWS: Change[] = [
  is(
    'a decision, where the ledger may not read the view of records',
    'gate.decisions',
    ['revoke select on gate.records_v1 from attestry_ledger', DECISION_PASSES],
    'receipt_differs',
  ),
  is(
    'the record of a signing key',
    'ledger.signing_key_records',
    `update ledger.signing_key_records set ${EARLIER}`,
    'receipt_differs',
  ),
  is(
    'the record of a service client',
    'ledger.service_client_records',
    `update ledger.service_client_records set ${EARLIER}`,
    'receipt_differs',
  ),
  is(
    'a decision, where a view shows the earlier text',
    'gate.decisions',
    [
      'create table public.kept_records as select * from gate.records_v1',
      'create or replace view gate.records_v1 as select * from public.kept_records',
      DECISION_PASSES,
    ],
    'receipt_differs',
  ),
]

/** The 79 changes that were tried against an early version, which found 42 of them. */
export const CHANGES: readonly Change[] = [...LOG, ...RECORDS, ...STATE, ...BEHIND_VIEWS]

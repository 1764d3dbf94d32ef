/** An example that every reader recognises as one. */
export const UUID = '019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f'
export const TIME = '2026-03-02T09:30:00.000Z'
export const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/**
 * Values that say more than a type does, by the name of the field, or of schema and field where a name means several
 * things; undefined leaves an optional field out. One story: what a firewall rule of 2 March did, and what an assistant
 * that is to be released was measured at.
 */
export const SAMPLES: { [field: string]: unknown } = {
  '.warnings': undefined,
  'AuditEntry.operation': 'createIncident',
  'AuditEntry.code': null,
  'AuditEntry.outcome': 'ok',
  'AuditEntry.details': {},
  leaf_index: 4711,
  last_leaf: null,
  id: UUID,
  title: 'Customer database reachable from the internet',
  description: 'A firewall rule was opened during maintenance and not closed again.',
  severity: 'high',
  is_significant: true,
  affected_systems: ['crm-db-1'],
  affected_persons_count: 1200,
  detected_at: '2026-03-02T09:00:00.000Z',
  early_warning_deadline: '2026-03-03T09:00:00.000Z',
  notification_deadline: '2026-03-05T09:00:00.000Z',
  final_report_deadline: '2026-04-05T09:00:00.000Z',
  kind: 'webhook',
  format: 'service',
  external_id: 'alert-4711',
  source_system: 'siem.example.org',
  name: 'Customer database',
  'SupplierRequest.name': 'Nordic Hosting',
  'Supplier.name': 'Nordic Hosting',
  'EvalSuite.name': 'release',
  asset_type: 'database',
  classification: 'confidential',
  business_criticality: 'high',
  hosted_in_eu: true,
  contains_personal_data: true,
  org_number: '556677-8899',
  service_description: 'Managed hosting of the customer database.',
  contact_email: 'security@example.org',
  assessment_status: 'pending',
  created: 1,
  'EvaluationRequest.ai_system_id': undefined,
  ai_system_name: 'claims-assistant',
  source: 'nightly pipeline',
  source_kind: 'promptfoo',
  eval_type: 'prompt_injection',
  metric_name: 'attack_success_rate',
  metric_value: 0.02,
  threshold: 0.05,
  passed: true,
  eval_suite: 'release',
  eval_suite_version: 3,
  version: 3,
  superseded_by: null,
  operator: 'lte',
  value: 0.05,
  'GateDecision.decision': 'block',
  certification_id: null,
  reasons: ['attestation_missing'],
  code: 'attestation_missing',
  message:
    'Suite "release" version 3 and the current agent versions are not attested by: "dpo". A user holding the role has to attest.',
  missing_attestation_roles: ['dpo'],
  agent_identity: 'claims-agent',
  run_ref: 'ci-2026-03-02-17',
  model_name: 'example-model',
  model_version: '2026-02-01',
  'AgentRun.status': 'completed',
  'IncidentStatusRequest.status': 'contained',
  'IncidentStatusRequest.expected_status': 'open',
  note: 'The firewall rule is closed.',
  seq: 0,
  tool_name: 'search_claims',
  payload: { case: 'A-17' },
  next_cursor: UUID,
}

/** What the second item of an example of a batch has other than the first, by the schema of the items. */
export const SECOND_ITEMS: { [schema: string]: { [field: string]: unknown } } = {
  EvaluationRequest: {
    ...{ eval_type: 'accuracy', metric_name: 'exact_match', metric_value: 0.93, threshold: 0.9 },
    payload: { case: 'A-18' },
  },
  AgentRunRequest: { run_ref: 'ci-2026-03-02-18' },
  AgentEventRequest: { seq: 1, tool_name: 'send_reply', payload: { case: 'A-18' } },
}

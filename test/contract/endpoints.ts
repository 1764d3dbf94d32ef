/**
 * Lists every endpoint of docs/api.md 4 and every addition. The list is written by hand, so that no test compares the running
 * table with itself. `landed` marks those whose operation exists; the table test compares both.
 */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** Below /api/v1. */
  path: string
  auth: 'key' | 'signature'
  /** null: any valid key. */
  permission: string | null
  addon: string | null
  success: 200 | 201
  /** Every other status that the endpoint can answer with (docs/api.md 7, docs/decisions). */
  refusals: number[]
  /** The key of the wrapped batch form and its maximum number of items; a bare array is counted the same way. */
  bodyLimit: number | null
  /** The key of the wrapped batch form and the most items it takes; a bare array is counted the same way. */
  batch: { key: string; max: number } | null
  /** The query parameters that the endpoint knows. */
  query: readonly string[]
  /** The required query parameter: `name=value`, with a value that the scene has. */
  needs: string
  /** The smallest body that a create accepts. Fields that must be unique differ in each call. */
  least: (() => { [field: string]: unknown }) | null
  landed: boolean
}

let count = 0
const next = (): number => count++
const MADE = ['created_since', 'created_until', 'limit', 'cursor']
const MIB = 1024 * 1024
const READ = [400, 401, 403, 429, 500]
const FETCH = [400, 401, 403, 404, 429, 500]
const CREATE = [400, 401, 403, 408, 413, 415, 429, 500]
const SUBMIT = [400, 401, 403, 404, 408, 413, 415, 429, 500]
const none = { addon: null, bodyLimit: null, batch: null, query: [], needs: '', least: null }
const single = { ...none, bodyLimit: MIB, success: 201, refusals: CREATE } as const
const list = { ...none, success: 200, refusals: READ, query: ['limit', 'cursor'] } as const

export const ENDPOINTS: Endpoint[] = [
  {
    ...single,
    method: 'POST',
    path: '/incidents',
    auth: 'key',
    permission: 'incidents:write',
    least: () => ({ title: 'Key leaked', severity: 'high' }),
    landed: true,
  },
  {
    ...list,
    method: 'GET',
    path: '/incidents',
    auth: 'key',
    permission: 'incidents:read',
    query: [
      ...['status', 'severity', 'regulation', 'is_significant', 'owner_id', 'overdue', 'external_id'],
      ...['search', 'created_since', 'created_until', 'detected_since', 'detected_until', 'limit', 'cursor'],
    ],
    landed: true,
  },
  {
    ...none,
    method: 'GET',
    path: '/incidents/{id}',
    auth: 'key',
    permission: 'incidents:read',
    success: 200,
    refusals: FETCH,
    query: ['include'],
    landed: true,
  },
  {
    ...none,
    method: 'POST',
    path: '/incidents/{id}/status',
    auth: 'key',
    permission: 'incidents:status',
    success: 200,
    refusals: SUBMIT,
    bodyLimit: MIB,
    least: () => ({ status: 'investigating' }),
    landed: true,
  },
  {
    ...single,
    method: 'POST',
    path: '/assets',
    auth: 'key',
    permission: 'assets:write',
    least: () => ({
      name: 'Ledger database',
      asset_type: 'database',
      classification: 'restricted',
      business_criticality: 'high',
    }),
    landed: true,
  },
  {
    ...list,
    method: 'GET',
    path: '/assets',
    auth: 'key',
    permission: 'assets:read',
    query: [
      'asset_type',
      'classification',
      'business_criticality',
      'status',
      'hosted_in_eu',
      'contains_personal_data',
      'search',
      'created_since',
      'created_until',
      'limit',
      'cursor',
    ],
    landed: true,
  },
  {
    ...single,
    method: 'POST',
    path: '/suppliers',
    auth: 'key',
    permission: 'suppliers:write',
    least: () => ({ name: 'Hosting Ltd', category: 'critical' }),
    landed: true,
  },
  {
    ...list,
    method: 'GET',
    path: '/suppliers',
    auth: 'key',
    permission: 'suppliers:read',
    query: ['category', 'assessment_status', 'search', 'created_since', 'created_until', 'limit', 'cursor'],
    landed: true,
  },
  {
    ...none,
    method: 'POST',
    path: '/ai-evaluations',
    auth: 'key',
    permission: 'evaluations:write',
    success: 201,
    refusals: SUBMIT,
    bodyLimit: 16 * MIB,
    batch: { key: 'evaluations', max: 100 },
    least: () => ({
      ai_system_name: 'Assistant',
      source: 'nightly',
      eval_type: 'accuracy',
      metric_name: 'f1',
      metric_value: 0.9,
      passed: true,
      evaluated_at: '2026-03-01T10:00:00Z',
    }),
    landed: true,
  },
  {
    ...list,
    method: 'GET',
    path: '/ai-evaluations',
    auth: 'key',
    permission: 'evaluations:read',
    query: ['ai_system_id', 'eval_type', 'passed', 'metric_name', 'search', ...MADE],
    landed: true,
  },
  {
    ...list,
    method: 'GET',
    path: '/eval-suites',
    auth: 'key',
    permission: 'evaluations:read',
    query: ['ai_system_id', 'status', 'limit', 'cursor'],
    landed: true,
  },
  {
    ...none,
    method: 'GET',
    path: '/gate-status/{aiSystemId}',
    auth: 'key',
    permission: 'gate:query',
    addon: 'agent_governance',
    success: 200,
    refusals: FETCH,
    landed: true,
  },
  {
    ...none,
    method: 'GET',
    path: '/gate-status',
    auth: 'key',
    permission: 'gate:query',
    addon: 'agent_governance',
    success: 200,
    refusals: FETCH,
    query: ['ai_system_name'],
    needs: 'ai_system_name=Assistant',
    landed: true,
  },
  {
    ...none,
    method: 'GET',
    path: '/gate-decisions/{decisionId}/attestation',
    auth: 'key',
    permission: 'gate:query',
    addon: 'agent_governance',
    success: 200,
    refusals: FETCH,
    query: ['format', 'predicate', 'subject_sha256', 'subject_name'],
    landed: true,
  },
  {
    ...none,
    method: 'POST',
    path: '/agent-runs',
    auth: 'key',
    permission: 'agent_runs:write',
    success: 201,
    refusals: CREATE,
    bodyLimit: 16 * MIB,
    batch: { key: 'runs', max: 100 },
    least: () => ({
      agent_identity: 'helpdesk',
      run_ref: `run-${next()}`,
      started_at: '2026-03-01T10:00:00Z',
    }),
    landed: true,
  },
  {
    ...none,
    method: 'POST',
    path: '/agent-runs/{runId}/events',
    auth: 'key',
    permission: 'agent_runs:write',
    success: 201,
    refusals: SUBMIT,
    bodyLimit: 16 * MIB,
    batch: { key: 'events', max: 500 },
    least: () => ({ seq: next(), event_type: 'approval', occurred_at: '2026-03-01T10:00:00Z' }),
    landed: true,
  },
  {
    ...list,
    method: 'GET',
    path: '/agent-runs',
    auth: 'key',
    permission: 'agent_runs:read',
    query: ['ai_agent_profile_id', 'status', 'agent_identity', 'search', ...MADE],
    landed: true,
  },
  {
    ...list,
    method: 'GET',
    path: '/audit-entries',
    auth: 'key',
    permission: 'audit:read',
    query: [
      'operation',
      'actor_id',
      'actor_kind',
      'outcome',
      'since',
      'until',
      'after_leaf',
      'search',
      'record_id',
      'limit',
      'cursor',
    ],
    landed: true,
  },
  {
    ...none,
    method: 'GET',
    path: '/openapi.json',
    auth: 'key',
    permission: null,
    success: 200,
    refusals: [400, 401, 429, 500],
    landed: true,
  },
  {
    ...none,
    method: 'POST',
    path: '/webhooks/incidents/{orgKey}',
    auth: 'signature',
    permission: null,
    success: 201,
    refusals: [400, 401, 413, 422, 429, 500],
    bodyLimit: MIB,
    landed: true,
  },
]

/** Endpoints with a key whose operation exists. */
export const LANDED = ENDPOINTS.filter((endpoint) => endpoint.landed && endpoint.auth === 'key')

export const nameOf = ({ method, path }: Endpoint): string => `${method} /api/v1${path}`

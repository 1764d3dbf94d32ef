import type { ServiceName } from '../identity/access.ts'

/**
 * Every record type that can have receipts, with the service that stores its records (docs/published-views.md,
 * `<service>.records_v1`). Evidence packages contain only these types.
 */
export const RECORD_OWNERS = {
  'agent-events': 'ingestion',
  'agent-profiles': 'gate',
  'agent-runs': 'ingestion',
  'ai-systems': 'gate',
  'api-deprecations': 'ledger',
  'api-keys': 'ledger',
  assets: 'ledger',
  'attachment-contents': 'ledger',
  attestations: 'gate',
  certifications: 'gate',
  evaluations: 'ingestion',
  exports: 'evidence',
  findings: 'ingestion',
  'gate-decisions': 'gate',
  'incident-attachments': 'ledger',
  'incident-comments': 'ledger',
  'incident-filings': 'ledger',
  'incident-reports': 'ledger',
  incidents: 'ledger',
  obligations: 'ledger',
  'notification-channels': 'ledger',
  notifications: 'ledger',
  organizations: 'ledger',
  'reporting-settings': 'ledger',
  resolutions: 'gate',
  'service-clients': 'ledger',
  sessions: 'ledger',
  'signing-keys': 'ledger',
  suites: 'gate',
  suppliers: 'ledger',
  triggers: 'gate',
  users: 'ledger',
  'webhook-deliveries': 'ledger',
  'webhook-endpoints': 'ingestion',
} as const satisfies { [type: string]: ServiceName }

export type RecordType = keyof typeof RECORD_OWNERS

/** Whether a text is a type of records. */
export function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(RECORD_OWNERS, type)
}

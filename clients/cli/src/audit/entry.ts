/** An entry of the audit log, as `GET /api/v1/audit-entries` gives it (docs/api.md 4.1.10). */
export type Entry = {
  id: string
  request_id: string
  organization_id: string
  at: string
  actor: { kind: string; id: string | null; name: string | null }
  via: string
  operation: string
  outcome: string
  code: string | null
  details: { [name: string]: unknown }
  receipts: { type: string; count: number; root: string }[]
  leaf_index: number
  /** The incidents that the call opened or changed. */
  incident_ids: string[]
}

/** The part of an incident that events contain. */
export type Incident = {
  id: string
  title: string
  description: string
  severity: string
  status: string
  regulation: string
  is_significant: boolean
  detected_at: string
  created_at: string
  early_warning_deadline: string
  notification_deadline: string
  final_report_deadline: string
  affected_systems: string[]
  source: { external_id: string | null; source_system: string | null }
}

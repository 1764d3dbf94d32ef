import type { components, operations } from './api.ts'

type Schemas = components['schemas']
type QueryOf<Name extends keyof operations> = operations[Name]['parameters'] extends { query?: infer Query }
  ? Omit<NonNullable<Query>, 'cursor'>
  : never

export type Incident = Schemas['Incident']
export type IncidentRequest = Schemas['IncidentRequest']
export type IncidentStatusRequest = Schemas['IncidentStatusRequest']
export type IncidentFilters = QueryOf<'listIncidents'>
export type Asset = Schemas['Asset']
export type AssetRequest = Schemas['AssetRequest']
export type AssetFilters = QueryOf<'listAssets'>
export type Supplier = Schemas['Supplier']
export type SupplierRequest = Schemas['SupplierRequest']
export type SupplierFilters = QueryOf<'listSuppliers'>
export type Evaluation = Schemas['Evaluation']
/** A result to submit. It names its AI system by id or by name. */
export type EvaluationRequest = Extract<Schemas['EvaluationRequest'], { source: string }> &
  ({ ai_system_id: string } | { ai_system_name: string })
export type EvaluationWarning = Schemas['EvaluationWarning']
export type EvaluationFilters = QueryOf<'listEvaluations'>
export type EvalSuite = Schemas['EvalSuite']
export type EvalSuiteFilters = QueryOf<'listEvalSuites'>
export type GateDecision = Schemas['GateDecision']
export type SigstoreBundle = Schemas['SigstoreBundle']
export type DsseEnvelope = Schemas['DsseEnvelope']
export type AttestationOptions = QueryOf<'attestDecision'>
export type AgentRun = Schemas['AgentRun']
export type AgentRunRequest = Schemas['AgentRunRequest']
export type AgentRunFilters = QueryOf<'listRuns'>
export type AgentEvent = Schemas['AgentEvent']
export type AgentEventRequest = Schemas['AgentEventRequest']
export type AuditEntry = Schemas['AuditEntry']
export type AuditFilters = Omit<QueryOf<'listEntries'>, 'after_leaf'>
export type WebhookIncident = Schemas['WebhookIncident']

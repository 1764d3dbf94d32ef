import { createClient, type Transport } from '@connectrpc/connect'
import { EvidenceService } from '../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { GateService } from '../proto/gen/attestry/gate/v1/gate_pb.ts'
import { SuiteService } from '../proto/gen/attestry/gate/v1/suites_pb.ts'
import { AgentRunService } from '../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationService } from '../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { SpanService } from '../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { WebhookService } from '../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { AdmissionService } from '../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { AssetService } from '../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { AuditService } from '../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { DirectoryService } from '../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { IncidentService } from '../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { LogService } from '../proto/gen/attestry/ledger/v1/log_pb.ts'
import { SessionService } from '../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { SigningKeyService } from '../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { SupplierService } from '../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import type { ServiceName } from '../services/kernel/identity/access.ts'

/** The transport to each service: in this process or over HTTP/2. */
export type Transports = Record<ServiceName, Transport>

/** The clients by which the gateway calls the services. */
export type Clients = ReturnType<typeof createClients>

export function createClients({ ledger, gate, ingestion, evidence }: Transports) {
  return {
    admission: createClient(AdmissionService, ledger),
    directory: createClient(DirectoryService, ledger),
    audit: createClient(AuditService, ledger),
    log: createClient(LogService, ledger),
    sessions: createClient(SessionService, ledger),
    incidents: createClient(IncidentService, ledger),
    assets: createClient(AssetService, ledger),
    suppliers: createClient(SupplierService, ledger),
    signingKeys: createClient(SigningKeyService, ledger),
    suites: createClient(SuiteService, gate),
    gate: createClient(GateService, gate),
    evaluations: createClient(EvaluationService, ingestion),
    agentRuns: createClient(AgentRunService, ingestion),
    spans: createClient(SpanService, ingestion),
    webhooks: createClient(WebhookService, ingestion),
    evidence: createClient(EvidenceService, evidence),
  }
}

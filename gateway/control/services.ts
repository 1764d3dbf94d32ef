import type { DescService } from '@bufbuild/protobuf'
import { EvidenceService } from '../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { CertificationService } from '../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { GateService } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SuiteService } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { ProposalService, TriggerService } from '../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { AgentRunService } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationService } from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'

/**
 * The services with RPCs for people. Each proto declares which RPCs these are, and for which roles. A test compares this list with
 * the generated protos.
 */
export const CONTROL_SERVICES: readonly DescService[] = [
  UserService,
  SessionService,
  KeyService,
  AuditService,
  LogService,
  SigningKeyService,
  IncidentService,
  IncidentWorkService,
  IncidentReportService,
  ObligationService,
  AssetService,
  SupplierService,
  NotificationService,
  SystemService,
  ProfileService,
  SuiteService,
  CertificationService,
  TriggerService,
  ProposalService,
  GateService,
  EvaluationService,
  AgentRunService,
  WebhookService,
  EvidenceService,
]

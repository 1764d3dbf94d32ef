import type { DescMethod } from '@bufbuild/protobuf'
import { EvidenceService } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { ProposalService, TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationService } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { AssetService } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { NotificationService } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { SigningKeyService } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { SupplierService } from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'

/** An entry of the menu. It is shown to people who may call the RPC that its page needs. */
type Entry = { to: Path; title: string; needs?: DescMethod }
type Path =
  | '/'
  | '/incidents'
  | '/assets'
  | '/suppliers'
  | '/systems'
  | '/evaluations'
  | '/agents'
  | '/agent-runs'
  | '/triggers'
  | '/proposals'
  | '/audit'
  | '/checkpoints'
  | '/evidence'
  | '/signing-keys'
  | '/keys'
  | '/webhooks'
  | '/users'
  | '/reporting'
  | '/channels'
  | '/notifications'

export const MENU: readonly { group: string; entries: readonly Entry[] }[] = [
  {
    group: '',
    entries: [
      { to: '/', title: 'Today' },
      { to: '/incidents', title: 'Incidents', needs: IncidentService.method.listIncidents },
    ],
  },
  {
    group: 'AI governance',
    entries: [
      { to: '/systems', title: 'AI systems', needs: SystemService.method.listSystems },
      { to: '/triggers', title: 'Triggers', needs: TriggerService.method.listTriggers },
      { to: '/proposals', title: 'Proposals', needs: ProposalService.method.listProposals },
      { to: '/evaluations', title: 'Evaluations', needs: EvaluationService.method.listEvaluations },
      { to: '/agents', title: 'Agents', needs: ProfileService.method.listProfiles },
      { to: '/agent-runs', title: 'Agent runs', needs: AgentRunService.method.listRuns },
    ],
  },
  {
    group: 'Registers',
    entries: [
      { to: '/assets', title: 'Assets', needs: AssetService.method.listAssets },
      { to: '/suppliers', title: 'Suppliers', needs: SupplierService.method.listSuppliers },
    ],
  },
  {
    group: 'Evidence',
    entries: [
      { to: '/audit', title: 'Audit log', needs: AuditService.method.listEntries },
      { to: '/checkpoints', title: 'Checkpoints', needs: LogService.method.listCheckpoints },
      { to: '/evidence', title: 'Packages', needs: EvidenceService.method.listExports },
      { to: '/signing-keys', title: 'Signing keys', needs: SigningKeyService.method.listSigningKeys },
    ],
  },
  {
    group: 'Settings',
    entries: [
      { to: '/reporting', title: 'Reporting', needs: ObligationService.method.getReportingSettings },
      { to: '/channels', title: 'Channels', needs: NotificationService.method.listChannels },
      { to: '/notifications', title: 'Notifications', needs: NotificationService.method.listNotifications },
      { to: '/webhooks', title: 'Webhooks', needs: WebhookService.method.listWebhookEndpoints },
      { to: '/keys', title: 'API keys', needs: KeyService.method.listKeys },
      { to: '/users', title: 'People', needs: UserService.method.listUsers },
    ],
  },
]

import type { DescMethod } from '@bufbuild/protobuf'
import { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { ProposalService, TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { AssetService } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { NotificationService } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { SigningKeyService } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { SupplierService } from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import type { Filled } from './fill.ts'

/** An action of the console: the page with its button, and the values for its dialog that differ from those it opens with. */
export type Action = {
  method: DescMethod
  page: (filled: Filled) => string
  button: RegExp
  /** The values of fields that do not accept every text. An empty text leaves a field empty. */
  values?: (filled: Filled) => { [field: string]: string }
  /** Only these fields are filled. */
  only?: readonly string[]
  /** Not offered where the installation has several organizations: the operator does it. */
  hidden?: true
}

const incident = ({ incidentId }: Filled) => `#/incidents/${incidentId}`
const system = ({ systemId }: Filled) => `#/systems/${systemId}`
const at = (page: string) => () => page

/** Every action, in an order in which each can be done once. */
export const ACTIONS: readonly Action[] = [
  { method: IncidentService.method.createIncident, page: at('#/incidents'), button: /^New incident$/ },
  {
    method: IncidentWorkService.method.editIncident,
    page: incident,
    button: /^Edit /,
    values: () => ({ owner: '', affectedPersonsCount: '250' }),
  },
  {
    method: IncidentWorkService.method.setIncidentMoments,
    page: incident,
    button: /^Set a moment/,
    values: () => ({ at: '2026-01-02T10:00' }),
  },
  {
    method: IncidentWorkService.method.assessIncident,
    page: incident,
    button: /^Assess /,
  },
  { method: IncidentWorkService.method.commentIncident, page: incident, button: /^Comment on / },
  { method: IncidentWorkService.method.attachToIncident, page: incident, button: /^Attach a file/ },
  {
    method: IncidentReportService.method.createIncidentReport,
    page: incident,
    button: /^Draft report: Notification/,
  },
  {
    method: IncidentReportService.method.editIncidentReport,
    page: (filled) => `${incident(filled)}/reports/${filled.reportId}`,
    button: /^Edit: /,
    values: () => ({ 'values.contact': 'The desk' }),
    only: ['values.contact', 'note'],
  },
  {
    method: ObligationService.method.fileIncidentReport,
    page: incident,
    button: /^Record filing: Early warning/,
    values: () => ({ documentSha256: '' }),
  },
  {
    method: IncidentService.method.moveIncident,
    page: incident,
    button: /^Move /,
    values: () => ({ status: '2' }),
  },
  {
    method: IncidentWorkService.method.mergeIncident,
    page: ({ otherIncidentId }) => `#/incidents/${otherIncidentId}`,
    button: /^Mark as duplicate/,
    values: ({ incidentId }) => ({ intoId: incidentId }),
  },
  { method: AssetService.method.createAsset, page: at('#/assets'), button: /^New asset$/ },
  {
    method: AssetService.method.editAsset,
    page: at('#/assets'),
    button: /^Edit /,
    values: () => ({ businessCriticality: '4' }),
  },
  { method: AssetService.method.retireAsset, page: at('#/assets'), button: /^Retire / },
  {
    method: SupplierService.method.createSupplier,
    page: at('#/suppliers'),
    button: /^New supplier$/,
    values: () => ({ contactEmail: 'desk@supplier.example' }),
  },
  {
    method: SupplierService.method.editSupplier,
    page: at('#/suppliers'),
    button: /^Edit /,
    values: () => ({ contactEmail: 'other@supplier.example' }),
  },
  {
    method: SupplierService.method.assessSupplier,
    page: at('#/suppliers'),
    button: /^Assess /,
    values: () => ({ riskScore: '40' }),
  },
  {
    method: SystemService.method.createSystem,
    page: at('#/systems'),
    button: /^New AI system$/,
    values: () => ({ attestationRoles: 'ciso' }),
  },
  { method: GateService.method.queryGate, page: system, button: /^Query the gate about / },
  { method: CertificationService.method.certify, page: system, button: /^Certify$/ },
  { method: CertificationService.method.attest, page: system, button: /^Attest$/ },
  { method: TriggerService.method.openTrigger, page: system, button: /^Open a trigger/ },
  { method: ProfileService.method.createProfile, page: system, button: /^New agent profile$/ },
  {
    method: ProfileService.method.updateProfile,
    page: system,
    button: /^Edit agent /,
    values: () => ({ promptVersion: 'the one after' }),
  },
  { method: SuiteService.method.createSuite, page: system, button: /^New version/ },
  {
    method: SystemService.method.updateSystem,
    page: system,
    button: /^Edit (?!agent)/,
    only: ['name', 'attestationRoles'],
    values: () => ({ attestationRoles: 'ciso\ndpo' }),
  },
  {
    method: GateService.method.replayDecision,
    page: ({ decisionId }) => `#/decisions/${decisionId}`,
    button: /^Replay/,
  },
  { method: TriggerService.method.resolveTrigger, page: at('#/triggers'), button: /^Resolve: / },
  { method: ProposalService.method.acceptProposal, page: at('#/proposals'), button: /^Accept: .* uses / },
  {
    method: ProposalService.method.dismissProposal,
    page: at('#/proposals'),
    button: /^Dismiss: .* has no profile/,
  },
  { method: LogService.method.verifyLog, page: at('#/audit'), button: /^Verify the log$/ },
  { method: LogService.method.getCheckpoint, page: at('#/audit'), button: /checkpoint/i },
  {
    method: SigningKeyService.method.rotateSigningKey,
    page: at('#/signing-keys'),
    button: /^Rotate/,
    hidden: true,
  },
  {
    method: SigningKeyService.method.revokeSigningKey,
    page: at('#/signing-keys'),
    button: /^Revoke/,
    hidden: true,
  },
  {
    method: ObligationService.method.updateReportingSettings,
    page: at('#/reporting'),
    button: /^Edit/,
    values: () => ({ timeZone: 'Europe/Vienna' }),
    only: ['timeZone'],
  },
  {
    method: NotificationService.method.createChannel,
    page: at('#/channels'),
    button: /^New channel$/,
    values: () => ({ recipients: 'desk@channel.example', url: '', events: '' }),
  },
  { method: NotificationService.method.testChannel, page: at('#/channels'), button: /^Test / },
  {
    method: NotificationService.method.updateChannel,
    page: at('#/channels'),
    button: /^Edit /,
    values: () => ({ name: 'Another name' }),
    only: ['name'],
  },
  { method: NotificationService.method.deleteChannel, page: at('#/channels'), button: /^Delete / },
  {
    method: WebhookService.method.createWebhookEndpoint,
    page: at('#/webhooks'),
    button: /^New endpoint$/,
    values: () => ({ mapping: '' }),
  },
  {
    method: WebhookService.method.updateWebhookEndpoint,
    page: ({ endpointId }) => `#/webhooks/${endpointId}`,
    button: /^Edit /,
    values: () => ({ mapping: '', name: 'Another name' }),
  },
  {
    method: WebhookService.method.rotateWebhookSecret,
    page: ({ endpointId }) => `#/webhooks/${endpointId}`,
    button: /^New secret/,
  },
  {
    method: WebhookService.method.revokeWebhookEndpoint,
    page: ({ endpointId }) => `#/webhooks/${endpointId}`,
    button: /^Revoke /,
  },
  {
    method: KeyService.method.createKey,
    page: at('#/keys'),
    button: /^New API key$/,
    values: () => ({ permissions: 'incidents:read' }),
  },
  {
    method: KeyService.method.updateKey,
    page: at('#/keys'),
    button: /^Edit key /,
    values: () => ({ name: 'Another name' }),
  },
  { method: KeyService.method.revokeKey, page: at('#/keys'), button: /^Revoke key / },
  {
    method: UserService.method.createUser,
    page: at('#/users'),
    button: /^Add with a password$/,
    values: () => ({ email: 'added@actions.example', attestationRoles: 'ciso' }),
  },
  {
    method: UserService.method.inviteUser,
    page: at('#/users'),
    button: /^Invite a person$/,
    values: () => ({ email: 'invited@actions.example', attestationRoles: 'ciso' }),
  },
  {
    method: UserService.method.updateUser,
    page: at('#/users'),
    button: /^Edit added@/,
    values: () => ({ attestationRoles: 'dpo' }),
  },
  { method: UserService.method.resetPassword, page: at('#/users'), button: /password of added@/ },
  { method: UserService.method.disableUser, page: at('#/users'), button: /^Disable added@/ },
]

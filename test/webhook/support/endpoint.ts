import type { MessageInitShape } from '@bufbuild/protobuf'
import { type Client, createClient } from '@connectrpc/connect'
import { sessionCaller } from '../../../gateway/cli/calls/session-caller.ts'
import {
  type CreateWebhookEndpointRequestSchema,
  WebhookFormat,
  WebhookService,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { systemClock } from '../../../services/kernel/clock.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import type { TestOrganization } from '../../harness/organization.ts'

export { WebhookFormat }

/** An endpoint to which a test sends. */
export type TestEndpoint = { id: string; path: string; secret: string }

/** The actions of an administrator on endpoints. */
export type Administration = {
  make(options?: MessageInitShape<typeof CreateWebhookEndpointRequestSchema>): Promise<TestEndpoint>
  rotate(id: string): Promise<string>
  revoke(id: string): Promise<void>
  rejected(id: string): ReturnType<Client<typeof WebhookService>['listRejectedDeliveries']>
  taken(id: string): ReturnType<Client<typeof IncidentService>['listWebhookDeliveries']>
  timeline(id: string): ReturnType<Client<typeof IncidentService>['listIncidentTimeline']>
  webhooks: Client<typeof WebhookService>
  as(operation: string): ReturnType<typeof sessionCaller>
}

export function administration(
  at: Pick<TestInstallation, 'composition' | 'organization'>,
  organization: TestOrganization = at.organization,
): Administration {
  const { transports } = at.composition
  const webhooks = createClient(WebhookService, transports.ingestion)
  const incidents = createClient(IncidentService, transports.ledger)
  const as = (operation: string) => sessionCaller(operation, organization.admin.session, systemClock)
  return {
    webhooks,
    as,
    async make(options = {}) {
      const request = { name: 'siem', format: WebhookFormat.SERVICE, rateLimit: 100_000, ...options }
      const { endpoint, secret } = await webhooks.createWebhookEndpoint(request, as('createWebhookEndpoint'))
      return { id: endpoint!.id, path: endpoint!.path, secret }
    },
    rotate: async (id) => (await webhooks.rotateWebhookSecret({ id }, as('rotateWebhookSecret'))).secret,
    revoke: async (id) => {
      await webhooks.revokeWebhookEndpoint({ id }, as('revokeWebhookEndpoint'))
    },
    rejected: (id) => webhooks.listRejectedDeliveries({ id }, as('listRejectedDeliveries')),
    timeline: (id) => incidents.listIncidentTimeline({ id }, as('listIncidentTimeline')),
    taken: (endpointId) => incidents.listWebhookDeliveries({ endpointId }, as('listWebhookDeliveries')),
  }
}

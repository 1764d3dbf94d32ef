import { elements, own } from '../../own.ts'
import { firstWord } from '../../severity.ts'
import type { Product } from './product.ts'

/** A Microsoft Graph security alert (alerts_v2), of any Defender product. */
export const microsoftGraphAlert: Product = {
  id: 'microsoft_graph_alert',
  name: 'Microsoft Graph security alert v2',
  detect: (body) =>
    own(body, '@odata.type') === '#microsoft.graph.security.alert' ||
    ['serviceSource', 'createdDateTime', 'tenantId', 'id'].every((key) => own(body, key) !== undefined),
  read: (body) => ({
    title: [{ field: 'title', value: own(body, 'title') }],
    description: [own(body, 'description')],
    severity: firstWord(own(body, 'severity')),
    sourceSystem: [own(body, 'serviceSource'), 'Microsoft Graph security'],
    externalId: [own(body, 'id')],
    occurredAt: [own(body, 'createdDateTime'), own(body, 'firstActivityDateTime')],
    affectedSystems: elements(own(body, 'evidence')).map((evidence) => own(evidence, 'deviceDnsName')),
  }),
}

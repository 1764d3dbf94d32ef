import { idWithin } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, lacks, like } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/** An incident of Microsoft Defender XDR: the Graph resource, and that of the Microsoft 365 Defender API. */
export const defenderXdrIncident: Product = {
  id: 'defender_xdr_incident',
  name: 'Microsoft Defender XDR',
  source: 'https://learn.microsoft.com/graph/api/resources/security-incident',
  forms: [
    [is('@odata.type', '#microsoft.graph.security.incident'), has('id')],
    [
      ...[has('incidentId'), has('incidentName'), hasOneOf('createdTime', 'lastUpdateTime')],
      lacks('organizationUuid'),
    ],
    [
      like('incidentWebUrl', /^https:\/\/security\.microsoft\.com\//, 'of Defender'),
      has('displayName'),
      has('id'),
    ],
    [has('incidentWebUrl'), has('createdDateTime'), has('displayName'), has('id')],
  ],
  title: ['displayName', 'incidentName', 'alerts.title'],
  titleStandIn: ['Microsoft Defender XDR incident {id}', 'Microsoft Defender XDR incident {incidentId}'],
  description: ['description', 'summary', 'alerts.description'],
  severity: [word('severity'), word('alerts.severity')],
  time: ['createdDateTime', 'createdTime', 'alerts.firstActivity', 'lastUpdateDateTime', 'lastUpdateTime'],
  systems: ['alerts.devices.deviceDnsName', 'alerts.evidence.deviceDnsName'],
  identity: {
    of: idWithin(['incidentId', 'id'], ['tenantId', 'createdTime']),
    why: 'The id is not unique: each tenant counts its incidents (Graph, incident.id). Identity: number and tenant. Without a tenant, the time of creation takes its place. A change of the incident keeps both.',
  },
  state: [status('status'), reasonOfEnd(status('classification'), 'status')],
}

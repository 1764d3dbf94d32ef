import { valueAt } from '../../../fields.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, lacks } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/** A Microsoft security alert of Graph (alerts_v2 and the legacy resource) or of the Defender for Endpoint API. */
export const microsoftGraphAlert: Product = {
  id: 'microsoft_graph_alert',
  name: 'Microsoft Graph security',
  source: 'https://learn.microsoft.com/graph/api/resources/security-alert',
  forms: [
    [is('@odata.type', '#microsoft.graph.security.alert', '#microsoft.graph.alert'), has('id')],
    [has('serviceSource'), has('createdDateTime'), has('tenantId'), has('id')],
    [has('vendorInformation'), has('eventDateTime'), has('azureTenantId'), has('id')],
    [has('alertCreationTime'), has('incidentId'), has('id'), has('detectionSource'), has('title')],
    [has('AlertId'), has('ServiceSource'), has('Title'), lacks('incidentName')],
    [is('category', 'AdvancedHunting-AlertInfo'), has('properties.AlertId')],
    // Each evidence of an alert repeats the alert: the first one opens its incident, the others are replays.
    [is('category', 'AdvancedHunting-AlertEvidence'), has('properties.AlertId'), has('properties.Title')],
    [has('alertId'), has('creationTime'), hasOneOf('serviceSource', 'detectionSource'), has('title')],
  ],
  title: ['title', 'properties.Title'],
  description: ['description', 'properties.Category'],
  severity: [word('severity', 'properties.Severity')],
  sourceSystem: (alert) =>
    valueAt(alert, 'serviceSource', 'properties.ServiceSource', 'vendorInformation.provider', 'productName'),
  time: [
    ...['createdDateTime', 'alertCreationTime', 'creationTime', 'eventDateTime', 'firstActivityDateTime'],
    ...['firstEventTime', 'properties.Timestamp', 'Timestamp', 'TimeGenerated'],
  ],
  systems: [
    ...[
      'evidence.deviceDnsName',
      'computerDnsName',
      'hostStates.fqdn',
      'devices.deviceDnsName',
      'hostStates.netBiosName',
    ],
  ],
  identity: {
    of: id('id', 'alertId', 'properties.AlertId'),
    why: "The id is unique: 'unique identifier to represent the alert resource' (Graph, alert.id). A change of the alert repeats it.",
  },
  state: [status('status'), reasonOfEnd(status('classification', 'feedback'), 'status')],
}

import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id, wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, lacks } from '../recognition.ts'
import { reasonOfEnd, rule, type State, status } from '../state.ts'

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
    // Without the alert's title, an evidence is acknowledged: the alert itself is in AlertInfo.
    [is('category', 'AdvancedHunting-AlertEvidence'), has('properties.AlertId')],
    [has('alertId'), has('creationTime'), hasOneOf('serviceSource', 'detectionSource'), has('title')],
  ],
  title: ['title', 'properties.Title'],
  titleStandIn: ['Evidence of Microsoft Defender alert {properties.AlertId}'],
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
    of: (alert) => (isLoneEvidence(alert) ? wholeAlert(alert) : ofAlert(alert)),
    why: "The id is unique: 'unique identifier to represent the alert resource' (Graph, alert.id). A change of the alert repeats it. An evidence without the alert's title is no change of the alert: its content is its identity.",
  },
  state: [
    rule(stateOfEvidence, 'category'),
    status('status'),
    reasonOfEnd(status('classification', 'feedback'), 'status'),
  ],
}

const EVIDENCE = is('category', 'AdvancedHunting-AlertEvidence')
const isLoneEvidence = (alert: unknown) =>
  EVIDENCE.holds(alert) && plainText(valueAt(alert, 'properties.Title')).trim() === ''
const ofAlert = id('id', 'alertId', 'properties.AlertId')

function stateOfEvidence(alert: unknown): State | null {
  return isLoneEvidence(alert) ? 'informational' : null
}

import { valueAt } from '../../../fields.ts'
import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'
import { stateOf } from '../state-words.ts'

/** An attack that an agent of Contrast Security ADR saw in an application, and an incident of several attacks. */
export const contrastAdr: Product = {
  id: 'contrast_adr',
  name: 'Contrast Security ADR',
  source:
    'DataDog/integrations-extras, contrast_security_adr/assets/logs; https://docs.contrastsecurity.com/en/the-adr-attack-event-data-model.html; Azure/Azure-Sentinel, Sample Data/Custom/ContrastADRIncidents_CL.csv',
  forms: [
    [
      ...[has('eventUuid'), has('rule'), has('result'), has('application.name')],
      hasOneOf('attackPayload', 'vectorAnalysis', 'sourceIp'),
    ],
    [has('incidentId'), has('incidentName'), has('organizationUuid'), hasOneOf('score', 'alertReason')],
  ],
  title: ['{rule} {result}: {application.name} {url}', '{rule} {result}: {application.name}', 'incidentName'],
  titleStandIn: ['Attack on {application.name}'],
  description: ['summary', '{request.method} {url} from {sourceIp} ({environment})', 'uiUrl'],
  severity: [word('severity')],
  time: ['detectedTime', 'createdTime'],
  systems: ['host.hostname', 'server.name', 'application.name'],
  identity: {
    of: (alert) => (IS_INCIDENT.holds(alert) ? ofIncident(alert) : ofEvent(alert)),
    why: 'It is not documented whether the id is unique across organizations. Identity: id, organization, rule and time. An event never changes. Identity of an incident: id, organization and the time of creation. A change of its status keeps them.',
  },
  state: [when('result', ['PROBED'], 'informational'), rule(ofStatus)],
}

const IS_INCIDENT = has('incidentName')
const ofEvent = idAnd('eventUuid', 'organizationUuid', 'rule', 'detectedTime')
const ofIncident = idAnd('incidentId', 'organizationUuid', 'createdTime')

/** An incident has a status that people change. */
function ofStatus(alert: unknown): State | null {
  return IS_INCIDENT.holds(alert) ? stateOf(valueAt(alert, 'status')) : null
}

import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { rule, status } from '../state.ts'

/** A Microsoft Sentinel incident: the REST resource, the flat form of the SDKs, a row of the table SecurityIncident. */
export const microsoftSentinel: Product = {
  id: 'microsoft_sentinel',
  name: 'Microsoft Sentinel',
  source:
    'https://learn.microsoft.com/rest/api/securityinsights/incidents/get; spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-microsoft-sentinel.md',
  forms: [
    [is('type', 'Microsoft.SecurityInsights/Incidents')],
    [
      like('id', /\/providers\/Microsoft\.SecurityInsights\/incidents\//i, 'a Sentinel incident'),
      hasOneOf('severity', 'properties.severity', 'properties.incidentNumber'),
    ],
    [like('incidentUrl', /Microsoft_Azure_Security_Insights/i, 'of Sentinel'), has('incidentNumber')],
    [is('Type', 'SecurityIncident'), has('IncidentNumber')],
    [has('IncidentName'), has('IncidentNumber'), has('Severity'), has('ProviderName')],
  ],
  title: ['properties.title', 'title'],
  titleStandIn: [
    'Microsoft Sentinel incident {properties.incidentNumber}',
    'Microsoft Sentinel incident {incidentNumber}',
  ],
  description: ['properties.description', 'description'],
  severity: [word('properties.severity', 'severity')],
  time: [
    ...['properties.firstActivityTimeUtc', 'firstActivityTimeUtc', 'firstActivityTime'],
    ...['properties.createdTimeUtc', 'createdTimeUtc', 'createdTime', 'TimeGenerated'],
  ],
  systems: ['properties.relatedEntities.properties.hostName'],
  identity: {
    of: (alert) => (COUNTED.test(plainText(valueAt(alert, 'name'))) ? resourceId(alert) : name(alert)),
    why: "The id is unique where it is the GUID that Sentinel makes for each incident (REST reference, 'incidentId'). A name that is a number is unique in its workspace only; then the whole id of the resource is the identity.",
  },
  state: [
    status('properties.status', 'status'),
    rule(
      (incident) => (isUnended(incident) ? null : classified.read(incident)),
      'properties.classification',
      'classification',
    ),
  ],
}

/**
 * 'The reason the incident was closed' (REST reference, 'classification'): of an incident that is not closed, it is the reason of
 * a former end.
 */
const classified = status('properties.classification', 'classification')

function isUnended(incident: unknown): boolean {
  return /^(?:new|active)$/i.test(plainText(valueAt(incident, 'properties.status', 'status')).trim())
}

const COUNTED = /^[0-9]+$/
const name = id('name', 'IncidentName', 'id')
const resourceId = id('id', 'name')

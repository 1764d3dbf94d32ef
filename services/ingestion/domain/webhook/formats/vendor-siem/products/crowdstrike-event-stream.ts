import { valueAt } from '../../../fields.ts'
import { hashOf, id, idAnd } from '../identity.ts'
import { type Level, scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like, object } from '../recognition.ts'
import { rule, status, when } from '../state.ts'
import { classTitle } from './class-words.ts'
import { CROWDSTRIKE_SCORE } from './crowdstrike.ts'

/** An event of CrowdStrike's event stream: a summary of a detection, a lead or an incident. Audit events have no id. */
export const crowdstrikeEventStream: Product = {
  id: 'crowdstrike_event_stream',
  name: 'CrowdStrike Falcon',
  source:
    'SEKOIA-IO/intake-formats, CrowdStrike/crowdstrike_falcon/tests; Falcon streaming API event dictionary',
  forms: [
    [
      like(
        'metadata.eventType',
        /^(?:[A-Za-z]*DetectionSummaryEvent|IdentityProtectionEvent|ReconNotificationSummaryEvent|CustomerIOCEvent|CSPM(?:IOA|Search)StreamingEvent)$/,
        'a detection',
      ),
      object('event'),
    ],
    [is('metadata.eventType', 'FirewallMatchEvent'), has('event.RuleName'), has('event.DeviceId')],
    [
      ...[has('metadata.eventType'), object('event')],
      hasOneOf(
        ...['CompositeId', 'DetectId', 'IncidentID', 'IdentityProtectionIncidentId', 'LeadId'].map(
          (name) => `event.${name}`,
        ),
      ),
    ],
  ],
  title: [
    ...['event.DisplayName', 'event.Name', 'event.DetectName', 'event.DetectDescription'],
    ...['event.PolicyStatement', 'event.RuleName'],
  ],
  titleStandIn: [
    'CrowdStrike incident {event.IncidentID}',
    classTitle('CrowdStrike', 'event.IncidentType'),
    'CrowdStrike detection {event.DetectId}',
    'CrowdStrike: custom indicator on {event.ComputerName}',
    classTitle('CrowdStrike', 'metadata.eventType'),
  ],
  description: [
    'event.Description',
    'event.DetectDescription',
    'event.IncidentDescription',
    'event.Finding',
    'event.Highlights',
    'event.ThreatgraphIndicators.Description',
  ],
  severity: [
    word('event.SeverityName', 'event.RulePriority'),
    oneToFive,
    scale('event.Severity', CROWDSTRIKE_SCORE),
    scale('event.Score', CROWDSTRIKE_SCORE),
    scale('event.FineScore', { low: 0, medium: 4, high: 6, critical: 8 }),
  ],
  time: ['metadata.eventCreationTime', 'event.StartTimeEpoch', 'event.IncidentStartTime'],
  systems: [
    'event.ComputerName',
    'event.Hostname',
    'event.EndpointName',
    'event.ResourceId',
    'event.ThreatgraphIndicators.Hostname',
  ],
  identity: {
    of: (alert) =>
      valueAt(alert, 'event.CompositeId') === undefined ? older(alert) : id('event.CompositeId')(alert),
    unmatched:
      'What has no id, such as a behaviour in a cloud or a custom indicator, is its own event, and no other tells of its state.',
    why: 'The id is unique: the composite id holds customer, sensor and detection, and older ids hold the sensor. An identity incident is counted by its customer: the customer is added. A misconfiguration has no id. Identity of a misconfiguration: account, resource and policy, which each scan repeats. Any other event without an id is identified by the whole event.',
  },
  state: [
    status('event.State', 'event.Status'),
    when('event.Disposition', ['Passed'], 'passed'),
    // A firewall rule matched a connection, as intended.
    rule((alert) => (valueAt(alert, 'metadata.eventType') === 'FirewallMatchEvent' ? 'informational' : null)),
  ],
}

/** Only detections of the first kind are graded from 1 to 5. */
function oneToFive(alert: unknown): Level | null {
  return valueAt(alert, 'metadata.eventType') === 'DetectionSummaryEvent' ? ONE_TO_FIVE(alert) : null
}

const ONE_TO_FIVE = scale('event.Severity', { low: 1, medium: 3, high: 4, critical: 5 })

function older(alert: unknown): string {
  if (valueAt(alert, 'metadata.eventType') === 'CSPMSearchStreamingEvent') return ofMisconfiguration(alert)
  const own = ['event.DetectId', 'event.IncidentID', 'event.LeadId', 'event.NotificationId'].find(
    (path) => valueAt(alert, path) !== undefined,
  )
  return own === undefined
    ? idAnd('event.IdentityProtectionIncidentId', 'metadata.customerIDString')(alert)
    : id(own)(alert)
}

const ofMisconfiguration = hashOf(
  ...['metadata.customerIDString', 'event.AccountId', 'event.Region', 'event.PolicyId'],
  ...['event.ResourceId', 'event.ResourceName', 'event.ResourceUrl'],
)

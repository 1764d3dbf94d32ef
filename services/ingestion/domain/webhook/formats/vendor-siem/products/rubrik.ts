import { valueAt } from '../../../fields.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * A series of events of Rubrik Security Cloud, as its API gives it: an anomaly, a failed backup, a hunt for threats. Or a violation of
 * a policy for data or identities.
 */
export const rubrik: Product = {
  id: 'rubrik',
  name: 'Rubrik Security Cloud',
  source:
    'https://developer.rubrik.com/Rubrik-Security-Cloud-API/Observability/Events; demisto/content, Packs/RubrikPolaris',
  forms: [
    [
      ...[has('lastActivityType'), has('severity'), has('objectName')],
      hasOneOf('activitySeriesId', 'fid', 'lastActivityStatus'),
      hasOneOf('lastActivityMessage', 'activityConnection'),
    ],
    [has('policyViolationId'), has('violationSeverity'), has('policy.name'), has('status')],
  ],
  title: [
    'lastActivityMessage',
    'activityConnection.nodes.message',
    '{policy.name}: {resourceMetadata.metadata.name}',
    '{policy.name}: {resourceMetadata.metadata.displayName}',
    'policy.name',
  ],
  titleStandIn: ['{lastActivityType} of {objectName}: {lastActivityStatus}'],
  description: ['policy.description', 'causeErrorMessage', 'failureReason', 'causeErrorReason'],
  // Successful activities are graded as information.
  severity: [word('severity', 'violationSeverity')],
  time: ['startTime', 'activityConnection.nodes.time', 'createdAt', 'lastUpdated'],
  systems: [
    ...['objectName', 'clusterName', 'cluster.name'],
    ...['resourceMetadata.metadata.name', 'resourceMetadata.metadata.userPrincipalName'],
  ],
  identity: {
    of: (alert) => (valueAt(alert, 'policyViolationId') === undefined ? ofSeries(alert) : ofViolation(alert)),
    why: 'The id is unique: it is that of the series of events. Identity: id, severity and the state of the last activity. Further events repeat the id. A series that becomes graver or fails is an alert of its own, because its beginning is information. The id of a violation is unique (a UUID).',
  },
  state: [
    when('status', ['POLICY_VIOLATION_STATUS_REMEDIATED'], 'resolved'),
    when('status', ['POLICY_VIOLATION_STATUS_DISMISSED'], 'suppressed'),
    when('status', ['POLICY_VIOLATION_STATUS_CLOSED'], 'closed'),
  ],
}

const ofSeries = idAnd(['activitySeriesId', 'fid', 'id'], 'severity', 'lastActivityStatus')
const ofViolation = id('policyViolationId')

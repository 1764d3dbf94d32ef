import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A series of events of Rubrik Security Cloud, as its API gives it: an anomaly, a failed backup, a hunt for threats. */
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
  ],
  title: ['lastActivityMessage', 'activityConnection.nodes.message'],
  titleStandIn: ['{lastActivityType} of {objectName}: {lastActivityStatus}'],
  description: ['causeErrorMessage', 'failureReason', 'causeErrorReason'],
  // Successful activities are graded as information.
  severity: [word('severity')],
  time: ['startTime', 'activityConnection.nodes.time', 'lastUpdated'],
  systems: ['objectName', 'clusterName', 'cluster.name'],
  identity: {
    of: idAnd(['activitySeriesId', 'fid', 'id'], 'severity', 'lastActivityStatus'),
    why: 'The id is unique: it is that of the series of events. Identity: id, severity and the state of the last activity. Further events repeat the id. A series that becomes graver or fails is an alert of its own, because its beginning is information.',
  },
}

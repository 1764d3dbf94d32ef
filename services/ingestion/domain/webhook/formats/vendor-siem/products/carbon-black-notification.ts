import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

const SCORES = { low: 1, medium: 3, high: 6 }

/** A notification of Carbon Black Cloud about a threat or a hit of a watchlist. */
export const carbonBlackNotification: Product = {
  id: 'carbon_black_notification',
  name: 'Carbon Black Cloud notification',
  source:
    'Azure/Azure-Sentinel, Sample Data/Custom/CarbonBlackNotifications_CL.json; https://developer.carbonblack.com/reference/carbon-black-cloud/cb-defense/latest/rest-api/',
  forms: [
    [
      ...[hasOneOf('threatHunterInfo.incidentId', 'threatInfo.incidentId'), has('ruleName'), has('type')],
      hasOneOf('deviceInfo.deviceId', 'deviceInfo.deviceName'),
    ],
  ],
  title: ['threatHunterInfo.summary', 'threatInfo.summary', 'threatInfo.threatCause.reason'],
  titleStandIn: ['threatHunterInfo', 'threatInfo'].map(
    (info) => `Carbon Black incident {${info}.incidentId}`,
  ),
  description: ['eventDescription'],
  // Three groups of scores, as in its alerts.
  severity: [
    scale('threatHunterInfo.responseSeverity', SCORES),
    scale('threatHunterInfo.score', SCORES),
    scale('threatInfo.score', SCORES),
  ],
  time: ['threatHunterInfo.time', 'threatInfo.time', 'eventTime'],
  systems: ['deviceInfo.deviceName'],
  identity: {
    of: id('threatHunterInfo.incidentId', 'threatInfo.incidentId'),
    why: 'The id is unique: the incident id is that of the alert, of a watchlist that of the process and the report. Notifications of several rules about one alert repeat it.',
  },
  state: [
    reasonOfEnd(when('threatHunterInfo.dismissed', [true], 'closed'), 'threatHunterInfo.status'),
    status('threatHunterInfo.status', 'threatInfo.status'),
  ],
}

import { hashOfSubject, id } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

const NOTIFICATION = is('category', 'NOTIFICATION')
const graded = word('severity')

/** An event that SAP Alert Notification service for SAP BTP passes on: of SAP's services, or of a customer's application. */
export const sapAlertNotification: Product = {
  id: 'sap_alert_notification',
  name: 'SAP Alert Notification service',
  source:
    'https://sap.github.io/alert-notification-node-client, ConsumerEvent, ResourceEvent and AffectedResource; SAP/jenkins-library, pkg/ans',
  forms: [
    [
      has('resource.resourceName'),
      has('resource.resourceType'),
      has('subject'),
      is('category', 'EXCEPTION', 'ALERT', 'NOTIFICATION'),
      has('severity'),
    ],
  ],
  title: ['subject'],
  titleStandIn: ['{eventType}'],
  description: ['body'],
  severity: [severityOf],
  time: ['eventTimestamp', 'metadata.cacheTime'],
  systems: ['resource.resourceName'],
  identity: {
    of: id('id'),
    why: "The id is unique: the 'identification guid of the event, created by Alert Notification service'. Without it, the content with its time is the identity. A closure is an event of its own; it finds its alert by the id that the source gives (ans:sourceEventId), or else by ans:correlationId, and the resource.",
    closes: (event) => bySource(event) ?? byCorrelation(event),
  },
  state: [
    when('tags.ans:status', ['CLOSE'], 'closed'),
    when('tags.ans:status', ['COMMENT'], 'informational'),
  ],
}

const RESOURCE = ['resource.resourceType', 'resource.resourceName', 'resource.resourceInstance']
const bySource = hashOfSubject('tags.ans:sourceEventId', ...RESOURCE)
const byCorrelation = hashOfSubject('tags.ans:correlationId', ...RESOURCE)

/** The category says whether an event is an alert: an alert of severity INFO is one of low severity. */
function severityOf(event: unknown): Level | null {
  const level = graded(event)
  return level === 'informational' && !NOTIFICATION.holds(event) ? 'low' : level
}

import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, status } from '../state.ts'

const REPORT = is('type', 'weekly_report')
const INCIDENT = hasOneOf('notification.incidient_id', 'notification.incident_id')

/** An incident of an application that Tideways watches, or its report of a week. It is not graded. */
export const tideways: Product = {
  id: 'tideways',
  name: 'Tideways',
  source: 'https://support.tideways.com/documentation/reference/integrations/webhook.html',
  forms: [
    [
      ...[has('type'), has('organization'), has('application'), has('link')],
      ...[has('notification.status'), INCIDENT],
    ],
    [REPORT, has('organization'), has('application'), has('notification')],
  ],
  title: ['{application}: {type}'],
  severity: [],
  time: ['date'],
  systems: ['application'],
  identity: {
    of: (alert) => (INCIDENT.holds(alert) ? ofIncident(alert) : ofReport(alert)),
    why: 'The id is not unique: it is the second at which the incident began. Identity: organization, application, kind and id. The end repeats them. Identity of a report: organization, application and week.',
  },
  state: [status('notification.status'), rule((alert) => (REPORT.holds(alert) ? 'informational' : null))],
}

const OF = ['organization', 'application', 'type']
const ofIncident = hashOf(...OF, 'notification.incidient_id', 'notification.incident_id')
const ofReport = hashOf(...OF, 'date')

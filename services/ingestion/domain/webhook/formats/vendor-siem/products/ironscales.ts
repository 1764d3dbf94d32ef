import { idAt, idWithin } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, status } from '../state.ts'

/** An incident of IRONSCALES: reports of one mail. It is not graded; its classification tells the kind of mail. */
export const ironscales: Product = {
  id: 'ironscales',
  name: 'IRONSCALES',
  source:
    'elastic/integrations, packages/ironscales, data stream incident; chronicle/content-hub, content/response_integrations/google/iron_scales, "Get Incident Details"',
  forms: [
    [
      has('incidentID'),
      hasOneOf('emailSubject', 'themis_verdict'),
      hasOneOf('affectedMailboxesCount', 'affected_mailbox_count'),
    ],
  ],
  title: ['{classification}: {emailSubject}', '{classification}: {reports.subject}', 'emailSubject'],
  titleStandIn: ['IRONSCALES incident {incidentID}'],
  description: ['email_body_text'],
  severity: [],
  time: ['created', 'first_reported_date'],
  systems: ['recipientEmail', 'reports.email'],
  identity: {
    of: idWithin(['incidentID'], ['company_id']),
    why: 'Not shared: the number of the incident, to which the company is added; further reports and the resolution repeat both.',
  },
  state: [
    status('classification'),
    rule((alert) => (idAt(alert, ['resolvedBy']) === null ? null : 'resolved'), 'classification'),
  ],
}

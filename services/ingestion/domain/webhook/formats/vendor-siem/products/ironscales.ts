import { idAt, idWithin } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, status } from '../state.ts'

/** An incident of IRONSCALES: the reports of one mail. It is not graded: its classification names the kind of mail. */
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
    why: 'The id is unique: the number of the incident. Identity: number and company. Further reports and the resolution repeat both.',
  },
  state: [
    status('classification'),
    rule((alert) => (idAt(alert, ['resolvedBy']) === null ? null : 'resolved'), 'classification'),
  ],
}

import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of Commvault, in the default template of its webhooks. It is not graded. */
export const commvault: Product = {
  id: 'commvault',
  name: 'Commvault',
  source: 'https://documentation.commvault.com/11.44/software/webhook_notification_template.html',
  forms: [[has('Alert'), has('CommCell'), has('Detected Criteria'), hasOneOf('Detected Time', 'Type')]],
  title: ['{Alert} on {Client}', 'Alert'],
  description: ['Failure Reason', '{Detected Criteria}: {Status}', 'Detected Criteria'],
  severity: [],
  time: ['Detected Time'],
  systems: ['Client', 'Virtual Machine Name'],
  identity: {
    of: (alert) => (TOLD.holds(alert) ? ofAlert(alert) : null),
    why: 'An alert has no id. Identity: CommCell, alert, criterion, time, job and client. Without time and job, only the very delivery identifies the alert.',
  },
}

const TOLD = hasOneOf('Detected Time', 'Job ID', 'Start Time', 'End Time')
const ofAlert = hashOf(
  ...['CommCell', 'Alert', 'Type', 'Detected Criteria', 'Detected Time', 'Job ID', 'Client'],
  ...['Subclient', 'Virtual Machine Name', 'Start Time', 'End Time'],
)

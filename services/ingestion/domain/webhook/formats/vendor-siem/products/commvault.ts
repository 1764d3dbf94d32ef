import { hashOf, idAnd, idAt } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of Commvault, in the default template of its webhooks, which is not graded, or an event of an anomaly in a backup. */
export const commvault: Product = {
  id: 'commvault',
  name: 'Commvault',
  source:
    'https://documentation.commvault.com/11.44/software/webhook_notification_template.html; Azure/Azure-Sentinel, Sample Data/CommvaultSecurityIQ_CL.json',
  forms: [
    [has('Alert'), has('CommCell'), has('Detected Criteria'), hasOneOf('Detected Time', 'Type')],
    [
      has('eventCodeString'),
      has('subsystem'),
      has('timeSource'),
      hasOneOf('clientEntity', 'anomaly_sub_type'),
    ],
  ],
  title: ['{Alert} on {Client}', 'Alert', { path: 'description', read: withoutMarkup }],
  titleStandIn: ['{anomaly_sub_type} anomaly on {originating_client}', 'Commvault event {eventCodeString}'],
  description: ['Failure Reason', '{Detected Criteria}: {Status}', 'Detected Criteria'],
  // The sample grades the same event as 6 and as High.
  severity: [codes('severity', { 6: 'high' }), word('severity')],
  time: ['Detected Time', 'timeSource'],
  systems: ['Client', 'Virtual Machine Name', 'clientEntity.clientName', 'originating_client'],
  identity: {
    of: (alert) => {
      if (IS_EVENT.holds(alert)) return ofEvent(alert)
      return idAt(alert, TOLD) === null ? null : ofAlert(alert)
    },
    why: 'An alert has no id. Identity: CommCell, alert, criterion, time, job and client. Without time and job, only the very delivery identifies the alert. The id of an event is not unique: each CommCell counts its events. Identity of an event: number, code, job, client and time.',
  },
}

const IS_EVENT = has('eventCodeString')
const ofEvent = idAnd('id', 'eventCode', 'jobId', 'clientEntity.clientId', 'timeSource')
const TOLD = ['Detected Time', 'Job ID', 'Start Time', 'End Time']
const ofAlert = hashOf(
  ...['CommCell', 'Alert', 'Type', 'Detected Criteria', 'Detected Time', 'Job ID', 'Client'],
  ...['Subclient', 'Virtual Machine Name', 'Start Time', 'End Time'],
)

/** A description is a document of HTML with a hidden part for programs. */
function withoutMarkup(text: string): string {
  return text
    .slice(0, 5000)
    .replace(/<span\b.*/s, '')
    .replaceAll(/<[^<>]{1,500}>/g, '')
    .replace(/Please click\s.*/s, '')
    .trimEnd()
}

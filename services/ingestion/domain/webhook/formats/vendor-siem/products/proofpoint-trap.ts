import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** A message of an incident of Proofpoint Cloud Threat Response or Threat Response Auto-Pull. It has no grade. */
export const proofpointTrap: Product = {
  id: 'proofpoint_trap',
  name: 'Proofpoint Threat Response Auto-Pull',
  source: 'SumoLogic/sumologic-documentation, docs/integrations/saas-cloud/proofpoint-trap.md',
  forms: [
    [
      ...[has('remediation_status'), has('disposition'), has('recipient_address')],
      hasOneOf('tap_threat_types', 'tap_cleared', 'abuse_reporter_rank'),
    ],
  ],
  title: ['{disposition} to {recipient_address}: {email_subject}', '{disposition} to {recipient_address}'],
  description: ['incidents.title'],
  severity: [],
  time: ['received_at', 'received_time', 'created_at'],
  systems: ['recipient_address'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each message and recipient. Its remediation repeats it.',
  },
  state: [
    when('tap_false_positive', [true], 'false_positive'),
    when('tap_cleared', [true], 'closed'),
    when('disposition', ['clean'], 'informational'),
  ],
}

import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, object } from '../recognition.ts'
import { when } from '../state.ts'

/** The severities of syslog. The lowest grade of an alert is “Notification” (developer.druva.com, "Events API to export inSync events"). */
const SEVERITIES = {
  0: 'critical',
  1: 'critical',
  2: 'critical',
  3: 'high',
  4: 'medium',
  5: 'low',
  6: 'informational',
  7: 'informational',
} as const

/** An event of Druva: what its webhook sends, and what its Events API lists. Most are entries of a log. */
export const druva: Product = {
  id: 'druva',
  name: 'Druva',
  source:
    'SumoLogic/sumologic-documentation, docs/integrations/webhooks/druva-platform-events.md and saas-cloud/druva-cyber-resilience.md; https://developer.druva.com/reference/druva-cloud-platform-events',
  forms: [
    [has('syslogSeverity'), object('details'), has('type'), has('feature')],
    [
      has('syslogSeverity'),
      has('syslogFacility'),
      object('details'),
      has('type'),
      hasOneOf('area', 'category'),
    ],
  ],
  title: [
    '{type} {details.backupStatus} on {details.deviceName}',
    '{feature}: {type}',
    '{category}: {type}',
    'type',
  ],
  description: ['details.errorMessage'],
  severity: [codes('syslogSeverity', SEVERITIES)],
  time: ['timestamp', 'occurenceTime'],
  systems: ['details.deviceName'],
  identity: {
    of: hashOf(
      'id',
      'globalID',
      'feature',
      'area',
      'category',
      'type',
      'timestamp',
      'occurenceTime',
      'details',
    ),
    why: 'The id is not unique: each customer counts its own, and an event of the webhook has none. Identity: id, customer, kind, time and details. An event never changes.',
    unmatched: 'The resolution of an alert is an event of its own, which names no other.',
  },
  state: [when('type', ['Alert Resolution'], 'resolved')],
}

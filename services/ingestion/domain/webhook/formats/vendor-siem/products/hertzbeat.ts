import { hashOf, hashOfSubject } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** An alarm of Apache HertzBeat, as its webhook sends it up to version 1.6; later ones send groups of Alertmanager. */
export const hertzBeat: Product = {
  id: 'hertzbeat',
  name: 'Apache HertzBeat',
  source:
    'https://hertzbeat.apache.org/docs/v1.5.x/help/alert_webhook; https://hertzbeat.com/en/docs/help/alert_webhook/',
  forms: [
    [
      ...[numeric('priority'), numeric('status'), has('content'), has('target'), numeric('times')],
      ...[
        hasOneOf('alarmId', 'monitorId', 'thresholdId'),
        hasOneOf('triggerTime', 'gmtCreate', 'firstAlarmTime'),
      ],
    ],
  ],
  title: ['content'],
  description: ['{tags.monitorName}: {target}', '{monitorName}: {target}', 'target'],
  // Emergency, critical, warning.
  severity: [codes('priority', { 0: 'critical', 1: 'high', 2: 'medium' })],
  time: ['triggerTime', 'lastAlarmTime', 'gmtCreate'],
  systems: ['tags.monitorName', 'monitorName'],
  identity: {
    of: hashOf(
      ...['alarmId', 'id', 'target', 'thresholdId', 'tags.monitorId', 'monitorId', 'status'],
      ...['triggerTime', 'firstAlarmTime', 'gmtCreate'],
    ),
    closes: hashOfSubject('target', 'tags.monitorId', 'monitorId'),
    why: 'The id is not unique: each installation counts its alarms. Identity: number, what is monitored, rule, status and time. The recovery finds its alert by monitor and target.',
  },
  state: [when('status', [2], 'resolved'), when('status', [3], 'closed')],
}

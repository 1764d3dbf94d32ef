import { hashOf, hashOfSubject } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A callback of Alibaba Cloud Monitor about a metric. */
export const alibabaCloudMonitor: Product = {
  id: 'alibaba_cloud_monitor',
  name: 'Alibaba Cloud Monitor',
  source:
    'https://www.alibabacloud.com/help/en/cms/user-guide/use-the-alert-callback-feature-to-send-notifications-about-threshold-triggered-alerts',
  forms: [
    [
      ...[has('alertName'), has('alertState'), has('metricName'), has('ruleId')],
      like('namespace', /^acs_/, 'acs_…'),
    ],
  ],
  title: ['{alertName} on {instanceName}', 'alertName'],
  description: ['{metricName} is {curValue} ({expression})', '{metricName} is {curValue}'],
  severity: [word('triggerLevel', 'preTriggerLevel')],
  time: ['timestamp'],
  systems: ['instanceName'],
  identity: {
    of: hashOf('ruleId', 'userId', 'dimensions', 'metricName', 'alertState', 'timestamp'),
    closes: hashOfSubject('ruleId', 'userId', 'dimensions', 'metricName'),
    why: 'The id is not unique: it is the rule’s. Identity: rule, dimensions, state and time. The end finds its alert by rule and dimensions.',
  },
  state: [when('alertState', ['INSUFFICIENT_DATA'], 'informational'), status('alertState')],
}

import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, object } from '../recognition.ts'
import { when } from '../state.ts'

/** A callback of Tencent Cloud Monitor about a metric or an event. It is not graded. */
export const tencentCloudMonitor: Product = {
  id: 'tencent_cloud_monitor',
  name: 'Tencent Cloud Monitor',
  source: 'https://www.tencentcloud.com/document/product/248/39101',
  forms: [
    [
      is('alarmType', 'metric', 'event'),
      has('alarmStatus'),
      object('alarmObjInfo'),
      object('alarmPolicyInfo'),
    ],
  ],
  title: [
    '{alarmPolicyInfo.policyName}: {alarmPolicyInfo.conditions.metricShowName} {alarmPolicyInfo.conditions.calcType} {alarmPolicyInfo.conditions.calcValue}',
    '{alarmPolicyInfo.policyName}: {alarmPolicyInfo.conditions.productShowName} {alarmPolicyInfo.conditions.eventShowName}',
    'alarmPolicyInfo.policyName',
  ],
  titleStandIn: [
    '{alarmPolicyInfo.conditions.metricName} {alarmPolicyInfo.conditions.calcType} {alarmPolicyInfo.conditions.calcValue}',
  ],
  description: [
    '{alarmPolicyInfo.conditions.metricName} is {alarmPolicyInfo.conditions.currentValue}',
    'alarmPolicyInfo.conditions.eventName',
  ],
  severity: [],
  time: [
    { path: 'firstOccurTime', read: (text) => (WITHOUT_ZONE.test(text) ? `${text.trim()}+08:00` : text) },
  ],
  systems: ['alarmObjInfo.dimensions.unInstanceId', 'alarmObjInfo.dimensions.deviceName'],
  identity: {
    of: hashOf(
      'alarmPolicyInfo.policyId',
      'alarmObjInfo',
      'alarmPolicyInfo.conditions.metricName',
      'alarmPolicyInfo.conditions.eventName',
      'firstOccurTime',
    ),
    why: 'An alarm has no id: sessionId is that of a callback. Identity: policy, metric, object and the time of the first occurrence. Repetitions and the end repeat them.',
  },
  state: [when('alarmStatus', [0], 'resolved')],
}

/** The time is China's, without a zone. */
const WITHOUT_ZONE = /^\s{0,9}[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{5,8}\s{0,9}$/

import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An alert of IBM MobileFirst Analytics on a threshold. It is not graded. */
export const ibmMobileFirst: Product = {
  id: 'ibm_mobilefirst',
  name: 'IBM MobileFirst Analytics',
  source:
    'https://ibm.com/support/knowledgecenter/SSHS8R_8.0.0/com.ibm.worklight.analytics.doc/analytics/c_custom_webhook.html',
  forms: [
    [
      ...[has('offenders'), has('condition.operator'), has('eventType'), has('property')],
      ...[has('title'), has('timestamp')],
    ],
  ],
  title: ['title'],
  description: ['message'],
  severity: [],
  time: ['timestamp'],
  identity: {
    of: hashOf('title', 'eventType', 'property', 'value', 'condition', 'offenders', 'timestamp'),
    why: 'An alert has no id. Identity: title, kind, property, value, condition, offenders and time (milliseconds).',
  },
}

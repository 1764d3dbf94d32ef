import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfShared, requiring } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

const SEVERITIES = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'informational' } as const
const OBJECT = ['source', 'node', 'type', 'resource', 'metric_name'] as const

/** An event in the format of ServiceNow's table em_event, which many tools can send to any address. */
export const serviceNowEvent: Product = {
  id: 'servicenow_event',
  name: 'ServiceNow event',
  source:
    'https://www.servicenow.com/docs/bundle/yokohama-it-operations-management/page/product/event-management/task/send-events-via-web-service.html',
  forms: [
    [
      ...[has('source'), has('node'), has('severity'), has('description')],
      hasOneOf('event_class', 'message_key', 'metric_name'),
      hasOneOf('metric_name', 'time_of_event', 'additional_info', 'resource'),
    ],
  ],
  title: ['description', '{node}: {metric_name}'],
  description: ['{source}: {type} of {resource} on {node}', 'additional_info'],
  severity: [codes('severity', SEVERITIES), word('severity')],
  sourceSystem: (alert) => valueAt(alert, 'source'),
  time: ['time_of_event'],
  systems: ['node'],
  identity: {
    of: requiring(['time_of_event'], hashOf('message_key', ...OBJECT, 'severity', 'time_of_event')),
    closes: (alert) => (has('message_key').holds(alert) ? byKey(alert) : byObject(alert)),
    why: 'The id is not unique: message_key is used again after an end. Identity: message_key, object, severity and time. Without a time, only the very delivery identifies an event. The end finds its alert by message_key, and without one by source, node, type, resource and metric.',
  },
  state: [
    when('severity', [0, 'clear'], 'resolved'),
    when('resolution_state', ['Closing'], 'resolved'),
    when('severity', [5, 'info', 'ok'], 'informational'),
  ],
}

const byKey = hashOfShared('source', 'message_key')
const byObject = hashOfShared(...OBJECT)

import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'
import { when } from '../state.ts'

/** The body of the HTTP alarm callback of Graylog 1 and 2 for a stream. */
export const graylog2: Product = {
  id: 'graylog_2',
  name: 'Graylog',
  source:
    'alerta/alerta, tests/test_webhooks.py, graylog_notification; Graylog 2 documentation, "HTTP alarm callback"',
  forms: [[object('check_result'), has('stream.title')]],
  title: ['stream.title'],
  description: ['check_result.result_description', 'stream.description'],
  severity: [word('check_result.triggered_condition.parameters.severity')],
  time: ['check_result.triggered_at'],
  systems: ['check_result.matching_messages.source'],
  identity: {
    of: hashOf('stream.id', 'check_result.triggered_condition.id', 'check_result.triggered_at'),
    why: 'An alert has no id. Identity: stream, condition and the time at which the condition was met (milliseconds).',
  },
  state: [when('check_result.triggered', [false], 'resolved')],
}

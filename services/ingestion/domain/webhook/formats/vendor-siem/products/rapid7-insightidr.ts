import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** An alert or investigation of Rapid7 InsightIDR. */
export const rapid7InsightIdr: Product = {
  id: 'rapid7_insightidr',
  name: 'Rapid7 InsightIDR',
  source:
    'https://docs.rapid7.com/insightidr/insightidr-rest-api/; rapid7/insightconnect-plugins, plugins/rapid7_insightidr',
  forms: [
    [
      like('rrn', /^rrn:(?:alerts|investigation)/, 'rrn:alerts:… or rrn:investigation:…'),
      hasOneOf('title', 'type'),
    ],
    // An investigation of the first version of the API.
    [has('created_time'), has('title'), has('source'), has('alerts.type_description')],
    [has('alert_type'), has('title'), has('latest_event_time'), has('id')],
    [
      like('rrn', /^rrn:/, 'rrn:…'),
      has('disposition'),
      has('title'),
      hasOneOf('first_alert_time', 'latest_alert_time'),
    ],
  ],
  title: ['title', 'type'],
  description: ['description', 'alert_type_description', 'type'],
  severity: [word('priority', 'severity')],
  time: ['alerted_at', 'created_time', 'created_at', 'first_alert_time', 'first_event_time'],
  identity: {
    of: id('rrn', 'id'),
    why: 'The id is unique: the resource name holds organization and id. A new version of the alert repeats it. external_id is that of the rule.',
  },
  state: [
    // No other disposition means that nothing was found; an open investigation can be NOT_APPLICABLE.
    reasonOfEnd(when('disposition', ['BENIGN'], 'false_positive'), 'status'),
    status('status'),
  ],
}

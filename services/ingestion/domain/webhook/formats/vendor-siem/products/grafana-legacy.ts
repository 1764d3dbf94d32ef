import { delivery, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** Grafana's own states; rules of other products have an id, a name and a state too. */
const STATES = ['alerting', 'ok', 'no_data', 'pending', 'paused', 'unknown']

/** A notification of Grafana's alerting before version 9 ("legacy alerting"). */
export const grafanaLegacy: Product = {
  id: 'grafana_legacy',
  name: 'Grafana',
  source: 'https://grafana.com/docs/grafana/v8.5/alerting/old-alerting/notifications/#webhook',
  forms: [
    [has('ruleId'), has('ruleName'), is('state', ...STATES)],
    [has('evalMatches'), has('state'), hasOneOf('ruleName', 'title')],
  ],
  title: ['ruleName', 'title'],
  description: ['{title}: {message}', 'message', 'title'],
  severity: [word('tags.severity', 'tags.priority', 'tags.level')],
  time: ['time', 'timestamp'],
  systems: ['evalMatches.tags.instance', 'evalMatches.tags.host'],
  identity: {
    of: delivery,
    closes: hashOfShared('ruleId', 'ruleUrl', 'ruleName'),
    why: 'The id is not unique: it is the rule’s, and no time is sent. Only the very delivery identifies the alert. The closure finds its alert by the rule.',
  },
  state: [
    when('state', ['ok'], 'resolved'),
    when('state', ['pending', 'paused'], 'informational'),
    status('state'),
  ],
}

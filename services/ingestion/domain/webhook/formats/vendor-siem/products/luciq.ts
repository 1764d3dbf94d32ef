import { hashOf, hashOfSubject, idAt, wholeAlert } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { type Condition, has, is, like, numeric } from '../recognition.ts'
import { status } from '../state.ts'

const ofLuciq = (path: string): Condition =>
  like(path, /^https:\/\/[\w.-]*\b(?:luciq\.ai|instabug\.com)\//, 'an address of Luciq')
const IS_BUG: readonly Condition[] = [has('title'), has('reported_at'), ofLuciq('private_url')]
const METRICS = [
  ...['network_failure_rate', 'app_launch_time', 'screen_loading_time', 'ui_hang_rate', 'flow_apdex'],
]

/**
 * A crash of a mobile application that Luciq, formerly Instabug, reports; a bug that a user reports; an alert about its
 * performance. Only bugs are graded.
 */
export const luciq: Product = {
  id: 'luciq',
  name: 'Luciq',
  source:
    'api-evangelist/instabug, json-schema/instabug-webhook-payload-schema.json and examples, after https://docs.luciq.ai/product-guides-and-integrations/integrations/webhook',
  forms: [
    [has('exception'), numeric('number'), ofLuciq('url')],
    IS_BUG,
    [
      ...[has('title'), has('application'), is('metric', ...METRICS)],
      is('platform', 'ios', 'android', 'react_native', 'flutter'),
    ],
  ],
  title: ['exception', '{application}: {title}', 'title'],
  description: ['{trigger} ({metric}: {current_value})', 'console_log', 'trigger', 'url', 'private_url'],
  severity: [
    codes('priority', {
      blocker: 'critical',
      critical: 'critical',
      major: 'high',
      minor: 'medium',
      trivial: 'low',
    }),
  ],
  time: ['reported_at'],
  systems: ['device', 'application'],
  identity: {
    of: identityOf,
    why: 'The id is not unique: it is the number of a crash in its application, and a crash comes back. No time of it is sent. Identity: the whole report, with the times of its steps. Without steps, only the very delivery identifies the crash. The same is true of an alert about performance, which has no id and no time. The resolution finds its crash by address and number. Identity of a bug: address, title and time.',
    closes: hashOfSubject('url', 'number'),
  },
  state: [status('status')],
}

function identityOf(report: unknown): string | null {
  if (IS_BUG.every(({ holds }) => holds(report))) return ofBug(report)
  return idAt(report, ['user_steps.timestamp']) === null ? null : wholeAlert(report)
}

const ofBug = hashOf('private_url', 'title', 'reported_at')

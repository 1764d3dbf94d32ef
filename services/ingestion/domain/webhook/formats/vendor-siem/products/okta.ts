import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'

/**
 * An event of Okta's System Log, from its API, a log stream or an event hook. The log holds every login. Its INFO and DEBUG
 * events are informational, except those that Okta raises about an attack. An event hook sends only event types that its
 * administrator chose, so each of its events is an alert (`eventHook`, see event-lists.ts).
 */
export const okta: Product = {
  id: 'okta',
  name: 'Okta',
  source:
    'https://developer.okta.com/docs/concepts/event-hooks/; https://developer.okta.com/docs/reference/api/event-types/; https://developer.okta.com/docs/reference/api/itp-et/; SEKOIA-IO/intake-formats, Okta/okta-system-logs/tests',
  forms: [
    [
      like('eventType', /^[a-z][a-z0-9_]*(?:\.[a-zA-Z0-9_]+)+$/, 'such as user.account.lock'),
      ...[has('uuid'), has('published'), has('actor')],
      hasOneOf('displayMessage', 'legacyEventType', 'outcome'),
    ],
  ],
  title: ['displayMessage'],
  titleStandIn: ['Okta event {eventType}'],
  description: ['outcome.reason', 'eventType'],
  severity: [grade],
  time: ['published'],
  systems: ['target.alternateId'],
  identity: {
    of: id('uuid'),
    why: "The id is unique: 'unique identifier for an individual event' (System Log API, uuid). An event hook that sends an event again after a timeout repeats it.",
  },
}

/**
 * Events that Okta raises about an attack, some with the severity DEBUG or INFO: types of Okta's catalogue about ThreatInsight,
 * breached credentials, Identity Threat Protection, locked accounts and reused tokens.
 */
const ATTACKS: ReadonlySet<string> = new Set([
  'security.threat.detected',
  'security.attack.start',
  'security.breached_credential.detected',
  'user.account.lock',
  'user.account.report_suspicious_activity_by_enduser',
  'user.risk.detect',
  'app.oauth2.as.token.detect_reuse',
  'app.oauth2.token.detect_reuse',
])

/** A login that FastPass stopped is logged as a failed one. */
const PHISHING = is('outcome.reason', 'FastPass declined phishing attempt')

const written = word('severity')

function grade(alert: unknown): Level | null {
  const level = written(alert)
  if (level !== 'informational') return level
  if (ATTACKS.has(plainText(valueAt(alert, 'eventType'))) || PHISHING.holds(alert)) return 'medium'
  return valueAt(alert, 'eventHook') === undefined ? level : 'low'
}

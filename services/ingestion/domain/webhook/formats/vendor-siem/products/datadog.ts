import { contentHash } from '../../../content-hash.ts'
import { valueAt, valuesAt } from '../../../fields.ts'
import type { Severity } from '../../../severity.ts'
import { plainText } from '../../../text.ts'
import { hashOf, id, requiring } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { reasonOfEnd, rule, status, when } from '../state.ts'

const PRIORITIES = {
  p1: 'critical',
  p2: 'high',
  p3: 'medium',
  p4: 'low',
  p5: 'low',
} as const

/** Read the priority of an event, which says less than its type: that of an alert of a monitor is `normal` as well. */
const OF_EVENTS = ['priority', 'severity', 'alert_priority'].map((path) => codes(path, { normal: 'medium' }))

/** Datadog's own types of alerts; other products have types too. */
const ALERT_TYPES = ['error', 'warning', 'info', 'success', 'user_update', 'recommendation', 'snapshot']

/** Transitions of a monitor into a state that is no recovery. */
const TRIGGERED = is(
  'alert_transition',
  'Triggered',
  'Re-Triggered',
  'Warn',
  'Re-Warn',
  'No Data',
  'Re-No Data',
)

/** An event that Datadog's webhooks send: the default payload, and the usual fields of templates. */
export const datadog: Product = {
  id: 'datadog',
  name: 'Datadog',
  source: 'https://docs.datadoghq.com/integrations/webhooks/#usage',
  forms: [
    [
      has('event_type'),
      has('title'),
      hasOneOf('org.id', 'org.name', 'org_id'),
      hasOneOf('last_updated', 'date'),
    ],
    [
      has('alert_transition'),
      hasOneOf('title', 'event_title', 'alert_title'),
      hasOneOf('alert_id', 'aggreg_key', 'id', 'event_id', 'alert_cycle_key'),
    ],
    [is('alert_type', ...ALERT_TYPES), has('title'), hasOneOf('alert_id', 'aggreg_key', 'id')],
    [
      is('alert_type', ...ALERT_TYPES),
      has('title'),
      has('text'),
      hasOneOf('aggregation_key', 'source_type_name'),
    ],
    [has('attributes.workflow.triage'), has('attributes.title')],
    [is('type', 'signal'), has('attributes.message'), has('attributes.timestamp'), has('id')],
  ],
  title: [
    ...['title', 'event_title', 'attributes.title', 'alert_title', 'attributes.custom.title'],
    ...['attributes.custom.workflow.rule.name', 'attributes.message'],
  ],
  description: ['body', 'event_msg', 'text_only_msg', 'text', 'attributes.message', 'message'],
  severity: [
    // The priority of a posted event is that of an event, not of an alert.
    (alert) => (isPosted(alert) ? ofType(alert) : null),
    word('severity', 'attributes.severity', 'security_rule_severity', 'security_signal_severity'),
    word('attributes.custom.status', 'attributes.custom.severity'),
    codes('priority', PRIORITIES),
    codes('severity', PRIORITIES),
    codes('alert_priority', PRIORITIES),
    (alert) => (isNotice(alert) ? 'informational' : null),
    byTitle,
    // A monitor of the type `info` is not a notice.
    ...OF_EVENTS.map((read) => (alert: unknown) => (ofType(alert) === 'informational' ? read(alert) : null)),
    word('attributes.status', 'alert_type'),
    codes('alert_transition', { warn: 'medium', 're-warn': 'medium' }),
    ...OF_EVENTS,
  ],
  time: ['date', 'last_updated', 'attributes.timestamp', 'date_happened', 'timestamp'],
  systems: ['hostname', 'host'],
  identity: {
    of: (alert) => (isPosted(alert) ? ofPosted(alert) : (inCycle(alert) ?? ofEvent(alert))),
    closes: (alert) => {
      const cycle = plainText(valueAt(alert, 'alert_cycle_key', 'alert_id', 'aggreg_key', 'aggregation_key'))
      return cycle === '' ? null : `cycle ${cycle}`
    },
    why: 'The id is unique: that of the event. A repetition has another one, so where the template sends $ALERT_CYCLE_KEY and $ALERT_TRANSITION, these two are the identity, and a renotification repeats it. A recovery is an event with another id: it finds its alert by the cycle key. What other products post in the form of an event has no id. Identity of such an event: its time and texts. Without a time, only the very delivery identifies it.',
  },
  state: [
    status('alert_transition', 'attributes.workflow.triage.state'),
    status('attributes.custom.workflow.triage.state'),
    rule(reasonOfEnd(when('alert_type', ['success'], 'resolved'), TRIGGERED).read),
    rule(recovered, 'title'),
    rule((alert) => (isTest(alert) ? 'informational' : null)),
  ],
}

const TEST = /^\s*\[TEST\] ?(?:\[P[1-5]\] ?)?\[(?:Re-)?(?:Triggered|Warn|No Data|Recovered|Renotify)/i
const ofEvent = id('id', 'event_id', 'alert_cycle_key')
/** An event that another product posts to Datadog's event API. */
function isPosted(alert: unknown): boolean {
  return (
    ID.every((path) => valueAt(alert, path) === undefined) && has('text').holds(alert) && POSTED.holds(alert)
  )
}

/** For a monitor, the transition follows the word. Others choose the titles of posted events, such as `[TEST] cluster: …`. */
function isTest(alert: unknown): boolean {
  return !isPosted(alert) && TEST.test(plainText(valueAt(alert, 'title')))
}

/** An event that informs, such as a new API key. Its priority `normal` is that of most events. Titles of monitors begin with a bracket. */
function isNotice(alert: unknown): boolean {
  return (
    ofType(alert) === 'informational' &&
    valueAt(alert, 'alert_transition') === undefined &&
    !/^\s*\[/.test(plainText(valueAt(alert, 'title')))
  )
}

const ID = ['id', 'event_id', 'alert_id', 'alert_cycle_key', 'aggreg_key']
const POSTED = hasOneOf('aggregation_key', 'source_type_name')
const ofPosted = requiring(
  ['date_happened'],
  hashOf('date_happened', 'title', 'text', 'aggregation_key', 'host', 'tags'),
)
const ofType = word('alert_type')
const KEYS = ['alert_cycle_key', 'alert_id', 'aggreg_key', 'alert_scope']

/** `Re-Triggered`, `Re-Warn` and `Renotify` repeat a `Triggered` or `Warn`, in an event of their own. */
function inCycle(alert: unknown): string | null {
  const [cycle, transition] = ['alert_cycle_key', 'alert_transition'].map((path) =>
    plainText(valueAt(alert, path)),
  )
  if (cycle === '' || transition === '') return null
  const first = transition!
    .toLowerCase()
    .replace(/^re-|^renotify$/, (again) => (again === 're-' ? '' : 'triggered'))
  return contentHash([first, ...KEYS.map((path) => valuesAt(alert, path))])
}

/** The default payload has priority and transition only in its title: `[P1] [Triggered on {host:a}] CPU`, `[Warn] CPU`. */
function recovered(alert: unknown): 'resolved' | null {
  return /^\s*(?:\[P[1-5]\] ?)?\[Recovered/i.test(plainText(valueAt(alert, 'title'))) ? 'resolved' : null
}

function byTitle(alert: unknown): Severity | null {
  const [, priority, warn] =
    /^\s*(?:\[(P[1-5])\] ?)?(\[(?:Re-)?Warn)?/i.exec(plainText(valueAt(alert, 'title', 'event_title'))) ?? []
  if (priority !== undefined) return PRIORITIES[priority.toLowerCase() as keyof typeof PRIORITIES]
  return warn === undefined ? null : 'medium'
}

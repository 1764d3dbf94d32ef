import { isObject } from '../../../../../kernel/json/is-object.ts'
import { asWritten, valueAt } from '../../fields.ts'
import { plainText } from '../../text.ts'
import { wholeAlert } from './identity.ts'
import { codes, type Level, word } from './levels.ts'
import type { Product } from './product.ts'
import type { ReadAlert } from './read-alert.ts'
import { rule, type State, type StateRule, status, when } from './state.ts'

/**
 * Returns the table for an alert of an unknown product, by field names that many products use; endpoints may turn this on.
 * Nothing is known of the alert's ids, so its whole content is its identity. A number is no severity, since its scale is
 * unknown.
 */
export function generalReading(alert: unknown): Product | undefined {
  return isObject(alert) ? GENERAL : undefined
}

/**
 * Completes an alert with the state that its envelope gives: `{"event": "alert.resolved", "alert": {…}}`. A status or severity
 * of the envelope counts only if the alert has none. The envelope is not part of the identity, since it can differ every time.
 */
export function withEnvelope(alone: ReadAlert, alert: unknown, body: unknown): ReadAlert {
  if (alert === body || !isObject(body)) return alone
  return asWritten(() => {
    const read = withGrade(alone, body)
    if (read.state !== 'open') return read
    const ended = endOfAlert(body) ?? (read.status === null ? endOfAll(body) : null)
    const state = ended ?? testOf(body)
    return { ...read, state: state ?? read.state }
  }).result
}

/** Takes the severity of the envelope, but not `informational`: a shipper can grade everything that it sends as information. */
function withGrade(read: ReadAlert, envelope: unknown): ReadAlert {
  if (read.incident.severity !== 'unknown') return read
  const level = GRADES.map((grade) => grade(envelope)).find((found) => found !== null) ?? 'unknown'
  return level === 'informational' ? read : { ...read, incident: { ...read.incident, severity: level } }
}

/** Reads the end of an alert from its envelope. `ok` and `completed` do not count, since they can describe the call itself. */
function endOfAll(envelope: unknown): State | null {
  const words = ['status', 'state'].map((path) => plainText(valueAt(envelope, path)))
  return words.some((word) => /^(?:resolved|recovered|closed)$/i.test(word)) ? 'resolved' : null
}

function testOf(alert: unknown): State | null {
  return ['test', 'is_test'].some((path) => valueAt(alert, path) === true) ? 'informational' : null
}

/** Names that products use for the object that an event is about. The fields of this object are read like those of the body. */
const WITHIN = ['alert', 'incident', 'event', 'data', 'finding', 'detection', 'issue']
const EVENTS = ['event_type', 'eventType', 'event', 'type', 'action', 'event.type', 'event.name']

const OF_OTHERS = /^(?:done|deleted|completed?)(?![a-z])/i

/** Ranks of incident management. The first is always the most severe. */
const RANKS: { [rank: string]: Level } = {
  ...({ p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'low' } as const),
  ...({ sev1: 'critical', sev2: 'high', sev3: 'medium', sev4: 'low', sev5: 'low' } as const),
}

const GRADES = [
  word('severity', 'severity_name', 'urgency', 'criticality', 'risk_level', 'threat_level'),
  codes('severity', RANKS),
]

const STATES: readonly StateRule[] = [
  ...['status', 'state', 'alert_status', 'alert_state'].map(ofAlert),
  ...['alert', 'incident', 'finding', 'detection', 'issue']
    .flatMap((object) => [`${object}.status`, `${object}.state`])
    .map(ofAlert),
  rule(endOfAlert),
  ...['resolved', 'is_resolved'].map((path) => when(path, [true], 'resolved')),
  rule(testOf),
]

/** As `status`, without words that can tell how a scan ended or what became of a file: `Completed`, `Deleted`. */
function ofAlert(path: string): StateRule {
  const { read } = status(path)
  return rule((alert) => (OF_OTHERS.test(plainText(valueAt(alert, path))) ? null : read(alert)), path)
}

/** The table of every such alert. */
export const GENERAL: Product = {
  id: 'general',
  name: 'general reading',
  source: 'docs/integrations/generic/README.md',
  // Recognises nothing by itself: this table is used if no other one matches.
  forms: [],
  title: [
    ...[
      'title',
      'alert_title',
      'alert_name',
      'alertname',
      'rule.name',
      'rule_name',
      'name',
      'rule',
      'summary',
    ],
    ...[
      'headline',
      'event_name',
      'incident_name',
      'detection_name',
      'threat_name',
      'display_name',
      'message',
    ],
    ...[
      'subject',
      'alert.title',
      'alert.name',
      'alert.rule',
      'event.title',
      'event.name',
      'short_message',
      'msg',
    ],
    ...within('title', 'name', 'summary', 'message'),
  ],
  titleStandIn: ['{description}', '{text}', '{reason}'],
  description: ['description', 'details', 'message', 'summary', 'text', 'body', ...within('description')],
  severity: [
    word(
      'severity',
      'level',
      'priority',
      'urgency',
      'criticality',
      'risk',
      'risk_level',
      'severity_name',
      'threat_level',
    ),
    word('alert.severity', 'alert.level', 'event.severity', 'rule.severity', 'rule.level'),
    word(...within('severity', 'level', 'priority', 'urgency')),
    ...['priority', 'severity', ...within('priority', 'severity')].map((path) => codes(path, RANKS)),
  ],
  time: [
    ...[
      'timestamp',
      '@timestamp',
      'time',
      'occurred_at',
      'detected_at',
      'event_time',
      'created_at',
      'createdAt',
    ],
    ...['created', 'date', 'first_seen', 'start_time', 'alert.timestamp', 'event.timestamp', 'event.created'],
    ...within('timestamp', 'time', 'occurred_at', 'detected_at', 'created_at', 'first_seen', 'start_time'),
  ],
  systems: ['host.name', 'hostname', 'host', 'device.hostname', 'computer_name', 'agent.name'],
  identity: { of: wholeAlert, why: 'Nothing is known of its ids: the same content is the same alert.' },
  state: STATES,
}

function within(...names: readonly string[]): string[] {
  return names.flatMap((name) => WITHIN.map((object) => `${object}.${name}`))
}

/**
 * Recognises an event whose name says that an alert ended: `alert.resolved`, `incident_closed`, `recovered`. Other things, such
 * as a ticket, can be closed without the end of an alert.
 */
function endOfAlert(alert: unknown): State | null {
  const names = EVENTS.map((path) => plainText(valueAt(alert, path)).slice(0, 100))
  return names.some((name) => ENDED.test(name.replace(/[^A-Za-z]/g, ''))) ? 'resolved' : null
}

const ENDED =
  /(?:alert|incident|issue|alarm|problem|monitor|detection|finding|case|violation|check)(?:resolved?|closed?|recovered|recovery|cleared)$|^(?:resolved?|recovered|recovery)$/i

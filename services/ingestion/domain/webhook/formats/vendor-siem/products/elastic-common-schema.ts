import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { contentHash } from '../../../content-hash.ts'
import { ownLike, valueAt, valuesAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { withObjects } from '../dotted-keys.ts'
import { codes, type Level, ofEvent, scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'
import { stateOf } from '../state-words.ts'

/**
 * An event in the Elastic Common Schema that its source calls an alert, as Elastic's integrations write the alerts of any product.
 * Fields without a place in the schema are in an object named after the product, which is also the start of the dataset's name.
 */
export const elasticCommonSchema: Product = {
  id: 'elastic_common_schema',
  name: 'Elastic Common Schema',
  source:
    'https://www.elastic.co/docs/reference/ecs/ecs-allowed-values-event-kind; elastic/integrations, sample_event.json of its packages; Security-Onion-Solutions/securityonion, salt/elasticsearch/files/ingest/suricata.alert; SEKOIA-IO/intake-formats, SekoiaIO/endpoint/tests',
  forms: [
    [
      ...[is('event.kind', 'alert'), has('@timestamp')],
      hasOneOf('ecs.version', 'event.provider', 'event.module', 'event.dataset', 'observer.product'),
    ],
    // Security Onion has the severity of sensor alerts in a field of its own, and sets no event kind.
    [
      like('event.dataset', /(?:^|[._])alerts?$/, '….alert'),
      has('event.severity_label'),
      has('rule.name'),
      has('@timestamp'),
    ],
  ],
  title: [
    'rule.name',
    { path: 'rule.name', of: (alert) => ownAt(alert, TITLES) },
    { path: 'message', of: message },
    'event.reason',
    { path: 'message', of: (alert) => ownAt(alert, ['name', 'description']) },
  ],
  titleStandIn: [
    '{event.action} ({event.dataset})',
    '{event.code} ({event.dataset})',
    'Alert of {event.dataset}',
    'Alert of {event.provider} on {host.hostname}',
    ...['event.provider', 'event.module', 'observer.product'].map((path) => `Alert of {${path}}`),
  ],
  description: [message, 'rule.description', 'event.reason', (alert) => ownAt(alert, ['description'])],
  severity: [
    ownLevel,
    word('event.severity_label', 'vulnerability.severity', 'event.severity'),
    // If Elastic's integrations turn a word into a number, they use the numbers of Elastic's rules.
    codes('event.severity', { 21: 'low', 47: 'medium', 73: 'high', 99: 'critical' }),
    scale('event.risk_score_norm', { low: 0, medium: 22, high: 48, critical: 74 }),
    // This is the level of the log line, not of the alert.
    ofEvent('log.level'),
  ],
  sourceSystem: (alert) => valueAt(alert, 'observer.product', 'event.module', 'event.dataset'),
  time: ['@timestamp'],
  systems: ['host.name', 'host.hostname', 'cloud.instance.name'],
  identity: {
    of: identityOf,
    why: 'The id is not unique: event.id is that of an event, which several rules can match. Identity: id, dataset, action, code, rule, message, host and time. Without event.id: the content, without the fields that agents and pipelines add.',
  },
  state: [rule(ownState)],
}

/** The source's text for people. Agents also put the raw event there. */
function message(alert: unknown): unknown {
  const text = textOf(valueAt(alert, 'message')) ?? ''
  return /^\s*[[{<]/.test(text) ? undefined : text
}

function ownLevel(alert: unknown): Level | null {
  return ownAt(alert, SEVERITIES, (value) => word('value')({ value }) ?? undefined) ?? null
}

function ownState(alert: unknown): State | null {
  return ownAt(alert, STATES, endOf) ?? null
}

/** `ok`, `normal` and `inactive` can be the state of the alert's subject. */
function endOf(value: string): State | undefined {
  return ENDED.test(value) ? (stateOf(value) ?? undefined) : undefined
}

/**
 * Reads one of the names in the product's own object: first in the part for this dataset (`alert` also for `alerts`), then in
 * the whole.
 */
function ownAt(alert: unknown, names: readonly string[]): string | undefined
function ownAt<T>(
  alert: unknown,
  names: readonly string[],
  read: (text: string) => T | undefined,
): T | undefined
function ownAt(alert: unknown, names: readonly string[], read: (text: string) => unknown = shown): unknown {
  const dataset = textOf(valueAt(alert, 'event.dataset', 'data_stream.dataset', 'event.module')) ?? ''
  const [product = '', part = ''] = dataset.split('.')
  const whole = ownLike((isObject(alert) ? withObjects(alert) : null) ?? alert, product)
  for (const object of [ownLike(whole, part), ownLike(whole, part.replace(/s$/, '')), whole]) {
    for (const name of isObject(object) ? names : []) {
      const value = valueAt(object, name)
      const found = typeof value === 'string' ? read(value) : undefined
      if (found !== undefined) return found
    }
  }
  return undefined
}

function shown(text: string): string | undefined {
  return text.trim() === '' ? undefined : text
}

function identityOf(alert: unknown): string {
  if (valueAt(alert, 'event.id') !== undefined) return contentHash(EVENT.map((path) => valuesAt(alert, path)))
  if (!isObject(alert)) return contentHash(alert)
  const whole = withObjects(alert) ?? alert
  const content = Object.fromEntries(Object.entries(whole).filter(([key]) => !ADDED.has(key)))
  const { event } = content
  if (!isObject(event)) return contentHash(content)
  const { ingested, created, agent_id_status, ...rest } = event
  return contentHash({ ...content, event: rest })
}

const EVENT = [
  ...['event.dataset', 'event.id', 'event.action', 'event.code', 'rule.id', 'rule.name'],
  ...['message', 'host.name', '@timestamp'],
]
/** Fields that agents and pipelines add. They differ each time the event is fetched. */
const ADDED = new Set(['agent', 'elastic_agent', 'input', 'log', 'tags', 'data_stream', '@version', '_index'])
const TITLES = ['title', 'alert_name', 'rule_name', 'policy.name', 'threat_name', 'summary']
const SEVERITIES = [
  'severity',
  'severity_name',
  'severity_label',
  'risk_level',
  'policy.severity',
  'rule.severity',
  'priority',
]
const STATES = ['status', 'state', 'alert_status', 'workflow_status']
const ENDED = /clos|resolv|positive|dismiss|suppress|fixed|remediat|archiv/i

import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { readTimestamp } from '../../../timestamp.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like, object } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/** Priorities of PagerDuty and Opsgenie, which rules that are sent there use as labels. */
const PRIORITIES = { p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'low' } as const
const TEST = like('group.groupKey', /^test-[0-9a-f]{1,16}-[0-9]{9,11}$/, 'of a test')

/**
 * An alert of Prometheus Alertmanager or Grafana alerting: one of a notified group (`group` holds the notification's common
 * fields), as Prometheus posts it to Alertmanager's API, or as Prometheus's own API lists it.
 */
export const alertmanager: Product = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  source:
    'https://prometheus.io/docs/alerting/latest/configuration/#webhook_config; https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
  forms: [
    [object('group'), hasOneOf('labels', 'annotations', 'fingerprint')],
    [object('group'), has('status'), hasOneOf('group.groupKey', 'group.groupLabels', 'group.commonLabels')],
    [object('labels'), has('startsAt')],
    [object('labels'), has('activeAt'), is('state', 'firing', 'pending', 'inactive')],
  ],
  title: [
    ...['labels.alertname', 'annotations.title', 'annotations.summary'],
    ...[
      'group.commonLabels.alertname',
      'group.groupLabels.alertname',
      'group.title',
      'annotations.description',
    ],
  ],
  titleStandIn: ['Alert of {group.receiver}', 'labels.job', 'fingerprint'],
  description: [
    ...['{annotations.summary}: {annotations.description}', '{annotations.title}: {annotations.description}'],
    ...['annotations.description', 'annotations.summary', 'annotations.title', 'annotations.message'],
    ...['{group.commonAnnotations.summary}: {group.commonAnnotations.description}'],
    ...[
      'group.commonAnnotations.description',
      'group.commonAnnotations.summary',
      'valueString',
      'group.message',
    ],
  ],
  severity: [
    word(
      'labels.severity',
      'group.commonLabels.severity',
      'labels.level',
      'labels.priority',
      'annotations.severity',
    ),
    ...['labels.severity', 'labels.priority'].map((path) => codes(path, PRIORITIES)),
  ],
  sourceSystem: systemOf,
  time: ['startsAt', 'activeAt'],
  systems: ['labels.instance', 'labels.host', 'labels.hostname'],
  identity: {
    of: identityOf,
    unmatched:
      'An alert without a fingerprint, labels and a start is its content alone, which its end does not repeat.',
    why: 'The id is not unique: the fingerprint is a hash of the labels, the same whenever the alert fires again. Identity: fingerprint and the time it started. A repetition, a regrouping and the resolution keep both. Without a fingerprint the labels take its place.',
  },
  state: [
    status('status', 'status.state'),
    // Prometheus also lists alerts that do not fire yet.
    when('state', ['pending', 'inactive'], 'informational'),
    rule(endedBefore),
    // Watchdog and similar alerts fire as long as all is well. kube-prometheus gives them the severity none.
    rule(when('labels.severity', ['none'], 'informational').read),
    // The group of Grafana's test is `test`, a fingerprint and the time; any other begins with a bracket.
    rule((alert) => (TEST.holds(alert) ? 'informational' : null)),
  ],
  leftOut: 'group.truncatedAlerts',
}

function identityOf(alert: unknown): string {
  const start = valueAt(alert, 'startsAt', 'activeAt')
  const labels = valueAt(alert, 'fingerprint') ?? valueAt(alert, 'labels')
  return contentHash(
    labels === undefined && start === undefined ? alert : [labels, readTimestamp(start) ?? start],
  )
}

/** Prometheus posts a resolved alert with an end in the past. A firing alert has no end, or one in the future. */
function endedBefore(alert: unknown): 'resolved' | null {
  if (valueAt(alert, 'status') !== undefined) return null
  const [start, end] = [readTimestamp(valueAt(alert, 'startsAt')), readTimestamp(valueAt(alert, 'endsAt'))]
  const updated = readTimestamp(valueAt(alert, 'updatedAt'))
  return start !== null && end !== null && updated !== null && end <= updated && end >= start
    ? 'resolved'
    : null
}

/** Prometheus and Grafana send the same form. A field that only Grafana sends identifies Grafana. Without one, both are named. */
function systemOf(alert: unknown): string | undefined {
  const grafana = [
    'group.orgId',
    'orgId',
    'silenceURL',
    'panelURL',
    'dashboardURL',
    'valueString',
    'values',
    'group.title',
  ]
  if (valueAt(alert, ...grafana) !== undefined) return 'Grafana'
  const hasSender = [valueAt(alert, 'generatorURL'), valueAt(alert, 'group.externalURL')].some((url) => url)
  return hasSender || valueAt(alert, 'group') === undefined ? undefined : 'Prometheus Alertmanager or Grafana'
}

import { createHash } from 'node:crypto'
import { elements, integer, isObject, own } from '../../own.ts'
import { firstWord, gravest, severityOfWord } from '../../severity.ts'
import { textOf } from '../../text.ts'
import { readTimestamp } from '../../timestamp.ts'
import type { Product } from './product.ts'

/**
 * A notification of Prometheus Alertmanager or of Grafana alerting: one group of alerts. Only alerts that fire make an
 * incident. The id covers the group and every alert in it but no status: a repetition, and the notification that some
 * of them are resolved, are replays of the incident.
 */
export const alertmanager: Product = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager or Grafana',
  detect: (body) =>
    Array.isArray(own(body, 'alerts')) &&
    own(body, 'groupKey') !== undefined &&
    isObject(own(body, 'commonLabels')),
  read: (body) => {
    const alerts = elements(own(body, 'alerts'))
    const firing = alerts.filter((alert) => (own(alert, 'status') ?? own(body, 'status')) === 'firing')
    if (firing.length === 0) return 'nothing_firing'
    return {
      title: [
        { field: 'commonLabels.alertname', value: own(body, 'commonLabels', 'alertname') },
        { field: 'groupLabels.alertname', value: own(body, 'groupLabels', 'alertname') },
        { field: 'alerts.labels.alertname', value: namesOf(firing) },
      ],
      description: [
        annotationOf(own(body, 'commonAnnotations')),
        firing.map(lineOf).filter(Boolean).join('\n'),
      ],
      severity: gravest(firing.map((alert) => firstWord(own(alert, 'labels', 'severity'), common(body)))),
      sourceSystem: [Object.hasOwn(body as object, 'orgId') ? 'Grafana' : 'Prometheus Alertmanager'],
      externalId: [identityOf(body, alerts)],
      occurredAt: [earliestOf(firing)],
      affectedSystems: firing.map((alert) => own(alert, 'labels', 'instance')),
      alertsLeftOut: (integer(own(body, 'truncatedAlerts')) ?? 0) > 0,
    }
  },
}

function common(body: unknown): unknown {
  const severity = own(body, 'commonLabels', 'severity')
  return severityOfWord(severity) === null ? undefined : severity
}

function namesOf(alerts: unknown[]): string {
  const names = alerts
    .map((alert) => textOf(own(alert, 'labels', 'alertname')))
    .filter((name) => name !== null)
  return [...new Set(names)].join(', ')
}

function lineOf(alert: unknown): string {
  return annotationOf(own(alert, 'annotations')) ?? ''
}

function annotationOf(annotations: unknown): string | undefined {
  const texts = ['summary', 'title', 'description', 'message'].map((key) => textOf(own(annotations, key)))
  return [...new Set(texts.filter(Boolean))].join(': ') || undefined
}

/** By the instant: the texts may bear different offsets. What cannot be read stands only where nothing can. */
function earliestOf(alerts: unknown[]): unknown {
  const times = alerts.map((alert) => own(alert, 'startsAt'))
  const read = times.map(readTimestamp).filter((time) => time !== null)
  return read.sort()[0] ?? times.find((time) => time !== undefined)
}

function identityOf(body: unknown, alerts: unknown[]): string {
  const members = alerts
    .map((alert) => JSON.stringify([fingerprintOf(alert), textOf(own(alert, 'startsAt'))]))
    .sort()
  const identity = JSON.stringify([textOf(own(body, 'groupKey')), members])
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`
}

/** Senders without fingerprints are distinguished by their labels, in the order of their names. */
function fingerprintOf(alert: unknown): string {
  const fingerprint = textOf(own(alert, 'fingerprint'))
  if (fingerprint) return fingerprint
  const labels = own(alert, 'labels')
  if (!isObject(labels)) return ''
  return JSON.stringify(
    Object.keys(labels)
      .sort()
      .map((name) => [name, textOf(labels[name])]),
  )
}

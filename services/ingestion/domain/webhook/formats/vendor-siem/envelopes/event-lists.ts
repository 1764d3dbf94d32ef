import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { ownLike, valuesAt } from '../../../fields.ts'
import { own } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { MAX_ALERTS, sharedAmong, withShared } from '../with-shared.ts'
import type { Envelope } from './own-envelopes.ts'

const TAP_LISTS = ['clicksPermitted', 'clicksBlocked', 'messagesDelivered', 'messagesBlocked']

/**
 * Opens notifications whose events are incomplete without the notification. Each event becomes one alert, together with what it
 * needs of the notification.
 */
export const EVENT_LISTS: readonly Envelope[] = [
  { open: oktaEvents, holds: ['data.events'] },
  { open: snykIssues, holds: ['newIssues', 'removedIssues'] },
  { open: tapEvents, holds: TAP_LISTS },
  { open: moiraEvents, holds: ['events'] },
  { open: chronicleAlerts, holds: ['alertInfos'] },
  { open: veracodeIssues, holds: ['issues'] },
  { open: sonatypeAlerts, holds: ['policyAlerts'] },
  { open: sodaResults, holds: ['checkResults'] },
  { open: redfishRecords, holds: ['Events'] },
  { open: thirdEyeAnomalies, holds: ['anomalyReports', 'completedAnomalyReports'] },
  { open: vercelAlerts, holds: ['payload.alerts'] },
  { open: nasuniAlerts, holds: ['alerts'] },
  { open: qualysDetections, holds: ['DETECTION_LIST', 'KNOWLEDGE_BASE'] },
  { open: stixIncidents, holds: ['objects'] },
]

/** Opens a notification of Alertmanager or Grafana. Each alert gets the notification's common fields under `group`. */
export function groupContents(value: Json): readonly unknown[] | null {
  const grouped = ['groupKey', 'groupLabels', 'commonLabels', 'receiver'].some(
    (key) => own(value, key) !== undefined,
  )
  if (!grouped || !isListOfObjects(own(value, 'alerts'))) return null
  const { alerts, ...group } = value as Json & { alerts: Json[] }
  return withShared(alerts, group, (alert, group) => ({
    ...alert,
    status: own(alert, 'status') ?? own(value, 'status'),
    group,
  }))
}

/** Opens an event hook of Okta. Its events have the form of the System Log, which does not show that a hook selected them. */
function oktaEvents(value: Json): readonly unknown[] | null {
  const events = valuesAt(value, 'data.events', MAX_ALERTS + 1)
  if (ownLike(value, 'eventType') !== 'com.okta.event_hook' || !isListOfObjects(events)) return null
  return withShared(events, own(value, 'source') ?? true, (event, eventHook) => ({ ...event, eventHook }))
}

/**
 * Opens a snapshot of a project by Snyk: its new issues and its removed issues. If there are neither, the snapshot is one alert
 * without a change.
 */
function snykIssues(value: Json): readonly unknown[] | null {
  if (!isObject(own(value, 'project'))) return null
  const { newIssues, removedIssues, ...snapshot } = value
  if (!Array.isArray(newIssues) || !Array.isArray(removedIssues)) return null
  const issues = [...marked(newIssues, 'new'), ...marked(removedIssues, 'removed')]
  return issues.length === 0
    ? [{ change: 'none', snapshot }]
    : withShared(issues, snapshot, (issue, snapshot) => ({ ...issue, snapshot }))
}

function marked(issues: readonly unknown[], change: string): Json[] {
  return issues.filter(isObject).map((issue) => ({ ...issue, change }))
}

/** Opens an answer of Proofpoint's SIEM API. The name of an event's list tells what happened to the message or the click. */
function tapEvents(value: Json): readonly unknown[] | null {
  const events = TAP_LISTS.flatMap((name) => {
    const list = own(value, name)
    return isListOfObjects(list) ? list.map((event) => ({ ...event, tapList: name })) : []
  })
  return events.length === 0 ? null : events
}

/** A notification of Moira: the changes of the metrics of a trigger. */
function moiraEvents(value: Json): readonly unknown[] | null {
  const trigger = own(value, 'trigger')
  const events = own(value, 'events')
  if (own(trigger, 'id') === undefined || own(value, 'contact') === undefined || !isListOfObjects(events))
    return null
  if (!events.every((event) => own(event, 'old_state') !== undefined)) return null
  return events.map((event) => ({ ...event, moiraTrigger: trigger }))
}

/** The alerts of Google SecOps about an asset or a user, which they do not name. */
function chronicleAlerts(value: Json): readonly unknown[] | null {
  if (!isObject(own(value, 'asset')) && !isObject(own(value, 'user'))) return null
  const { alertInfos, ...chronicle } = value
  if (!isListOfObjects(alertInfos)) return null
  return withShared(alertInfos, chronicle, (alert, chronicle) => ({ ...alert, chronicle }))
}

/** A notification of Veracode SCA: its issues, which do not name their project. */
function veracodeIssues(value: Json): readonly unknown[] | null {
  if (!/^VULN_ISSUES_/.test(plainText(own(value, 'event')))) return null
  const { issues, ...notification } = value
  if (!isListOfObjects(issues)) return null
  return withShared(issues, notification, (issue, veracode) => ({ ...issue, veracode }))
}

/** A notification of Sonatype Lifecycle: the violations of policies, which do not name their application. */
function sonatypeAlerts(value: Json): readonly unknown[] | null {
  if (own(value, 'application', 'name') === undefined) return null
  const { policyAlerts, ...notification } = value
  if (!isListOfObjects(policyAlerts)) return null
  return withShared(policyAlerts, notification, (alert, sonatype) => ({ ...alert, sonatype }))
}

/** A notification of Soda Cloud about results of checks. */
function sodaResults(value: Json): readonly unknown[] | null {
  const results = own(value, 'checkResults')
  if (own(value, 'event') !== 'checkEvaluation' || !isListOfObjects(results)) return null
  return results.map((result) => ({ ...result, sodaEvent: 'checkEvaluation' }))
}

/** An event of Redfish: its records. If several controllers write the same record, only the event tells them apart. */
function redfishRecords(value: Json): readonly unknown[] | null {
  if (!/^#Event\./.test(plainText(own(value, '@odata.type')))) return null
  const { Events: records, ...event } = value
  if (!isListOfObjects(records)) return null
  return withShared(records, event, (record, redfish) => ({ ...record, redfish }))
}

/** A report of StarTree ThirdEye: the anomalies that it found, and those that are over. */
function thirdEyeAnomalies(value: Json): readonly unknown[] | null {
  const group = own(value, 'subscriptionGroup')
  const { anomalyReports: found = [], completedAnomalyReports: over = [] } = value
  if (!isObject(group) || !Array.isArray(found) || !Array.isArray(over)) return null
  const anomalies = [...marked(found, 'new'), ...marked(over, 'removed')]
  if (anomalies.length === 0) return null
  return withShared(anomalies, group, (anomaly, thirdEye) => ({ ...anomaly, thirdEye }))
}

/** A notification of Vercel: the anomalies of a project, which do not name the project. */
function vercelAlerts(value: Json): readonly unknown[] | null {
  const payload = own(value, 'payload')
  if (own(value, 'type') !== 'alerts.triggered' || !isObject(payload)) return null
  const { alerts, ...about } = payload
  if (!isListOfObjects(alerts)) return null
  const vercel = { type: 'alerts.triggered', payload: about }
  return withShared(alerts, vercel, (alert, vercel) => ({ ...alert, vercel }))
}

/** A notification of Nasuni File IQ: the alerts of an appliance, which do not name the appliance. */
function nasuniAlerts(value: Json): readonly unknown[] | null {
  if (!isObject(own(value, 'source_appliance'))) return null
  const { alerts, ...notification } = value
  if (!isListOfObjects(alerts)) return null
  return withShared(alerts, notification, (alert, nasuni) => ({ ...alert, nasuni }))
}

/** A host of Qualys VMDR: its detections, as its XML or other senders list them. An entry of the knowledge base belongs to the detections with its QID. */
function qualysDetections(value: Json): readonly unknown[] | null {
  const { DETECTION_LIST: list, KNOWLEDGE_BASE: known, ...host } = value
  const detections = [own(list, 'DETECTION') ?? list].flat()
  if (!isListOfObjects(detections) || !detections.every((one) => own(one, 'QID') !== undefined)) return null
  const only = detections.length === 1 && isObject(known) ? known : null
  const entries = new Map<string, unknown>()
  for (const entry of [known].flat()) {
    const QID = plainText(own(entry, 'QID'))
    if (!entries.has(QID)) entries.set(QID, sharedAmong(detections, entry))
  }
  return withShared(detections, host, (detection, host) => ({
    ...(isObject(host) ? host : {}),
    DETECTION_LIST: detection,
    KNOWLEDGE_BASE: entries.get(plainText(own(detection, 'QID'))) ?? only,
  }))
}

/** A bundle of STIX: its incidents. Its other objects are what they are about. */
function stixIncidents(value: Json): readonly unknown[] | null {
  const objects = own(value, 'objects')
  if (own(value, 'type') !== 'bundle' || !isListOfObjects(objects)) return null
  const incidents = objects.filter((object) => own(object, 'type') === 'incident')
  return incidents.length === 0 ? null : incidents
}

/**
 * Recognises the ping that Snyk sends when a webhook is created: an object with the webhook's id alone. Only a whole body
 * counts as a ping.
 */
export function snykPing(body: unknown): Json | null {
  const webhookId = own(body, 'webhookId')
  const isPing = isObject(body) && Object.keys(body).length === 1 && UUID.test(plainText(webhookId))
  return isPing ? { change: 'ping', webhookId } : null
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isListOfObjects(value: unknown): value is Json[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

type Json = { [key: string]: unknown }

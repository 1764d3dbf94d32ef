import { expect, test } from 'vitest'
import { readAlert } from '../../services/ingestion/domain/webhook/formats/vendor-siem/read-alert.ts'
import { everyProduct, type Json, sampleAlerts, withValue } from './product-alerts.ts'

const samples = sampleAlerts()

type Values = { [path: string]: unknown }

/** Words and numbers with which products say that somebody works on an alert, or on which people opened it again. */
const VERDICTS: readonly [product: string, verdict: Values, begins: Values, ...atWork: Values[]][] = [
  [
    'sentinelone_threat',
    { 'threatInfo.mitigationStatus': 'marked_as_benign' },
    { 'threatInfo.incidentStatus': 'unresolved' },
    { 'threatInfo.incidentStatus': 'in_progress' },
  ],
  [
    'sentinelone_threat',
    { markedAsBenign: true },
    { 'threatInfo.incidentStatus': 'unresolved' },
    { 'threatInfo.incidentStatus': 'in_progress' },
  ],
  [
    'sentinelone_threat',
    { resolved: true },
    { 'threatInfo.incidentStatus': 'unresolved' },
    { 'threatInfo.incidentStatus': 'IN_PROGRESS' },
  ],
  [
    'cortex_xdr_alert',
    { resolution_status: 'STATUS_060_RESOLVED_FALSE_POSITIVE' },
    { 'status.progress': 'Resolved' },
    { status: { progress: 'In Progress' } },
    { status: { progress: 'Under Investigation' } },
  ],
  [
    'cortex_xdr_incident',
    { status: 'resolved_false_positive' },
    {},
    { status_progress: 'In Progress' },
    { status_progress: 'under_investigation' },
  ],
  [
    'github_alert',
    { 'alert.resolution': 'false_positive' },
    { 'alert.state': 'resolved' },
    { 'alert.state': 'open', action: 'created' },
  ],
  [
    'recorded_future',
    { 'review.status': 'dismiss' },
    { 'review.status_in_portal': 'Dismissed' },
    { 'review.status_in_portal': 'Pending' },
  ],
  [
    'carbon_black_notification',
    { 'threatHunterInfo.dismissed': true },
    {},
    { 'threatHunterInfo.status': 'IN_PROGRESS' },
  ],
  [
    'google_secops',
    { feedbackSummary: { verdict: 'FALSE_POSITIVE' } },
    { 'feedbackSummary.status': 'NEW' },
    { 'feedbackSummary.status': 'OPEN' },
  ],
  [
    'kaspersky_kuma',
    { closingReason: 'incorrect data' },
    { status: 'new' },
    { status: 'assigned' },
    { status: 'escalated' },
  ],
  [
    'dfir_iris',
    { resolution_status: { resolution_status_name: 'False Positive' } },
    { 'status.status_name': 'New' },
    { status: { status_name: 'In progress' } },
    { status: { status_name: 'Pending' } },
  ],
  [
    'sumo_logic_insight',
    { resolution: 'False Positive' },
    { status: { name: 'new' } },
    { status: { name: 'inprogress' } },
  ],
  ['symantec_endpoint_security', { resolution_id: 3 }, { state_id: 1 }, { state_id: 2 }, { state_id: 3 }],
  [
    'rapid7_insightidr',
    { disposition: 'BENIGN' },
    { status: 'OPEN' },
    { status: 'INVESTIGATING' },
    { status: 'WAITING' },
  ],
  [
    'aws_security_hub',
    { VerificationState: 'BENIGN_POSITIVE' },
    { Workflow: { Status: 'NEW' } },
    { Workflow: { Status: 'NOTIFIED' } },
    { WorkflowState: 'IN_PROGRESS' },
  ],
  [
    'aws_security_hub',
    { WorkflowState: 'RESOLVED' },
    { Workflow: { Status: 'RESOLVED' } },
    { Workflow: { Status: 'NEW' } },
  ],
  [
    'datadog',
    { alert_type: 'success' },
    { alert_transition: 'Recovered' },
    { alert_transition: 'Triggered' },
    { alert_transition: 'Re-Warn' },
  ],
  ['cyera', { riskStatus: 'Mitigated' }, { status: 'Open' }, { status: 'In Progress' }],
  ['crowdstrike_alert', { tags: ['False Positive'] }, { status: 20 }, { status: 30 }, { status: 25 }],
  ['ocsf_finding', { verdict_id: 1 }, { status_id: 1 }, { status: undefined, status_id: 2 }],
  ['ocsf_finding', { verdict_id: 1, class_uid: 2005 }, { status_id: 1 }, { status: undefined, status_id: 3 }],
  ['ocsf_finding', { verdict_id: 10 }, { status_id: 1 }, { status: 'In Progress' }],
  [
    'splunk_notable',
    { disposition_label: 'False Positive - Inaccurate Data' },
    { status: 1 },
    { status: 2 },
    { status_label: 'Pending' },
  ],
]

test.each(VERDICTS)(
  '%s: the verdict %o ends an alert with %o, and none on which somebody works',
  (id, verdict, begins, ...atWork) => {
    const product = everyProduct.find((one) => one.id === id)!
    const stateOf = (alert: Json) => {
      const read = readAlert(product, alert)
      return 'missing' in read ? undefined : read.state
    }
    const alert = samples.get(id)!.find((one) => stateOf(one) === 'open')!
    const judged = changed(alert, verdict)
    expect(stateOf(changed(judged, begins))).not.toBe('open')
    expect(stateOf(changed(judged, begins))).toEqual(expect.any(String))
    for (const values of atWork) expect(stateOf(changed(judged, values)), JSON.stringify(values)).toBe('open')
  },
)

function changed(alert: Json, values: Values): Json {
  return Object.entries(values).reduce(
    (one, [path, value]) => withValue(one, path, value) ?? nestedIn(one, path, value),
    alert,
  )
}

function nestedIn(alert: Json, path: string, value: unknown): Json {
  const [first, ...rest] = path.split('.')
  return { ...alert, [first!]: rest.length === 0 ? value : nestedIn({}, rest.join('.'), value) }
}

import { valueAt } from '../../../fields.ts'
import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/** An alert of Palo Alto Networks Cortex XDR or XSIAM (get alerts, get alerts multi events, notification). */
export const cortexXdrAlert: Product = {
  id: 'cortex_xdr_alert',
  name: 'Cortex XDR',
  source:
    'https://docs-cortex.paloaltonetworks.com/r/Cortex-XDR-REST-API/Get-Alerts; SEKOIA-IO/intake-formats, paloalto-cortex-xdr/tests',
  forms: [
    [hasOneOf('alert_id', 'issue_id'), hasOneOf('detection_timestamp', 'local_insert_ts'), has('severity')],
    [has('internal_id'), has('detection_timestamp'), has('alert_type')],
    [has('external_id'), has('detection_timestamp'), has('matching_status')],
    // Get alerts by filter.
    [has('internal_id'), has('alert_name'), has('severity'), hasOneOf('source_insert_ts', 'local_insert_ts')],
  ],
  title: ['name', 'alert_name'],
  titleStandIn: ['category', 'Cortex XDR alert {alert_id}', 'Cortex XDR issue {issue_id}'],
  description: ['description', 'alert_description'],
  severity: [word('severity')],
  time: ['detection_timestamp', 'event_timestamp', 'source_insert_ts', 'local_insert_ts'],
  systems: ['host_name', 'agent_hostname', 'endpoint_id'],
  identity: {
    of: (alert) => (IS_TIMED.holds(alert) ? ofTimed(alert) : ofUntimed(alert)),
    why: "The id is not unique: each tenant counts its alerts (get alerts, alert_id). Identity: number and the time of detection; without that time, number, name and the times at which the alert came in. A change of the status keeps them. external_id is the rule's or the sensor's and is not read.",
  },
  state: [reasonOfEnd(status('resolution_status'), 'status.progress'), status('status.progress')],
}

/** An incident of Cortex XDR (get incidents), or an alert as its webhook sends it, which has no id of its own. */
export const cortexXdrIncident: Product = {
  id: 'cortex_xdr_incident',
  name: 'Cortex XDR',
  source:
    'https://docs-cortex.paloaltonetworks.com/r/Cortex-XDR-REST-API/Get-Incidents; api-evangelist/palo-alto-networks, json-schema/cortex-xdr-webhooks-alert-payload-schema.json',
  forms: [
    [has('incident_id'), has('creation_time'), hasOneOf('alert_count', 'xdr_url', 'incident_name')],
    [has('case_id'), has('creation_time'), hasOneOf('issue_count', 'case_name')],
  ],
  title: [
    { path: 'name', of: (alert) => (IS_NOTIFICATION.holds(alert) ? valueAt(alert, 'name') : undefined) },
    ...['incident_name', 'case_name'],
    // Without a host and a user, the description of an incident is ` --- `.
    { path: 'description', part: /^([^\p{L}\p{N}]*[\p{L}\p{N}][\s\S]*)$/u },
    ...['alerts.name', 'alert_categories'],
  ],
  titleStandIn: ['Cortex XDR incident {incident_id}', 'Cortex XDR case {case_id}'],
  description: ['description'],
  severity: [word('severity', 'manual_severity', 'aggregated_score')],
  time: ['creation_time', 'detection_time'],
  systems: ['hosts'],
  identity: {
    of: (alert) => (IS_NOTIFICATION.holds(alert) ? ofAlert(alert) : ofIncident(alert)),
    why: 'The id is not unique: each tenant counts its incidents (get incidents, incident_id). Identity: number and the time of creation. A change of the status keeps both. The webhook of an alert has the number of its incident, to which the name of the alert is added.',
  },
  // Either can say that somebody works on the incident, after an end that the other keeps.
  state: [reasonOfEnd(status('status'), 'status_progress'), reasonOfEnd(status('status_progress'), 'status')],
}

const IDS = ['alert_id', 'internal_id', 'issue_id']
const IS_TIMED = has('detection_timestamp')
const ofTimed = idAnd(IDS, 'detection_timestamp')
const ofUntimed = idAnd(IDS, 'source_insert_ts', 'local_insert_ts', ['alert_name', 'name'])

const IS_NOTIFICATION = has('name')
const ofIncident = idAnd(['incident_id', 'case_id'], 'creation_time')
const ofAlert = idAnd('incident_id', 'creation_time', 'name')

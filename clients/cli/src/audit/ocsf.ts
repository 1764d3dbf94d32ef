import type { Entry, Incident } from './entry.ts'

/** The version of the Open Cybersecurity Schema Framework that the events follow. */
const VERSION = '1.6.0'
const PRODUCT = { name: 'Attestry', vendor_name: 'Attestry' }

/** An audit entry as OCSF API Activity (class 6003, category Application Activity). */
export function apiActivity(entry: Entry, server: string): object {
  const activity = activityOf(entry.operation)
  const ok = entry.outcome === 'ok'
  return {
    category_uid: 6,
    category_name: 'Application Activity',
    class_uid: 6003,
    class_name: 'API Activity',
    activity_id: activity.id,
    activity_name: activity.name,
    type_uid: 600300 + activity.id,
    type_name: `API Activity: ${activity.name}`,
    time: Date.parse(entry.at),
    ...countedIn(entry.details),
    severity_id: ok ? 1 : entry.outcome === 'failed' ? 3 : 2,
    severity: ok ? 'Informational' : entry.outcome === 'failed' ? 'Medium' : 'Low',
    status_id: ok ? 1 : 2,
    status: ok ? 'Success' : 'Failure',
    ...(entry.code === null ? {} : { status_code: entry.code }),
    message: `${entry.operation}: ${entry.outcome}`,
    metadata: {
      version: VERSION,
      product: PRODUCT,
      uid: entry.id,
      correlation_uid: entry.request_id,
      sequence: entry.leaf_index,
      tenant_uid: entry.organization_id,
      log_name: 'audit',
      log_provider: 'attestry',
    },
    actor: actorOf(entry.actor),
    api: {
      operation: entry.operation,
      service: { name: `attestry ${entry.via}` },
      request: { uid: entry.request_id },
      response: { code: ok ? 0 : 1, ...(entry.code === null ? {} : { error: entry.code }) },
    },
    src_endpoint: { uid: entry.actor.id ?? entry.actor.kind, name: entry.actor.name ?? entry.actor.kind },
    dst_endpoint: { name: server },
    unmapped: { details: entry.details, receipts: entry.receipts },
  }
}

/** How many calls an entry stands for, and when they came, where it counts calls that have no entry each. */
function countedIn({ calls, window_start, window_end }: Entry['details']): object {
  if (typeof calls !== 'number') return {}
  return {
    count: calls,
    start_time: Date.parse(String(window_start)),
    end_time: Date.parse(String(window_end)),
  }
}

/** An incident as OCSF Incident Finding (class 2005, category Findings). */
export function incidentFinding(incident: Incident, entry: Entry): object {
  const opened = OPENS.includes(entry.operation)
  const closed = MOVES.includes(entry.operation) && ENDS.includes(incident.status)
  const [activity, name] = opened ? [1, 'Create'] : closed ? [3, 'Close'] : [2, 'Update']
  const [severityId, severity] = SEVERITIES[incident.severity] ?? [0, 'Unknown']
  const [statusId, status] = STATUSES[incident.status] ?? [99, incident.status]
  return {
    category_uid: 2,
    category_name: 'Findings',
    class_uid: 2005,
    class_name: 'Incident Finding',
    activity_id: activity,
    activity_name: name,
    type_uid: 200500 + Number(activity),
    type_name: `Incident Finding: ${name}`,
    time: Date.parse(entry.at),
    severity_id: severityId,
    severity,
    status_id: statusId,
    status,
    message: incident.title,
    desc: incident.description,
    metadata: {
      version: VERSION,
      product: PRODUCT,
      uid: `${entry.id}:${incident.id}`,
      correlation_uid: incident.id,
      sequence: entry.leaf_index,
      tenant_uid: entry.organization_id,
    },
    // OCSF requires an assignee or a group. The API does not give the owner, so the organization is named.
    assignee_group: { uid: entry.organization_id, name: 'organization' },
    finding_info_list: [
      {
        uid: incident.id,
        title: incident.title,
        desc: incident.description,
        created_time: Date.parse(incident.created_at),
        first_seen_time: Date.parse(incident.detected_at),
        ...(incident.source.source_system === null ? {} : { data_sources: [incident.source.source_system] }),
      },
    ],
    unmapped: {
      external_id: incident.source.external_id,
      is_significant: incident.is_significant,
      regulation: incident.regulation,
      affected_systems: incident.affected_systems,
      early_warning_deadline: incident.early_warning_deadline,
      notification_deadline: incident.notification_deadline,
      final_report_deadline: incident.final_report_deadline,
    },
  }
}

function actorOf({ kind, id, name }: Entry['actor']): object {
  const [typeId, type] = kind === 'user' ? [1, 'User'] : kind === 'system' ? [3, 'System'] : [99, kind]
  const user = { ...(id === null ? {} : { uid: id }), name: name ?? kind, type_id: typeId, type }
  return kind === 'user' ? { user: { ...user, ...(name === null ? {} : { email_addr: name }) } } : { user }
}

/** Returns Create, Read, Update, Delete or Other, by the verb that an operation begins with. */
function activityOf(operation: string): { id: number; name: string } {
  const verb = /^[a-z]+/.exec(operation)?.[0] ?? ''
  const found = ACTIVITIES.find(({ verbs }) => verbs.includes(verb))
  return found ?? { id: 99, name: 'Other' }
}

const ACTIVITIES = [
  {
    id: 1,
    name: 'Create',
    verbs: ['create', 'submit', 'deliver', 'record', 'open', 'export', 'invite', 'file'],
  },
  {
    id: 2,
    name: 'Read',
    verbs: ['get', 'list', 'read', 'query', 'verify', 'review', 'replay', 'count', 'summarize', 'try'],
  },
  {
    id: 3,
    name: 'Update',
    verbs: [
      'update',
      'set',
      'move',
      'edit',
      'change',
      'reset',
      'rotate',
      'assess',
      'accept',
      'resolve',
      'certify',
      'attest',
    ],
  },
  { id: 4, name: 'Delete', verbs: ['delete', 'revoke', 'disable', 'retire', 'end', 'dismiss'] },
]

/** Operations that open an incident, those that change its status, and the statuses that end it. */
const OPENS = ['createIncident', 'deliverIncident']
const MOVES = ['moveIncident', 'setIncidentStatus']
const ENDS = ['closed', 'dismissed', 'resolved']

const SEVERITIES: { [severity: string]: [number, string] } = {
  low: [2, 'Low'],
  medium: [3, 'Medium'],
  high: [4, 'High'],
  critical: [5, 'Critical'],
}

const STATUSES: { [status: string]: [number, string] } = {
  open: [1, 'New'],
  investigating: [2, 'In Progress'],
  contained: [2, 'In Progress'],
  resolved: [4, 'Resolved'],
  closed: [5, 'Closed'],
}

import { choices, code, flag, long, made, number, text, time, word, words } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.IncidentService'
const status = word('status', 'Status', 'INCIDENT_STATUS')

export const incidents = {
  name: 'incidents',
  title: 'Incidents',
  group: 'Registers',
  about:
    'What happened, when it must be reported, and where it stands. Reported over the API and the webhook.',
  list: { rpc: `${SERVICE}/ListIncidents`, items: 'incidents', paged: true },
  columns: [
    text('title', 'Title'),
    word('severity', 'Severity', 'SEVERITY'),
    status,
    word('regulation', 'Regulation', 'REGULATION'),
    time('detectedAt', 'Detected'),
    made('Next deadline', nextDeadline, 'due'),
  ],
  show: {
    rpc: `${SERVICE}/GetIncident`,
    request: (id) => ({ id }),
    item: 'incident',
    title: ({ title }) => title,
    fields: [
      status,
      word('severity', 'Severity', 'SEVERITY'),
      flag('isSignificant', 'Significant'),
      word('regulation', 'Regulation', 'REGULATION'),
      long('description', 'Description'),
      words('affectedSystems', 'Affected systems'),
      number('affectedPersonsCount', 'Affected persons'),
      time('detectedAt', 'Detected'),
      time('earlyWarningDeadline', 'Early warning due'),
      time('notificationDeadline', 'Notification due'),
      time('finalReportDeadline', 'Final report due'),
      text('source.kind', 'Reported through'),
      text('source.sourceSystem', 'Source system'),
      text('source.externalId', 'External id'),
      code('source.bodySha256', 'SHA-256 of what arrived'),
      time('createdAt', 'Recorded'),
      code('id', 'Id'),
    ],
    parts: [
      {
        title: 'History',
        about: 'Every version, newest first. Versions are appended and never changed.',
        of: ({ versions = [] }) => versions,
        columns: [number('version', 'Version'), status, long('note', 'Note')],
      },
      {
        title: 'Reports of its sender',
        about: 'What came for this incident after it was opened, newest first, and where it differs.',
        rpc: `${SERVICE}/ListIncidentTimeline`,
        request: (id) => ({ id }),
        of: ({ entries = [] }) => entries.filter(({ delivery }) => delivery).map(report),
        columns: [
          time('at', 'At'),
          text('what', 'What'),
          text('state', 'State'),
          word('severity', 'Severity', 'SEVERITY'),
          text('title', 'Title'),
          words('differs', 'Differs in'),
        ],
      },
    ],
    downloads: [
      {
        endpoint: 'GET /api/control/evidence-export',
        label: 'Support package',
        href: (id) => `/api/control/evidence-export?incident_id=${id}`,
      },
    ],
  },
  actions: [
    {
      label: 'Move',
      rpc: `${SERVICE}/MoveIncident`,
      inputs: [
        {
          name: 'status',
          label: 'New status',
          kind: 'select',
          options: choices(
            'INCIDENT_STATUS',
            'open',
            'investigating',
            'contained',
            'resolved',
            'closed',
            'dismissed',
          ),
          value: (row) => row.status,
        },
        {
          name: 'note',
          label: 'Note',
          kind: 'textarea',
          hint: 'What was found or done; stays in the history.',
        },
      ],
      request: ({ id }, values) => ({ id, ...values }),
    },
  ],
}

/** What a delivery says of the incident. */
function report({ at, delivery }) {
  const { outcome, report: { status, state, ...alert } = {} } = delivery
  return {
    ...alert,
    at,
    what: outcome === 'closure' ? 'closed by its sender' : 'reported again',
    state: status ?? state,
  }
}

/** Whether work on an incident is still going on. */
export function isOpen(incident) {
  return ['OPEN', 'INVESTIGATING', 'CONTAINED'].some(
    (status) => incident.status === `INCIDENT_STATUS_${status}`,
  )
}

/** The next of the three deadlines of an open incident, or the last when all are past. */
export function nextDeadline(incident, now = new Date().toISOString()) {
  if (!isOpen(incident)) return undefined
  const { earlyWarningDeadline, notificationDeadline, finalReportDeadline } = incident
  return [earlyWarningDeadline, notificationDeadline].find((at) => at > now) ?? finalReportDeadline
}

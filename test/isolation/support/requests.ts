import type { Property } from './property.ts'
import type { Body } from './rpcs.ts'

/**
 * Returns the request that an RPC accepts beside the id, so that the call reaches the look-up of the thing. If the RPC names
 * several things, the others are the caller's own. RPCs that are not listed need nothing more.
 */
export function requestOf(operation: string, { ids, names }: Property): Body {
  const at = new Date().toISOString()
  const reason = 'tried'
  const [mark] = names.suite.split(' ')
  const requests: { [operation: string]: Body } = {
    moveIncident: { status: 'INCIDENT_STATUS_CLOSED', note: 'tried' },
    setIncidentStatus: { status: 'INCIDENT_STATUS_CLOSED', note: 'tried' },
    editIncident: {
      ...{ id: ids.incident, expectedVersion: 1, reason, title: 'tried' },
      links: { values: [{ kind: 'asset', id: ids.asset }] },
    },
    setIncidentMoments: { moments: [{ moment: 'MOMENT_AWARE', at }], reason },
    assessIncident: { regime: 'REGIME_NIS2', applies: true, grounds: 'tried' },
    commentIncident: { text: 'tried' },
    attachToIncident: { name: 'tried.txt', content: Buffer.from('tried').toString('base64') },
    mergeIncident: { id: ids.incident, intoId: ids.incident, reason },
    getIncidentAttachment: { id: ids.incident, attachmentId: ids.attachment },
    fileIncidentReport: { id: ids.incident, ...EARLY_WARNING, submittedAt: at, recipient: 'CSIRT' },
    createIncidentReport: EARLY_WARNING,
    editIncidentReport: {
      ...{ id: ids.incident, reportId: ids.report, expectedVersion: 2 },
      values: [{ field: 'contact', text: 'tried' }],
    },
    getIncidentReport: { id: ids.incident, reportId: ids.report },
    renderIncidentReport: { id: ids.incident, reportId: ids.report, format: 'REPORT_FORMAT_JSON' },
    editAsset: { expectedVersion: 1, name: 'tried' },
    editSupplier: { expectedVersion: 1, name: 'tried' },
    assessSupplier: { status: 'ASSESSMENT_STATUS_APPROVED' },
    updateKey: { name: 'tried' },
    updateUser: { role: 'ROLE_MEMBER' },
    updateSystem: { attestationRoles: { values: ['ciso'] } },
    updateProfile: { modelVersion: 'tried' },
    updateWebhookEndpoint: { name: 'tried' },
    updateChannel: { name: 'tried' },
    updateOrganization: { name: 'tried' },
    attest: { role: 'ciso', statement: 'tried' },
    createProfile: {
      agentIdentity: 'tried',
      tools: [],
      modelName: 'm',
      modelVersion: '1',
      promptVersion: '1',
    },
    createSuite: {
      name: 'tried',
      thresholds: [{ metricName: 'm', evalType: 'custom', operator: 'OPERATOR_LTE', value: 1 }],
    },
    openTrigger: { reason },
    getMetricSeries: { evalType: mark, metricName: `${mark} rate` },
    resolveTrigger: { reason, occurrences: 1 },
    dismissProposal: { reason, occurrences: 1 },
    acceptProposal: {
      ...{ id: ids.gap, reason, occurrences: 1 },
      profile: { modelName: 'm', modelVersion: '1', promptVersion: '1' },
    },
    submitRunEvents: {
      events: [{ seq: 7, eventType: 'EVENT_TYPE_APPROVAL', occurredAt: at, payload: {} }],
    },
    submitEvaluations: {
      evaluations: [
        {
          ...{ source: 'ci', evalType: 'custom', metricName: 'm', metricValue: 1, passed: true },
          evaluatedAt: at,
        },
      ],
    },
  }
  return requests[operation] ?? {}
}

/** Returns the path and id of the outer thing if an RPC looks up one thing within another. The outer one is the caller's own. */
export function outerOf(
  operation: string,
  field: string,
  { ids }: Property,
): [path: string[], id: string] | undefined {
  if (operation === 'submitEvaluations' && field === 'evalSuite')
    return [['evaluations', 'aiSystemId'], ids.system!]
  if (operation === 'listWebhookDeliveries' && field === 'cursor') return [['endpointId'], ids.endpoint!]
  if (operation === 'listIncidentAttachments' && field === 'cursor') return [['id'], ids.incident!]
  if (operation === 'listIncidentReports' && field === 'cursor') return [['id'], ids.incident!]
  if (operation === 'listIncidentTimeline' && field === 'cursor') return [['id'], ids.incident!]
  if (operation === 'listRejectedDeliveries' && field === 'cursor') return [['id'], ids.endpoint!]
  return undefined
}

const EARLY_WARNING = { regime: 'REGIME_NIS2', step: 'early_warning' }

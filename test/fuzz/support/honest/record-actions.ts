import type { Answer } from '../../../harness/rest.ts'
import { type Actions, ago, type Filed, kept, next, type Worker } from './worker.ts'

/** Incidents, obligations, assets, suppliers, webhook endpoints and keys. */
export const RECORD_ACTIONS: Actions = {
  async incident(w) {
    const answer = await w.rest('/incidents', {
      title: `Incident ${next(w)}`,
      severity: w.of(SEVERITIES),
      ...(w.below(2) ? { regulation: w.of(['nis2', 'dora', 'gdpr']) } : {}),
      ...(w.below(3) ? {} : { affected_persons_count: w.below(100_000) }),
    })
    return kept(answer, w.known.incidents, answer.body?.id)
  },
  listIncidents: (w) => w.rest(`/incidents?limit=${1 + w.below(20)}`),
  moveIncident: (w) =>
    w.rpc('member', 'ledger.v1.IncidentService/MoveIncident', {
      ...{ id: w.of(w.known.incidents), note: `moved ${next(w)}` },
      status: `INCIDENT_STATUS_${w.of(['OPEN', 'INVESTIGATING', 'CONTAINED', 'CLOSED'])}`,
    }),
  editIncident: (w) =>
    ofIncident(w, 'EditIncident', {
      reason: 'known better',
      ...w.of([
        { title: `Known better ${next(w)}` },
        { severity: `SEVERITY_${w.of(SEVERITIES).toUpperCase()}` },
        { affectedPersonsCount: String(w.below(1000)) },
        { detectedAt: ago(w.below(100_000)) },
      ]),
    }),
  assess: (w) =>
    ofIncident(w, 'AssessIncident', {
      ...{ regime: w.of(['REGIME_NIS2', 'REGIME_DORA', 'REGIME_GDPR']), applies: w.below(3) > 0 },
      ...{ level: '', grounds: 'as far as known' },
    }),
  moments: (w) =>
    ofIncident(w, 'SetIncidentMoments', {
      moments: [{ moment: w.of(['MOMENT_AWARE', 'MOMENT_CONTAINED']), at: ago(w.below(10_000)) }],
    }),
  merge: (w) => ofIncident(w, 'MergeIncident', { intoId: w.of(w.known.incidents), reason: 'the same' }),
  comment: (w) =>
    w.rpc('second', 'ledger.v1.IncidentWorkService/CommentIncident', {
      ...{ id: w.of(w.known.incidents), text: `comment ${next(w)}` },
    }),
  attach: (w) =>
    w.rpc('member', 'ledger.v1.IncidentWorkService/AttachToIncident', {
      ...{ id: w.of(w.known.incidents), name: 'a.txt', mediaType: 'text/plain' },
      content: Buffer.from(`content ${w.below(5)}`).toString('base64'),
    }),
  async report(w) {
    const incidentId = w.of(w.known.incidents)
    const answer = await w.rpc('member', 'ledger.v1.IncidentReportService/CreateIncidentReport', {
      ...{ id: incidentId, ...w.of(STEPS) },
    })
    return kept(answer, w.known.reports, { id: answer.body?.report?.id, incidentId })
  },
  editReport(w) {
    const report = w.of(w.known.reports)
    return w.rpc('member', 'ledger.v1.IncidentReportService/EditIncidentReport', {
      ...{ id: report?.incidentId, reportId: report?.id, expectedVersion: 1 + w.below(3) },
      values: [{ field: 'contact', text: `SOC ${next(w)}` }],
    })
  },
  file(w) {
    const report = w.of(w.known.reports)
    const named = w.below(2) ? { id: report?.incidentId, reportId: report?.id } : {}
    return filed(w, { id: w.of(w.known.incidents), ...w.of(STEPS), ...named })
  },
  async fileAssessed(w) {
    const id = w.of(w.known.incidents)
    const { regime, step } = w.of(STEPS)
    await ofIncident(w, 'AssessIncident', {
      id,
      regime,
      applies: true,
      level: '',
      grounds: 'as far as known',
    })
    return await filed(w, { id, regime, step })
  },
  async correct(w) {
    const first = w.of<Filed | undefined>(w.known.filings)
    return first === undefined ? undefined : await filed(w, first)
  },
  async mergeFiled(w) {
    const filing = w.of<Filed | undefined>(w.known.filings)
    if (filing === undefined) return undefined
    const { id, ...again } = filing
    const intoId = w.of(w.known.incidents)
    const merged = await ofIncident(w, 'MergeIncident', { intoId, reason: 'the same' }, id)
    await filed(w, filing)
    await filed(w, { ...again, id: intoId, corrects: '' })
    return merged
  },
  async reporting(w) {
    const { body } = await w.rpc('admin', 'ledger.v1.ObligationService/GetReportingSettings', {})
    const timeZone = w.of(['Europe/Paris', 'Europe/Berlin', 'UTC'])
    return await w.rpc('admin', 'ledger.v1.ObligationService/UpdateReportingSettings', {
      settings: { ...body.settings, timeZone },
    })
  },
  due: (w) => w.rpc('member', 'ledger.v1.ObligationService/ListObligations', {}),
  async asset(w) {
    const headers: Record<string, string> = w.below(2) ? { 'idempotency-key': `asset-${w.below(40)}` } : {}
    const body = {
      ...{ name: 'Server', asset_type: 'system' },
      ...{ classification: 'internal', business_criticality: 'low' },
    }
    const answer = await w.rest('/assets', body, headers)
    return kept(answer, w.known.assets, answer.body?.id)
  },
  editAsset: (w) =>
    w.rpc('member', 'ledger.v1.AssetService/EditAsset', {
      ...{ id: w.of(w.known.assets), expectedVersion: 1 + w.below(3), name: `Server ${next(w)}` },
    }),
  retire: (w) => w.rpc('member', 'ledger.v1.AssetService/RetireAsset', { id: w.of(w.known.assets) }),
  async supplier(w) {
    const answer = await w.rest('/suppliers', { name: `S ${next(w)}`, category: 'standard' })
    return kept(answer, w.known.suppliers, answer.body?.id)
  },
  editSupplier: (w) =>
    w.rpc('member', 'ledger.v1.SupplierService/EditSupplier', {
      ...{ id: w.of(w.known.suppliers), expectedVersion: 1 + w.below(3), name: `S ${next(w)}` },
    }),
  assessSupplier: (w) =>
    w.rpc('member', 'ledger.v1.SupplierService/AssessSupplier', {
      ...{ id: w.of(w.known.suppliers), status: 'ASSESSMENT_STATUS_APPROVED', riskScore: w.below(100) },
    }),
  async endpoint(w) {
    const answer = await w.rpc('admin', 'ingestion.v1.WebhookService/CreateWebhookEndpoint', {
      ...{ name: `E ${next(w)}`, format: 'WEBHOOK_FORMAT_SERVICE' },
    })
    const { endpoint, secret } = answer.body
    return kept(answer, w.known.endpoints, { id: endpoint?.id, path: endpoint?.path, secret })
  },
  async deliver(w) {
    const endpoint = w.of(w.known.endpoints)
    if (endpoint === undefined) return undefined
    return await w.deliver(endpoint, {
      ...{ title: `Alert ${w.below(3)}`, severity: w.of(SEVERITIES), external_id: `e-${w.below(30)}` },
      ...{ source_system: 'siem', occurred_at: '2026-01-02T03:04:05Z' },
    })
  },
  updateEndpoint: (w) =>
    w.rpc('admin', 'ingestion.v1.WebhookService/UpdateWebhookEndpoint', {
      ...{ id: w.of(w.known.endpoints)?.id, name: `E ${next(w)}` },
    }),
  async key(w) {
    const answer = await w.rpc('admin', 'ledger.v1.KeyService/CreateKey', {
      ...{ name: `K ${next(w)}`, permissions: ['assets:read'], rateLimit: 10 },
    })
    return kept(answer, w.known.keys, answer.body?.key?.id)
  },
  async user(w) {
    const users = w.known.users
    if (users.length > 0 && w.below(2)) {
      const role = w.of(['ROLE_MEMBER', 'ROLE_AUDITOR', 'ROLE_APPROVER'])
      return await w.rpc('admin', 'ledger.v1.UserService/UpdateUser', { id: w.of(users), role })
    }
    const answer = await w.rpc('admin', 'ledger.v1.UserService/CreateUser', {
      ...{ email: `user-${next(w)}-${w.below(1e9)}@honest.example`, role: 'ROLE_MEMBER' },
    })
    return kept(answer, users, answer.body?.user?.id)
  },
  disable: (w) =>
    w.below(3) ? nothing() : w.rpc('admin', 'ledger.v1.UserService/DisableUser', { id: w.of(w.known.users) }),
  async channel(w) {
    const { channels } = w.known
    if (channels.length > 2 && w.below(2))
      return await w.rpc('admin', 'ledger.v1.NotificationService/DeleteChannel', { id: w.of(channels) })
    const events = ['gate.blocked']
    const answer = await w.rpc('admin', 'ledger.v1.NotificationService/CreateChannel', {
      ...{ name: `C ${next(w)}`, kind: 'CHANNEL_KIND_WEBHOOK', url: 'https://10.0.0.1/x', events },
    })
    return kept(answer, channels, answer.body?.channel?.id)
  },
  updateKey: (w) =>
    w.rpc('admin', 'ledger.v1.KeyService/UpdateKey', { id: w.of(w.known.keys), rateLimit: 5 }),
  revokeKey: (w) => w.rpc('admin', 'ledger.v1.KeyService/RevokeKey', { id: w.of(w.known.keys) }),
}

const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
const STEPS = [
  { regime: 'REGIME_NIS2', step: 'early_warning' },
  { regime: 'REGIME_NIS2', step: 'notification' },
  { regime: 'REGIME_DORA', step: 'initial' },
  { regime: 'REGIME_GDPR', step: 'authority' },
]

/** Files a report, or a correction of a filing. */
async function filed(w: Worker, what: Omit<Filed, 'corrects'> & { corrects?: string }): Promise<Answer> {
  const answer = await w.rpc('first', 'ledger.v1.ObligationService/FileIncidentReport', {
    ...{ recipient: 'authority', note: 'as it was sent', ...what, submittedAt: ago(w.below(100)) },
  })
  const { id, regime, step } = what
  return kept(answer, w.known.filings, {
    id,
    regime,
    step,
    corrects: what.corrects || answer.body?.filing?.id,
  })
}

async function ofIncident(
  w: Worker,
  rpc: string,
  more: object,
  id = w.of(w.known.incidents),
): Promise<Answer> {
  const { body } = await w.rest(`/incidents/${id}`)
  const { body: seen } = await w.rpc('member', 'ledger.v1.IncidentService/GetIncident', { id })
  const expectedVersion = seen?.incident?.version ?? body?.version
  return await w.rpc('member', `ledger.v1.IncidentWorkService/${rpc}`, { id, expectedVersion, ...more })
}

const nothing = () => Promise.resolve(undefined)

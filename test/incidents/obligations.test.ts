import { Code, ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answer } from '../../gateway/schema/answer.ts'
import { ErrorDetailSchema } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Moment, Regime, RegimeSchema } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  IncidentService,
  IncidentStatus,
  Regulation,
  Severity,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Obligation,
  ObligationSchema,
  ObligationService,
  ObligationState,
  ObligationStateSchema,
} from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { dateOf, timestamp } from '../../services/kernel/values/time.ts'
import { OBLIGATION_STATES, REGIME_WORDS } from '../../services/ledger/domain/incidents/incident-facts.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const clients = (session = at.organization.admin.session) => ({
  incidents: controlClient(at.baseUrl, IncidentService, session),
  work: controlClient(at.baseUrl, IncidentWorkService, session),
  duties: controlClient(at.baseUrl, ObligationService, session),
})

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - hours * HOUR)

async function incident(fields: object = {}): Promise<string> {
  const body = { title: 'Stolen laptop', severity: 'critical', ...fields }
  return (await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body })).body.id
}

const seen = (obligations: Obligation[]) =>
  obligations.map(({ regime, step, state, dueAt }) => [
    REGIME_WORDS.word(regime),
    step,
    OBLIGATION_STATES.word(state),
    dueAt === undefined ? null : dateOf(dueAt).toISOString(),
  ])

const refused = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown) => ConnectError.from(thrown),
  )
  return { code: error?.code, detail: error?.findDetails(ErrorDetailSchema)[0], message: error?.rawMessage }
}

test('awareness, filings and assessments change an incident’s obligations, each as a new recorded version', async () => {
  const { work, duties, incidents } = clients()
  const detected = ago(30)
  const id = await incident({ detected_at: detected.toISOString() })
  const first = await duties.listIncidentObligations({ id })
  expect(seen(first.obligations).slice(0, 2)).toEqual([
    ['nis2', 'early_warning', 'overdue', new Date(detected.getTime() + 24 * HOUR).toISOString()],
    ['nis2', 'notification', 'due', new Date(detected.getTime() + 72 * HOUR).toISOString()],
  ])
  expect(first.obligations[0]).toMatchObject({ standsIn: 'detected', provisional: true, runsFrom: 'aware' })

  const aware = ago(20)
  await work.setIncidentMoments({ id, moments: [{ moment: Moment.AWARE, at: timestamp(aware) }] })
  const filed = await duties.fileIncidentReport({
    ...{ id, regime: Regime.NIS2, step: 'early_warning', submittedAt: timestamp(ago(1)), recipient: 'CSIRT' },
    reference: 'R-1',
  })
  expect(seen(filed.obligations)[0]).toEqual([
    ...['nis2', 'early_warning', 'filed'],
    new Date(aware.getTime() + 24 * HOUR).toISOString(),
  ])
  expect(filed.obligations[0]!.filingId).toBe(filed.filing!.id)
  await work.assessIncident({
    id,
    regime: Regime.GDPR,
    applies: true,
    level: 'high_risk',
    grounds: 'health data',
  })
  const both = await duties.listIncidentObligations({ id })
  expect(
    both.obligations.filter(({ regime }) => regime === Regime.GDPR).map(({ step, state }) => [step, state]),
  ).toEqual([
    ['authority', ObligationState.DUE],
    ['data_subjects', ObligationState.DUE],
  ])
  const { incident: current, versions } = await incidents.getIncident({ id })
  expect(current).toMatchObject({
    version: 3,
    work: { change: 'assessment', moments: [{ moment: Moment.AWARE }] },
  })
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
  const rest = await call(at.baseUrl, `/api/v1/incidents/${id}`, { key: at.organization.key })
  expect(Object.keys(rest.body)).not.toContain('work')
  // An incident that a key fetches has obligations if the key asks for them, and is the same otherwise.
  const fetch = (path: string) => call(at.baseUrl, `/api/v1/incidents/${path}`, { key: at.organization.key })
  const included = await fetch(`${id}?include=obligations`)
  const { obligations, ...others } = included.body
  expect(others).toEqual(rest.body)
  expect(obligations.map((one: { [field: string]: unknown }) => [one.regime, one.step, one.state])).toEqual(
    both.obligations.map(({ regime, step, state }) => [
      RegimeSchema.value[regime]!.name.slice('REGIME_'.length).toLowerCase(),
      step,
      ObligationStateSchema.value[state]!.name.slice('OBLIGATION_STATE_'.length).toLowerCase(),
    ]),
  )
  expect(Object.keys(obligations[0])).toEqual(
    expect.arrayContaining([
      ...[
        'regime',
        'step',
        'recipient',
        'article',
        'runs_from',
        'due_at',
        'forecast_at',
        'state',
        'filing_id',
      ],
    ]),
  )
  const { schema } = answer(ObligationSchema)
  for (const one of obligations) expect(schema.parse(one)).toEqual(one)
  expect(obligations[1]).toMatchObject({ filing_id: null, stands_in: null, remark: null, forecast_at: null })
  expect((await fetch(`${id}?include=versions`)).status).toBe(400)
  expect((await fetch(`${id}?includes=obligations`)).body.error.message).toContain('include')
  const theirs = await call(at.baseUrl, `/api/v1/incidents/${id}?include=obligations`, {
    key: (await at.another()).key,
  })
  expect(theirs.status).toBe(404)
  const recorded = await sql<{ record: string }>(
    at.databaseUrl,
    'select record from ledger.obligation_records where id = $1 order by version',
    [id],
  )
  expect(recorded.map(({ record }) => JSON.parse(record).incident_version)).toEqual([2, 2, 3])
})

test('the list of due obligations has every incident, also untouched ones, soonest first, and pages without a gap', async () => {
  const other = await at.another()
  const { duties } = clients(other.admin.session)
  const make = (hours: number, more: object = {}) =>
    call(at.baseUrl, '/api/v1/incidents', {
      key: other.key,
      body: { title: `T${hours}`, severity: 'high', detected_at: ago(hours).toISOString(), ...more },
    })
  for (const hours of [10, 100, 1, 50]) await make(hours)
  await make(5, { severity: 'low' })
  const all: Obligation[] = []
  let after = ''
  do {
    const page = await duties.listObligations({ limit: 3, after })
    all.push(...page.obligations)
    after = page.nextAfter
  } while (after !== '')
  const place = '_018f0000-0000-7000-8000-000000000001_1'
  for (const time of [
    '2026-02-30T00:00:00.000000Z',
    '0000-01-01T00:00:00.000000Z',
    '2026-01-01T24:00:00.000000Z',
  ])
    await expect(duties.listObligations({ after: time + place })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    })
  const times = all.map(({ dueAt, forecastAt }) =>
    dateOf(dueAt ?? forecastAt ?? timestamp(new Date(8e15))).getTime(),
  )
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(all).toHaveLength(4 * 5)
  const overdue = await duties.listObligations({ state: ObligationState.OVERDUE })
  expect(overdue.obligations.map(({ incidentTitle, step }) => [incidentTitle, step])).toEqual([
    ['T100', 'early_warning'],
    ['T100', 'notification'],
    ['T50', 'early_warning'],
  ])
  const due = await duties.listObligations({ state: ObligationState.DUE })
  expect(due.obligations.map(({ incidentTitle, step }) => [incidentTitle, step])).toEqual([
    ['T10', 'early_warning'],
    ['T50', 'notification'],
    ['T1', 'early_warning'],
    ['T10', 'notification'],
    ['T1', 'notification'],
  ])
  await make(40)
  const later = await duties.listObligations({ state: ObligationState.OVERDUE })
  expect(later.obligations.map(({ incidentTitle }) => incidentTitle)).toEqual(['T100', 'T100', 'T50', 'T40'])
})

test('a stale edit of an incident is refused with the current version; deadlines follow a correction', async () => {
  const { work } = clients()
  const id = await incident({ severity: 'low' })
  const detected = ago(100)
  const edited = await work.editIncident({
    ...{
      id,
      expectedVersion: 1,
      reason: 'it was worse',
      severity: Severity.CRITICAL,
      title: 'Stolen server',
    },
    ...{
      detectedAt: timestamp(detected),
      regulation: Regulation.NIS2,
      affectedSystems: { values: ['db-1'] },
    },
    owner: at.organization.admin.id,
  })
  expect(edited.incident).toMatchObject({
    version: 2,
    isSignificant: true,
    note: 'it was worse',
    title: 'Stolen server',
  })
  expect(dateOf(edited.incident!.earlyWarningDeadline!)).toEqual(new Date(detected.getTime() + 24 * HOUR))
  const stale = await refused(work.editIncident({ id, expectedVersion: 1, reason: 'again', title: 'Old' }))
  expect(stale).toMatchObject({ code: Code.FailedPrecondition, detail: { details: { current_version: 2 } } })
})

test('contradictory moments and filings are refused unwritten; awareness before occurrence is a warning', async () => {
  const { work, duties, incidents } = clients()
  const id = await incident()
  const moment = (moment: Moment, time: Date) =>
    work.setIncidentMoments({ id, moments: [{ moment, at: timestamp(time) }] })
  const filing = {
    id,
    regime: Regime.NIS2,
    step: 'early_warning',
    recipient: 'CSIRT',
    submittedAt: timestamp(ago(0)),
  }
  const bad: [string, () => Promise<unknown>][] = [
    ['aware: must not be in the future', () => moment(Moment.AWARE, ago(-2))],
    ['moments.0.at: must be from 2000-01-01 up to 2100-01-01', () => moment(Moment.AWARE, new Date(-1000))],
    [
      'regime: dora does not apply',
      () => duties.fileIncidentReport({ ...filing, regime: Regime.DORA, step: 'initial' }),
    ],
    ['step: must be one of', () => duties.fileIncidentReport({ ...filing, step: 'initial' })],
    [
      'submitted_at: must not be in the future',
      () => duties.fileIncidentReport({ ...filing, submittedAt: timestamp(ago(-1)) }),
    ],
    [
      'level: must be one of',
      () => work.assessIncident({ id, regime: Regime.DORA, applies: true, level: 'huge', grounds: 'x' }),
    ],
    ['grounds: ', () => work.assessIncident({ id, regime: Regime.DORA, applies: true })],
    ['expected_version: is required', () => work.editIncident({ id, reason: 'x', title: 'y' })],
    ['reason: ', () => work.editIncident({ id, expectedVersion: 1, title: 'y' })],
    [
      'holidays.0: must be a day',
      () => duties.updateReportingSettings({ settings: { timeZone: 'UTC', holidays: ['2026-02-30'] } }),
    ],
    ['time_zone: ', () => duties.updateReportingSettings({ settings: { timeZone: 'Mars/Olympus' } })],
  ]
  for (const [message, send] of bad) {
    const error = await refused(send())
    expect([error.code, error.message]).toEqual([Code.InvalidArgument, expect.stringContaining(message)])
  }
  expect((await incidents.getIncident({ id })).versions).toHaveLength(1)
  await moment(Moment.OCCURRED, ago(2))
  const { incident: warned } = await moment(Moment.AWARE, ago(3))
  expect(warned!.work!.warnings).toContain('aware is before occurred')
})

test('closing an incident with unmet obligations needs a reason and keeps them; new settings move every deadline', async () => {
  const { incidents, duties } = clients()
  const id = await incident({ detected_at: ago(40).toISOString() })
  const error = await refused(incidents.moveIncident({ id, status: IncidentStatus.CLOSED }))
  expect(error.message).toContain('NIS2 early warning (overdue)')
  await incidents.moveIncident({ id, status: IncidentStatus.CLOSED, note: 'reported by the parent company' })
  const { obligations } = await duties.listIncidentObligations({ id })
  expect(obligations[0]!.state).toBe(ObligationState.OVERDUE)
  const { settings } = await duties.updateReportingSettings({
    settings: { timeZone: 'Europe/Brussels', trustServiceProvider: true, holidays: ['2026-12-25'] },
  })
  expect(settings).toMatchObject({ version: 1, timeZone: 'Europe/Brussels' })
  const list = await duties.listObligations({ state: ObligationState.OVERDUE, limit: 200 })
  expect(list.obligations.filter(({ incidentId }) => incidentId === id).map(({ step }) => step)).toEqual([
    'early_warning',
    'notification',
  ])
  const stale = await refused(duties.updateReportingSettings({ settings: { timeZone: 'UTC' } }))
  expect(stale.detail).toMatchObject({ details: { current_version: 1 } })
})

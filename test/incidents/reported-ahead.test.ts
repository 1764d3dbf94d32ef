import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Moment } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService, ObligationState } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp, timestampText } from '../../services/kernel/values/time.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { type Answer, call } from '../harness/rest.ts'

/** A detection time in the future cannot hide an incident. */
let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const AHEAD = '2099-06-01T00:00:00.000Z'
const DAY = 86_400_000

function create(fields: object): Promise<Answer> {
  const body = { title: 'Stolen laptop', severity: 'critical', ...fields }
  return call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body })
}

test.each(['nis2', 'dora', 'gdpr', 'cra', 'ai_act', 'cer', 'eidas'])(
  '%s obligations of an incident with a detection time in the future run from its report',
  async (regulation) => {
    const { body } = await create({ regulation, detected_at: AHEAD })
    const duties = controlClient(at.baseUrl, ObligationService, at.organization.admin.session)
    const { obligations } = await duties.listIncidentObligations({ id: body.id })
    const due = obligations.filter(({ state }) => state === ObligationState.DUE)
    expect(due.length).toBeGreaterThan(0)
    for (const one of due) {
      if (one.dueAt === undefined) continue
      const after = Date.parse(timestampText(one.dueAt)) - Date.parse(body.created_at)
      expect(after).toBeGreaterThan(0)
      expect(after).toBeLessThanOrEqual(40 * DAY)
    }
  },
)

test('an incident detected in the future keeps the given time, and records when it became known', async () => {
  const { status, body } = await create({ detected_at: AHEAD })
  expect(status).toBe(201)
  expect(body).toMatchObject({ detected_at: AHEAD, early_warning_deadline: '2099-06-02T00:00:00.000Z' })
  const plain = await create({})
  expect(Object.keys(body).sort()).toEqual(Object.keys(plain.body).sort())
  const incidents = controlClient(at.baseUrl, IncidentService, at.organization.admin.session)
  const moments = async (id: string) => (await incidents.getIncident({ id })).incident?.work?.moments ?? []
  const [aware, ...more] = await moments(body.id)
  expect(more).toEqual([])
  expect(aware).toMatchObject({ moment: Moment.AWARE, saidBy: 'time of the report' })
  expect(timestampText(aware!.at!)).toBe(body.created_at)
  expect(await moments(plain.body.id)).toEqual([])
})

test.each(['an edit', 'a moment'])('deadlines run from the detection time that %s corrects', async (by) => {
  const { body } = await create({ regulation: 'nis2', detected_at: AHEAD })
  const { session } = at.organization.admin
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  const detectedAt = timestamp(new Date(Date.parse(body.created_at) - 9 * DAY))
  const reason = 'it was another year'
  const { incident } =
    by === 'an edit'
      ? await work.editIncident({ id: body.id, expectedVersion: 1, reason, detectedAt })
      : await work.setIncidentMoments({
          id: body.id,
          moments: [{ moment: Moment.DETECTED, at: detectedAt }],
        })
  expect(incident!.work!.moments).toEqual([])
  const duties = controlClient(at.baseUrl, ObligationService, session)
  const { obligations } = await duties.listIncidentObligations({ id: body.id })
  const warning = obligations.find(({ step }) => step === 'early_warning')!
  expect(timestampText(warning.runsFromAt!)).toBe(timestampText(detectedAt))
  expect(warning.state).toBe(ObligationState.OVERDUE)
})

test('a moment that a person recorded stays when the detection time is corrected', async () => {
  const { body } = await create({ regulation: 'nis2', detected_at: AHEAD })
  const work = controlClient(at.baseUrl, IncidentWorkService, at.organization.admin.session)
  const [detected, aware] = [9, 3].map((days) =>
    timestamp(new Date(Date.parse(body.created_at) - days * DAY)),
  )
  await work.setIncidentMoments({ id: body.id, moments: [{ moment: Moment.AWARE, at: aware! }] })
  const { incident } = await work.setIncidentMoments({
    id: body.id,
    moments: [{ moment: Moment.DETECTED, at: detected! }],
  })
  expect(incident!.work!.moments).toMatchObject([{ moment: Moment.AWARE, at: { seconds: aware!.seconds } }])
})

test('clearing the moment of awareness keeps the time of the report as awareness', async () => {
  const { body } = await create({ regulation: 'nis2', detected_at: AHEAD })
  const work = controlClient(at.baseUrl, IncidentWorkService, at.organization.admin.session)
  const { incident } = await work.setIncidentMoments({ id: body.id, moments: [{ moment: Moment.AWARE }] })
  expect(incident!.work!.moments).toMatchObject([{ moment: Moment.AWARE, saidBy: 'time of the report' }])
  expect(timestampText(incident!.work!.moments[0]!.at!)).toBe(body.created_at)
})

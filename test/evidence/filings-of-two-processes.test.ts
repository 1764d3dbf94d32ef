import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Moment, Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { ObligationService, ObligationState } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { problemsOf } from '../state/support/verification.ts'
import { exported, verify } from './support/export.ts'

/* The later of two filings may come from a process whose clock is behind, or from a call that had begun before. */

let one: TestInstallation
let ahead: TestInstallation
beforeAll(async () => {
  one = await bootInstallation()
  const clock = { now: () => new Date(Date.now() + 25_000) }
  ahead = await bootInstallation({ databaseUrl: one.databaseUrl, clock })
})
afterAll(async () => {
  await ahead.stop()
  await one.stop()
})

const ago = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - hours * 3_600_000)

test('filings count in the order in which they were made, even if the processes’ clocks differ', async () => {
  const { id: org, key, admin } = one.organization
  const body = { title: 'Stolen laptop', severity: 'critical', detected_at: ago(30).toISOString() }
  const { id } = (await call(one.baseUrl, '/api/v1/incidents', { key, body })).body
  const filed = async (at: TestInstallation, hours: number, corrects = '') => {
    const duties = controlClient(at.baseUrl, ObligationService, admin.session)
    const { filing } = await duties.fileIncidentReport({
      ...{ id, regime: Regime.NIS2, step: 'early_warning', submittedAt: timestamp(ago(hours)), corrects },
      recipient: 'CSIRT',
    })
    return filing!.id
  }
  const first = await filed(ahead, 10)
  await filed(ahead, 20, first)
  const last = await filed(one, 1, first)
  const work = controlClient(one.baseUrl, IncidentWorkService, admin.session)
  const moments = [{ moment: Moment.AWARE, at: timestamp(ago(29)) }]
  await work.setIncidentMoments({ id, moments })
  const duties = controlClient(one.baseUrl, ObligationService, admin.session)
  const { obligations } = await duties.listIncidentObligations({ id })
  expect(obligations.find(({ step }) => step === 'early_warning')).toMatchObject({
    ...{ filingId: last, state: ObligationState.FILED_LATE },
  })
  expect(await problemsOf(one.databaseUrl, org)).toEqual([])
  for (const query of ['', `?incident_id=${id}`]) {
    const { failures } = await verify(await exported(one, admin.session, query))
    expect(failures).toEqual([])
  }
})

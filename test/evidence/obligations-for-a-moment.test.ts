import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Moment, Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { behindTriggers } from '../log/support.ts'
import { foundIn } from './support/one-approver.ts'

/*
 * Somebody who can write to the database lets settings, an incident or its filings say something else there while a person works on the incident,
 * so that the record of its obligations says that nothing is late, and puts them back.
 */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const ago = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - hours * 3_600_000)

/** An incident whose early warning is late, of an organization that has made settings. */
async function stage() {
  const { id: org, key, admin } = await at.another()
  const body = { title: 'Stolen laptop', severity: 'critical', detected_at: ago(30).toISOString() }
  const { id } = (await call(at.baseUrl, '/api/v1/incidents', { key, body })).body
  const duties = controlClient(at.baseUrl, ObligationService, admin.session)
  const work = controlClient(at.baseUrl, IncidentWorkService, admin.session)
  await duties.updateReportingSettings({ settings: { timeZone: 'Europe/Brussels' } })
  const submitted = ago(1)
  const file = () =>
    duties.fileIncidentReport({
      ...{
        id,
        regime: Regime.NIS2,
        step: 'early_warning',
        submittedAt: timestamp(submitted),
        reference: 'R-1',
      },
      recipient: 'CSIRT',
    })
  const move = () =>
    work.setIncidentMoments({ id, moments: [{ moment: Moment.AWARE, at: timestamp(ago(29)) }] })
  const momentarily = async (table: string, from: string, to: string, act: () => Promise<unknown>) => {
    const write = (one: string, other: string) =>
      behindTriggers(
        at.databaseUrl,
        `ledger.${table}`,
        `update ledger.${table} set record = replace(record, $2, $3) where org_id = $1`,
        [org, one, other],
      )
    await write(from, to)
    await act()
    await write(to, from)
  }
  const differ = () =>
    duties.updateReportingSettings({
      settings: {
        ...{ timeZone: 'Europe/Paris', holidays: ['2026-12-25'], trustServiceProvider: true, version: 1 },
        differences: [
          { regime: Regime.NIS2, step: 'early_warning', amount: 48, unit: 'hours', article: 'Art. 1' },
          { regime: Regime.GDPR, step: 'authority', recipient: 'DPA', validFrom: '2026-01-01' },
        ],
      },
    })
  return {
    file,
    move,
    differ,
    momentarily,
    detected: body.detected_at,
    submitted: submitted.toISOString(),
    found: () => foundIn(at, admin.session),
  }
}

test('a package with honest changes of incidents, filings and reporting settings verifies', async () => {
  const { file, move, differ, found } = await stage()
  await move()
  await file()
  await differ()
  await move()
  await file()
  expect(await found()).toEqual([])
})

test('verify.mjs finds obligations derived while the database had other reporting settings', async () => {
  const { file, momentarily, found } = await stage()
  const late = '"amount":90,"article":null,"recipient":null,"regime":"nis2","step":"early_warning"'
  const difference = `"differences":[{${late},"unit":"hours","valid_from":null,"valid_until":null}]`
  await momentarily('reporting_settings', '"differences":[]', difference, file)
  expect(await found()).toEqual([
    expect.stringMatching('^input_differs: .*obligations: different reporting settings'),
  ])
})

test('verify.mjs finds obligations derived while the database had another time of detection', async () => {
  const { file, momentarily, detected, found } = await stage()
  await momentarily('incidents', detected, ago(3).toISOString(), file)
  expect(await found()).toEqual([
    expect.stringMatching('^input_differs: .*obligations: different version of the incident'),
  ])
})

test('verify.mjs finds obligations derived while the database had another time of submission for a filing', async () => {
  const { file, move, momentarily, submitted, found } = await stage()
  await file()
  await momentarily('incident_filings', submitted, ago(20).toISOString(), move)
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*obligations: different filings')])
})

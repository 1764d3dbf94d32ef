import { afterAll, beforeAll, expect, test } from 'vitest'
import { Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentService, Regulation, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService, ObligationState } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

/* A report that is late does not cease to be late by a filing without a note. */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const daysAgo = (days: number) => timestamp(new Date(Date.now() - days * 24 * 3_600_000))

async function incidentOf(regulation: Regulation, days: number) {
  const { session } = at.organization.admin
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const duties = controlClient(at.baseUrl, ObligationService, session)
  const given = { title: 'Late', severity: Severity.HIGH, regulation, detectedAt: daysAgo(days) }
  const { id } = (await incidents.createIncident(given)).incident!
  const regime = regulation === Regulation.DORA ? Regime.DORA : Regime.NIS2
  return {
    file: async (step: string, days: number, more: { corrects?: string; note?: string } = {}) => {
      const report = { id, regime, step, submittedAt: daysAgo(days), recipient: 'authority', ...more }
      return (await duties.fileIncidentReport(report)).filing!.id
    },
    stateOf: async (step: string) =>
      (await duties.listIncidentObligations({ id })).obligations.find((one) => one.step === step)?.state,
  }
}

test('a correction by which a report was no longer filed late needs a note', async () => {
  const { file, stateOf } = await incidentOf(Regulation.NIS2, 10)
  const corrects = await file('notification', 1)
  expect(await stateOf('notification')).toBe(ObligationState.FILED_LATE)
  await expect(file('notification', 9, { corrects })).rejects.toThrow('note')
  await expect(file('notification', 9, { corrects, note: ' \u200b\u2800' })).rejects.toThrow(
    'NIS2 notification',
  )
  // Nor is it excused by a further filing that is said to be earlier.
  await expect(file('notification', 9)).rejects.toThrow('note')
  expect(await stateOf('notification')).toBe(ObligationState.FILED_LATE)
  await file('notification', 1.5, { corrects })
  await file('notification', 9, { corrects, note: 'The day of the letter was mistyped.' })
  expect(await stateOf('notification')).toBe(ObligationState.FILED)
})

test('a correction by which an overdue report is due later, or a due one, needs a note', async () => {
  const { file, stateOf } = await incidentOf(Regulation.NIS2, 50)
  const corrects = await file('notification', 48)
  expect(await stateOf('final')).toBe(ObligationState.OVERDUE)
  await expect(file('notification', 10, { corrects })).rejects.toThrow('NIS2 final')
  await expect(file('intermediate', 48, { corrects })).rejects.toThrow('NIS2 final')
  expect(await stateOf('final')).toBe(ObligationState.OVERDUE)
  const soon = await incidentOf(Regulation.NIS2, 30)
  const first = await soon.file('notification', 28)
  expect(await soon.stateOf('final')).toBe(ObligationState.DUE)
  await expect(soon.file('notification', 2, { corrects: first })).rejects.toThrow('NIS2 final')
  await soon.file('notification', 28.5, { corrects: first })
})

test('a further report by which an overdue report is due later needs a note, and an overdue report is filed without one', async () => {
  const { file, stateOf } = await incidentOf(Regulation.DORA, 90)
  await file('initial', 88)
  await file('intermediate', 86)
  expect(await stateOf('final')).toBe(ObligationState.OVERDUE)
  await expect(file('intermediate', 1)).rejects.toThrow('DORA final')
  await file('intermediate', 1, { note: 'Regular activities have recovered.' })
  expect(await stateOf('final')).toBe(ObligationState.DUE)
  const late = await incidentOf(Regulation.NIS2, 10)
  await late.file('early_warning', 1)
  await late.file('notification', 9)
  expect(await late.stateOf('notification')).toBe(ObligationState.FILED)
})

import { Code, ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentService, Regulation, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService, ObligationState } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

/* A merge moves no deadline: one that runs from a submission, since the filings stay at the duplicate, and one of a classification. */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const daysAgo = (days: number) => timestamp(new Date(Date.now() - days * 24 * 3_600_000))

test('an incident whose final report is overdue since its notification is merged only where that report is overdue too', async () => {
  const { session } = at.organization.admin
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  const duties = controlClient(at.baseUrl, ObligationService, session)
  const open = async (title: string, days: number) =>
    (await incidents.createIncident({ title, severity: Severity.HIGH, detectedAt: daysAgo(days) })).incident!
      .id
  const [reported, silent] = [await open('Reported', 50), await open('Silent', 49)]
  const submittedAt = daysAgo(48)
  const notify = (id: string) =>
    duties.fileIncidentReport({
      id,
      regime: Regime.NIS2,
      step: 'notification',
      submittedAt,
      recipient: 'CSIRT',
    })
  await notify(reported)
  const stateOfFinal = async (id: string) =>
    (await duties.listIncidentObligations({ id })).obligations.find(({ step }) => step === 'final')?.state
  expect(await stateOfFinal(reported)).toBe(ObligationState.OVERDUE)
  const merge = () => work.mergeIncident({ id: reported, intoId: silent, reason: 'the same' })
  const refused = ConnectError.from(await merge().catch((thrown) => thrown))
  expect(refused.code).toBe(Code.FailedPrecondition)
  expect(refused.message).toContain('NIS2')
  expect(await stateOfFinal(reported)).toBe(ObligationState.OVERDUE)
  await notify(silent)
  await merge()
  expect(await stateOfFinal(silent)).toBe(ObligationState.OVERDUE)
})

test('an overdue report of the incident that stays is not postponed by the late classification of its duplicate', async () => {
  const { session } = at.organization.admin
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  const duties = controlClient(at.baseUrl, ObligationService, session)
  const open = async (title: string) => {
    const given = { title, severity: Severity.HIGH, regulation: Regulation.DORA, detectedAt: daysAgo(20) }
    return (await incidents.createIncident(given)).incident!.id
  }
  const [classified, silent] = [await open('Classified'), await open('Silent')]
  const classify = (id: string) =>
    work.assessIncident({ id, regime: Regime.DORA, applies: true, grounds: 'clients affected' })
  await classify(classified)
  const merge = () => work.mergeIncident({ id: classified, intoId: silent, reason: 'the same' })
  await expect(merge()).rejects.toThrow('DORA initial report')
  const { obligations } = await duties.listIncidentObligations({ id: silent })
  expect(obligations.find(({ step }) => step === 'initial')?.state).toBe(ObligationState.OVERDUE)
  await classify(silent)
  await merge()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { Operator, SuiteService, SuiteStatus } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const { dialog, submit } = controlsOf(() => opened.page)

test('a gate suite that is cleared is refused beside its field, and nothing else is saved without it', async () => {
  const { at, filled, page } = opened
  const systems = controlClient(at.baseUrl, SystemService, at.organization.admin.session)
  const { system } = await systems.getSystem({ id: filled.systemId })
  await opened.open(`#/systems/${filled.systemId}`)
  await page.getByRole('button', { name: /^Edit (?!agent)/ }).click()
  await dialog().locator('[name=name]').fill('claims, renamed')
  await dialog().locator('[name=gateSuite]').fill('')
  await submit()
  await dialog().getByText('is not the name of a suite of this system').waitFor()
  expect((await systems.getSystem({ id: filled.systemId })).system).toEqual(system)
  await page.keyboard.press('Escape')
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('the form of a new suite version shows what was recorded meanwhile, before it replaces that', async () => {
  const { at, filled } = opened
  const suites = controlClient(at.baseUrl, SuiteService, at.organization.admin.session)
  const of = { aiSystemId: filled.systemId }
  const current = async () =>
    (await suites.listEvalSuites({ ...of, status: SuiteStatus.ACTIVE })).suites.find(
      ({ name }) => name === 'release',
    )!
  const { version, thresholds } = await current()
  await opened.open(`#/systems/${filled.systemId}`)
  await opened.page.getByRole('button', { name: /^New version/ }).click()
  await dialog().getByLabel('Value 1').fill('0.9')
  const leaks = { metricName: 'leaks', evalType: 'privacy', operator: Operator.EQ, value: 0 }
  await suites.createSuite({ ...of, name: 'release', thresholds: [...thresholds, leaks] })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await dialog().getByText('leaks (privacy) = 0').waitFor()
  expect(await dialog().getByLabel('Value 1').inputValue()).toBe('0.9')
  expect((await current()).version).toBe(version + 1)
  await submit()
  await dialog().waitFor({ state: 'detached' })
  expect(await current()).toMatchObject({ version: version + 2, thresholds: [{ value: 0.9 }] })
})

test('the form of a new suite version begins with the gate suite, however many newer versions others have', async () => {
  const { at, filled } = opened
  const suites = controlClient(at.baseUrl, SuiteService, at.organization.admin.session)
  const of = { aiSystemId: filled.systemId }
  const thresholds = [{ metricName: 'other', evalType: 'privacy', operator: Operator.EQ, value: 0 }]
  for (let n = 0; n < 21; n++) await suites.createSuite({ ...of, name: 'another', thresholds })
  const { suiteVersion } = await suites.getSuiteOutcome(of)
  // Nothing of the page is in its cache.
  await opened.page.reload()
  await opened.open(`#/systems/${filled.systemId}`)
  await opened.page.getByRole('button', { name: /^New version of release/ }).click()
  expect(await dialog().getByLabel('Metric 1').inputValue()).toBe('attack_success_rate')
  await dialog().getByLabel('Value 1').fill('0.01')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  expect((await suites.getSuiteOutcome(of)).suiteVersion).toBe(suiteVersion + 1)
})

test('a first suite that somebody else created meanwhile is shown before a version replaces it', async () => {
  const { at, page } = opened
  const { session } = at.organization.admin
  const { system } = await controlClient(at.baseUrl, SystemService, session).createSystem({
    name: 'Unmeasured',
  })
  const suites = controlClient(at.baseUrl, SuiteService, session)
  const of = { aiSystemId: system!.id }
  await opened.open(`#/systems/${system!.id}`)
  await page.getByRole('button', { name: /^New suite/ }).click()
  await dialog().getByLabel('Metric 1').fill('bias')
  await dialog().getByLabel('Evaluation type 1').fill('fairness')
  await dialog().getByLabel('Value 1').fill('0.9')
  const leaks = { metricName: 'leaks', evalType: 'privacy', operator: Operator.EQ, value: 0 }
  await suites.createSuite({ ...of, name: 'release', thresholds: [leaks] })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await dialog().getByText('leaks (privacy) = 0').waitFor()
  expect(await dialog().getByLabel('Metric 1').inputValue()).toBe('bias')
  expect((await suites.getSuiteOutcome(of)).suiteVersion).toBe(1)
})

import { create } from '@bufbuild/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Regime } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  NationalDifferenceSchema,
  ObligationService,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
  await opened.enterAs('admin')
}, 300_000)
afterAll(() => opened?.close())

test('a national difference that somebody else added is not overwritten if it cannot be fetched', async () => {
  const { page, at } = opened
  const { field, submit, dialog } = controlsOf(() => page)
  const settings = controlClient(at.baseUrl, ObligationService, at.organization.admin.session)
  const recipients = async () =>
    (await settings.getReportingSettings({})).settings!.differences.map(({ recipient }) => recipient)
  await opened.open('#/reporting')
  await page.getByRole('button', { name: /^Add a difference/ }).click()
  await field('unit').selectOption('')
  await field('recipient').fill('Police')
  const { settings: now } = await settings.getReportingSettings({})
  const theirs = create(NationalDifferenceSchema, {
    ...{ regime: Regime.NIS2, step: 'early_warning', recipient: 'CSIRT' },
  })
  await settings.updateReportingSettings({ settings: { ...now!, differences: [theirs] } })
  await page.route('**/GetReportingSettings', (route) => route.abort())
  for (let tries = 0; tries < 2; tries++) {
    const answer = page.waitForResponse('**/UpdateReportingSettings')
    await submit()
    expect((await answer).ok()).toBe(false)
    await dialog().getByText('Another person changed it meanwhile.').waitFor()
  }
  expect(await recipients()).toEqual(['CSIRT'])
  await page.unroute('**/GetReportingSettings')
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await submit()
  await dialog().waitFor({ state: 'detached' })
  expect(await recipients()).toEqual(['CSIRT', 'Police'])
})

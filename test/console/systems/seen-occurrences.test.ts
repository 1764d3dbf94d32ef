import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProposalService, TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'
import { posting } from '../support/post.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const { dialog, field, submit } = controlsOf(() => opened.page)

test('a dialog resolves the occurrences known when it opened, also after a refusal', async () => {
  const { at, filled } = opened
  const post = posting(at)
  let seq = 10
  const use = () =>
    post(`/agent-runs/${filled.runId}/events`, {
      ...{ seq: seq++, event_type: 'tool_call', tool_name: 'delete_claim' },
      occurred_at: '2026-01-02T03:04:05Z',
    })
  const triggers = controlClient(at.baseUrl, TriggerService, at.organization.admin.session)
  const proposals = controlClient(at.baseUrl, ProposalService, at.organization.admin.session)
  const tool = async () =>
    (await triggers.listTriggers({ status: 1 })).triggers.find(({ toolName }) => toolName === 'delete_claim')!
  for (const [page, button] of [
    ['#/triggers', /^Resolve: .*delete_claim/],
    ['#/proposals', /^Accept: .*delete_claim/],
    ['#/proposals', /^Dismiss: .*delete_claim/],
  ] as const) {
    await use()
    await opened.open(page)
    await opened.page.getByRole('button', { name: button }).click()
    const { id, occurrences } = await tool()
    // Another person resolves the current occurrences, and the agent continues.
    await proposals.dismissProposal({ id, occurrences, reason: 'a test' })
    await use()
    await use()
    await field('reason').fill('seen')
    for (let n = 0; n < 2; n++) {
      await submit()
      await dialog().getByText('that many occurrences are already resolved').waitFor()
    }
    expect(await tool()).toMatchObject({ id, occurrences: occurrences + 2n })
    await opened.page.keyboard.press('Escape')
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await dialog().waitFor({ state: 'detached' })
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentService, Severity } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { ChannelKind, NotificationService } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../../services/kernel/identity/caller.ts'
import type { AdminClients } from '../../harness/control.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const { field, submit, dialog } = controlsOf(() => opened.page)
const client: AdminClients = (service) => opened.client(service)

/** An edit by another person while the form is open, and what must stay of it. */
type Edit = {
  page: () => string
  button: RegExp
  typed: [field: string, text: string]
  theirs: [field: string, text: string]
  change: () => Promise<unknown>
}

const EDITS: { [what: string]: () => Promise<Edit> } = {
  'a person': async () => {
    const { user } = await client(UserService).createUser({ email: 'p@x.example', role: Role.MEMBER })
    return {
      ...{ page: () => '#/users', button: /^Edit p@x/ },
      typed: ['attestationRoles', 'dpo'],
      theirs: ['role', String(Role.AUDITOR)],
      change: () => client(UserService).updateUser({ id: user!.id, role: Role.AUDITOR }),
    }
  },
  'an API key': async () => {
    const { key } = await client(KeyService).createKey({ name: 'edited', permissions: ['incidents:write'] })
    return {
      ...{ page: () => '#/keys', button: /^Edit key edited/ },
      typed: ['name', 'mine'],
      theirs: ['rateLimit', '17'],
      change: () => client(KeyService).updateKey({ id: key!.id, rateLimit: 17 }),
    }
  },
  'a channel': async () => {
    const { channel } = await client(NotificationService).createChannel({
      ...{ name: 'desk', kind: ChannelKind.EMAIL, recipients: ['soc@x.example'] },
    })
    return {
      ...{ page: () => '#/channels', button: /^Edit desk/ },
      typed: ['name', 'mine'],
      theirs: ['recipients', 'dpo@x.example'],
      change: () =>
        client(NotificationService).updateChannel({
          id: channel!.id,
          recipients: { values: ['dpo@x.example'] },
        }),
    }
  },
  'a webhook endpoint': async () => ({
    ...{ page: () => `#/webhooks/${opened.filled.endpointId}`, button: /^Edit SIEM/ },
    typed: ['name', 'mine'],
    theirs: ['rateLimit', '17'],
    change: () =>
      client(WebhookService).updateWebhookEndpoint({ id: opened.filled.endpointId, rateLimit: 17 }),
  }),
  'an AI system': async () => ({
    ...{ page: () => `#/systems/${opened.filled.systemId}`, button: /^Edit claims/ },
    typed: ['name', 'mine'],
    theirs: ['attestationRoles', 'dpo'],
    change: () =>
      client(SystemService).updateSystem({
        id: opened.filled.systemId,
        attestationRoles: { values: ['dpo'] },
      }),
  }),
  'an agent profile': async () => {
    const { profiles } = await client(ProfileService).listProfiles({ aiSystemId: opened.filled.systemId })
    return {
      ...{ page: () => `#/systems/${opened.filled.systemId}`, button: /^Edit agent claims-agent/ },
      typed: ['tools', 'search\npay'],
      theirs: ['promptVersion', '2'],
      change: () => client(ProfileService).updateProfile({ id: profiles[0]!.id, promptVersion: '2' }),
    }
  },
}

test.each(Object.entries(EDITS))(
  'a stale edit of %s is refused, keeps what was typed, and shows what was recorded meanwhile',
  async (_, prepare) => {
    const { page, button, typed, theirs, change } = await prepare()
    await opened.open('#/')
    await opened.open(page())
    await opened.page.getByRole('button', { name: button }).click()
    await field(typed[0]).fill(typed[1])
    await change()
    await submit()
    await dialog().getByText('Another person changed it meanwhile.').waitFor()
    expect(await field(typed[0]).inputValue()).toBe(typed[1])
    await expect.poll(() => field(theirs[0]).inputValue()).toBe(theirs[1])
    await submit()
    await dialog().waitFor({ state: 'detached' })
  },
)

test.each(['an API key', 'a channel', 'the reporting settings'])(
  'an edit of %s without a change records nothing, and says so',
  async (what) => {
    const { page, button } = (await EDITS[what]?.()) ?? { page: () => '#/reporting', button: /^Edit/ }
    await opened.open('#/')
    await opened.open(page())
    await opened.page.getByRole('button', { name: button }).first().click()
    await submit()
    await dialog().getByText('Nothing is changed yet.').waitFor()
    await opened.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  },
)

test('a refusal below a long form scrolls into view with the submit button', async () => {
  const { page } = opened
  await page.setViewportSize({ width: 640, height: 450 })
  await opened.open(`#/incidents/${opened.filled.incidentId}`)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await field('title').fill('Mine')
  await field('reason').fill('typed')
  await client(IncidentWorkService).editIncident({
    ...{ id: opened.filled.incidentId, expectedVersion: await versionOf(opened.filled.incidentId) },
    ...{ severity: Severity.LOW, reason: 'theirs' },
  })
  await submit()
  const problem = dialog().getByRole('alert')
  await problem.waitFor()
  expect(await problem.textContent()).not.toContain('read it again')
  for (const part of [problem, dialog().locator('button[type=submit]')])
    await expect.poll(() => part.evaluate(isWholeInView)).toBe(true)
})

const versionOf = async (id: string) => (await client(IncidentService).getIncident({ id })).incident!.version

const isWholeInView = (part: Part): boolean => {
  const { top, bottom } = part.getBoundingClientRect()
  const around = part.closest('dialog')!.getBoundingClientRect()
  return top >= around.top && bottom <= around.bottom
}

type Part = { getBoundingClientRect(): { top: number; bottom: number }; closest(of: string): Part | null }

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind, NotificationState } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mailBudget } from '../../services/ledger/store/notifications/mail-budget.ts'
import { sql } from '../harness/database.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { bootNotifications, listedNotifications, notificationsAs } from './support/boot.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
beforeAll(async () => {
  booted = await bootNotifications({ ATTESTRY_EMAILS_PER_HOUR: '20' })
})
afterAll(() => booted.stop())

test('e-mails beyond an organization’s hourly budget wait with a reason, and others get theirs', async () => {
  const { at, mail, logged } = booted
  const [one, other] = [await at.another(), await at.another()]
  await mailChannel(one, 8)
  await mailChannel(other, 1)
  for (const title of ['First', 'Second', 'Third', 'Fourth']) await incident(one, `${title} of one`)
  const about = (words: string) => mail.mails.filter(({ source }) => source.includes(words))
  await expect.poll(() => about('of one').length).toBe(3)
  const list = () => listedNotifications(notificationsAs(at, one.admin.session))
  await expect.poll(async () => (await list()).map(({ problem }) => problem)).toContain(WAITS)
  const waiting = (await list()).find(({ problem }) => problem === WAITS)!
  expect(waiting).toMatchObject({ state: NotificationState.WAITING })
  expect(logged.join('')).toContain(`"organization_id":"${one.id}"`)
  await incident(other, 'Of the other')
  await expect.poll(() => about('Of the other').length).toBe(1)
  expect(about('of one')).toHaveLength(3)
  // An hour later.
  const later = `update ledger.mail_budgets set at = at - interval '1 hour' where org_id = $1`
  await sql(at.databaseUrl, later, [one.id])
  await sql(at.databaseUrl, 'update ledger.notifications set next_at = now() where org_id = $1', [one.id])
  await expect.poll(() => about('of one').length).toBe(4)
})

test('the mail budget may be overdrawn once, takes back what is returned, and never exceeds an hour’s', async () => {
  const { databaseUrl } = booted.at
  const db = await openDatabase({ url: databaseUrl, service: 'ledger', entities: [], log: silentLog })
  try {
    const { draw, giveBack } = mailBudget(db, 20)
    const id = crypto.randomUUID()
    expect([await draw(id, 19), await draw(id, 20)]).toEqual([0, 0])
    expect(await draw(id, 1)).toBeGreaterThan(3000)
    await giveBack(id, 20)
    expect(await draw(id, 1)).toBe(0)
    for (let i = 0; i < 3; i += 1) await giveBack(id, 20)
    await sql(databaseUrl, "update ledger.mail_budgets set at = at - interval '9 hours' where org_id = $1", [
      id,
    ])
    expect(await draw(id, 20)).toBe(0)
    expect(await draw(id, 1)).toBeGreaterThan(0)
    const answers = await Promise.all(Array.from({ length: 20 }, () => draw(crypto.randomUUID(), 20)))
    expect(answers.every((seconds) => seconds === 0)).toBe(true)
    const shared = crypto.randomUUID()
    const drawn = await Promise.all(Array.from({ length: 20 }, () => draw(shared, 2)))
    expect(drawn.filter((seconds) => seconds === 0)).toHaveLength(10)
  } finally {
    await db.close()
  }
})

const WAITS = 'the organization has sent as many e-mails as it may in an hour; this one waits'

async function mailChannel(organization: TestOrganization, recipients: number): Promise<void> {
  const { client, as } = notificationsAs(booted.at, organization.admin.session)
  const addresses = Array.from({ length: recipients }, (_, i) => `person-${i}@example.com`)
  const channel = {
    name: 'mail',
    kind: ChannelKind.EMAIL,
    recipients: addresses,
    events: ['incident.opened'],
  }
  await client.createChannel(channel, as('createChannel'))
}

async function incident({ key }: TestOrganization, title: string): Promise<void> {
  const body = { title, severity: 'high' }
  expect(await call(booted.at.baseUrl, '/api/v1/incidents', { key, body })).toMatchObject({ status: 201 })
}

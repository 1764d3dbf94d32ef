import { create } from '@bufbuild/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallerSchema } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { ActorKind, actor, Via } from '../../services/kernel/identity/caller.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { backoffSeconds } from '../../services/ledger/domain/notifications/notification.ts'
import { expireWindows } from '../../services/ledger/store/admission.ts'
import { budget } from '../../services/ledger/store/budget.ts'
import { outbox } from '../../services/ledger/store/notifications/outbox.ts'
import { bringBackTimes } from '../../services/ledger/store/set-back-times.ts'
import { connected, sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootWebhook } from '../webhook/support/boot.ts'
import { type Administration, WebhookFormat } from '../webhook/support/endpoint.ts'
import { send } from '../webhook/support/send.ts'

// The database's clock ran ahead by a year, and was set back: its rows have times of then.
let at: TestInstallation
let admin: Administration
let db: Database
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook({ env: { ATTESTRY_NOTIFICATIONS: 'off' } }))
  db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
})
afterAll(async () => {
  await db.close()
  await at.stop()
})

test('a key whose quota was used up in the future has a new window, and Retry-After is at most a minute', async () => {
  const { id, key } = await at.organization.makeKey({ rateLimit: 1 })
  const list = () => call(at.baseUrl, '/api/v1/incidents', { key })
  // So far ahead that no 32 bits hold the seconds.
  const ahead = 'update ledger.quotas set used = 1, bucket = bucket + 525600 * 90 where subject = $1'
  const answered = async () => {
    await list()
    await sql(at.databaseUrl, ahead, [`key:${id}`])
    const { status, headers } = await list()
    return { status, retryAfter: headers.get('retry-after') }
  }
  // Where the installation itself clears the window in between, it is done again.
  await expect.poll(answered).toEqual({ status: 429, retryAfter: '60' })
  await expireWindows(db)
  expect((await list()).status).toBe(200)
  await expireWindows(db)
  expect(
    await sql(at.databaseUrl, 'select from ledger.quotas where subject = $1', [`key:${id}`]),
  ).toHaveLength(1)
})

test('all windows that have ended are cleared, except one on which a call draws at the time', async () => {
  const [first, last] = ['a', 'z'].map((letter) => `${letter} ${crypto.randomUUID()}`)
  await sql(
    at.databaseUrl,
    `insert into ledger.quotas (subject, bucket, used)
     select coalesce(nullif(n::text, '0'), $1), 1, 1 from generate_series(0, 4500) n union all values ($2, 1::bigint, 1)`,
    [first, last],
  )
  const left = async () => {
    const found = await sql<{ subject: string }>(
      at.databaseUrl,
      'select subject from ledger.quotas where bucket = 1',
    )
    return found.map(({ subject }) => subject)
  }
  await connected(at.databaseUrl, async (run) => {
    await run('begin')
    await run('select from ledger.quotas where subject = $1 for update', [first])
    await expireWindows(db)
    expect(await left()).toEqual([first])
    await run('commit')
  })
  await expireWindows(db)
  expect(await left()).toEqual([])
})

test.each(['retried', 'claimed'])(
  'a notification that was %s in the future is sent, and no longer holds up its receiver',
  async (was) => {
    const { id } = await at.another()
    const receiver = crypto.randomUUID()
    await sql(
      at.databaseUrl,
      `insert into ledger.notifications (org_id, id, channel_id, key, event, title, text, data, next_at, lease, lease_until)
     select $1, gen_random_uuid(), $2, 'n' || n, 'incident.opened', 'x', 'x', '{}',
       now() + case when n = 1 and $3 = 'retried' then interval '1 year' else interval '0' end,
       case when n = 1 and $3 = 'claimed' then gen_random_uuid() end,
       case when n = 1 and $3 = 'claimed' then now() + interval '1 year' end
     from generate_series(1, 2) n`,
      [id, receiver, was],
    )
    await bringBackTimes(db)
    const claim = async () => {
      const own = outbox(db)
      const claimed = await own.claim({ limit: 8, mails: 8, perOrganization: 4, leaseSeconds: 60 })
      const ids = claimed.map((one) => one.id)
      await sql(at.databaseUrl, `update ledger.notifications set state = 'sent' where id = any ($1)`, [ids])
      return claimed.filter(({ org_id }) => org_id === id).length
    }
    expect([await claim(), await claim(), await claim()]).toEqual([1, 1, 0])
  },
)

test('a notification that waits for the longest regular backoff keeps waiting', async () => {
  const { id } = await at.another()
  const longest = backoffSeconds(Number.POSITIVE_INFINITY, 1)
  const nextAt = `select extract(epoch from next_at - now())::int as seconds from ledger.notifications where org_id = $1`
  await sql(
    at.databaseUrl,
    `insert into ledger.notifications (org_id, id, channel_id, key, event, title, text, data, next_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'n', 'incident.opened', 'x', 'x', '{}', now() + make_interval(secs => $2))`,
    [id, longest],
  )
  await bringBackTimes(db)
  const [row] = await sql<{ seconds: number }>(at.databaseUrl, nextAt, [id])
  expect(row!.seconds).toBeGreaterThan(longest - 600)
})

test.each([
  ['sent all its e-mails', 'ledger.mail_budgets', 3600],
  ['attached all that it may', 'ledger.attachment_budgets', 86_400],
] as const)(
  'an organization that %s in the future can do so again in due time',
  async (_, table, seconds) => {
    const { id } = await at.another()
    const { draw } = budget(db, { table, most: 20, seconds })
    expect(await draw(id, 20)).toBe(0)
    expect(await draw(id, 1)).toBeGreaterThan(0)
    await sql(at.databaseUrl, `update ${table} set at = now() + interval '1 year' where org_id = $1`, [id])
    await bringBackTimes(db)
    const later = `update ${table} set at = at - make_interval(secs => $2) where org_id = $1`
    await sql(at.databaseUrl, later, [id, seconds])
    expect(await draw(id, 1)).toBe(0)
  },
)

test('a notification found in the future that cannot be sent is given up a day later', async () => {
  const { id } = await at.another()
  await sql(
    at.databaseUrl,
    `insert into ledger.notifications (org_id, id, channel_id, key, event, title, text, data, created_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'found then', 'incident.opened', 'x', 'x', '{}', now() + interval '1 year')`,
    [id],
  )
  await bringBackTimes(db)
  await sql(
    at.databaseUrl,
    `update ledger.notifications set created_at = created_at - interval '1 day' where org_id = $1`,
    [id],
  )
  const own = outbox(db)
  const claimed = await own.claim({ limit: 8, mails: 8, perOrganization: 4, leaseSeconds: 60 })
  const [one] = claimed.filter(({ org_id }) => org_id === id)
  const caller = create(CallerSchema, {
    organizationId: id,
    actor: actor(ActorKind.SYSTEM, '', ''),
    via: Via.SYSTEM,
    operation: 'deliverNotification',
    requestId: mintId(new Date()),
  })
  expect(await own.failed({ caller, at: new Date() }, one!, 'no connection', 60)).toBe('gave_up')
})

test('a session that was used then ends after an hour without a call', async () => {
  const { id } = at.organization
  const read = `select last_seen_at <= now() as past from ledger.sessions where org_id = $1`
  await sql(
    at.databaseUrl,
    `update ledger.sessions set last_seen_at = now() + interval '1 year' where org_id = $1`,
    [id],
  )
  await bringBackTimes(db)
  const sessions = await sql<{ past: boolean }>(at.databaseUrl, read, [id])
  expect(sessions.length).toBeGreaterThan(0)
  expect(sessions.every(({ past }) => past)).toBe(true)
})

test.each([
  ['alone', []],
  ['with others', [firing('Another')]],
])('an alert that came then opens an incident when it comes again, %s', async (_, others) => {
  const endpoint = await admin.make({ format: WebhookFormat.VENDOR_SIEM })
  const alert = firing('Disk failed')
  const { id } = at.organization
  const opened = async () =>
    (await sql(at.databaseUrl, 'select from ledger.incidents where org_id = $1 and version = 1', [id])).length
  const answers = async (alerts: object[]) => (await send(at.baseUrl, endpoint, group(alerts))).text
  expect(await answers([alert])).toBe('{"received":true}')
  expect(await answers([alert])).toBe('{"received":true,"replay":true}')
  const before = await opened()
  await sql(
    at.databaseUrl,
    `update ledger.events_seen set first_at = first_at + interval '1 year' where org_id = $1`,
    [id],
  )
  expect(await answers([alert, ...others])).toBe('{"received":true}')
  expect(await opened()).toBe(before + 1 + others.length)
  expect(await answers([alert])).toBe('{"received":true,"replay":true}')
})

function firing(name: string): object {
  const labels = { alertname: name, severity: 'critical' }
  const startsAt = '2026-02-01T10:00:00Z'
  return { status: 'firing', labels, annotations: { summary: 's' }, startsAt, fingerprint: name }
}

function group(alerts: object[]): object {
  return {
    ...{ version: '4', groupKey: 'g', receiver: 'r', status: 'firing', externalURL: 'http://am' },
    ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, alerts },
  }
}

import { Code, type ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { ChannelKind, NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import type { Fault } from '../../services/local/kms/faults.ts'
import { SOON } from '../exhaustion/support/sockets.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { appendEntries, bootWithKms, checkpointOf, type LogInstallation, until } from './support.ts'

let at: LogInstallation
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterAll(() => at.stop())

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => fromConnectError(error).reason,
  )

describe('a key service that fails', () => {
  test.each<[Fault, Reason]>([
    ['refuse', Reason.INTERNAL],
    ['wrong_key', Reason.INTERNAL],
    ['double_hash', Reason.INTERNAL],
    ['throttle', Reason.UNAVAILABLE],
  ])(
    'with the fault %s makes checkpoints fail with an error; calls and sequencing work as before',
    async (fault, reason) => {
      const { id, key } = await at.another()
      await checkpointOf(at, id)
      at.fault = fault
      try {
        const created = await call(at.baseUrl, '/api/v1/incidents', {
          key,
          body: { title: 'x', severity: 'low' },
        })
        expect(created.status).toBe(201)
        await appendEntries(at.databaseUrl, id, 100)
        expect(await reasonOf(checkpointOf(at, id))).toBe(reason)
        await until(async () => {
          const text = 'select size from ledger.trees where org_id = $1'
          return (await sql<{ size: string }>(at.databaseUrl, text, [id]))[0]?.size === '103'
        })
        const kept = 'select size from ledger.checkpoints where org_id = $1'
        expect(await sql(at.databaseUrl, kept, [id])).toEqual([{ size: '2' }])
      } finally {
        at.fault = null
      }
      expect((await checkpointOf(at, id)).treeSize).toBe(103n)
    },
  )
})

test.each<[Fault, string]>([
  ['refuse', 'the key service refused: the log of the server says why'],
  ['throttle', 'the key service is not available: try again later'],
])(
  'with the fault %s is reported to the person by each call that needs it, without the key’s name',
  async (fault, said) => {
    const { admin } = await at.another()
    const webhooks = controlClient(at.baseUrl, WebhookService, admin.session)
    at.fault = fault
    try {
      const made = webhooks.createWebhookEndpoint({ name: 'siem', format: WebhookFormat.SERVICE })
      await expect(made).rejects.toMatchObject({ rawMessage: said })
    } finally {
      at.fault = null
    }
  },
)

test('calls of people that wait for the key service delay no other calls', async () => {
  const others = await at.another()
  const makers = await Promise.all(Array.from({ length: 3 }, () => at.another()))
  at.fault = 'hang'
  const ended: string[] = []
  const made = makers.flatMap(({ admin }) => {
    const webhooks = controlClient(at.baseUrl, WebhookService, admin.session)
    return Array.from({ length: 4 }, async (_, n) => {
      await webhooks.createWebhookEndpoint({ name: `siem ${n}`, format: WebhookFormat.SERVICE })
      ended.push('made')
    })
  })
  await expect.poll(() => at.hanging).toBeGreaterThan(3)
  await controlClient(at.baseUrl, SystemService, others.admin.session).createSystem({ name: 'other' })
  ended.push('other')
  at.fault = null
  await Promise.all(made)
  expect(ended[0]).toBe('other')
})

test('while the key service hangs, a call of a person that needs it waits for seconds, and is refused with Retry-After', async () => {
  const { admin } = await at.another()
  const webhooks = controlClient(at.baseUrl, WebhookService, admin.session)
  at.fault = 'hang'
  const ended: unknown[] = []
  const made = Array.from({ length: 5 }, (_, n) =>
    webhooks.createWebhookEndpoint({ name: `siem ${n}`, format: WebhookFormat.SERVICE }).then(
      () => ended.push('made'),
      ({ code, metadata }: ConnectError) => ended.push([code, metadata.get('retry-after')]),
    ),
  )
  // Four are in hand, and end with the key service.
  await expect.poll(() => ended.length, SOON).toBe(1)
  expect(ended).toEqual([[Code.ResourceExhausted, '5']])
  at.fault = null
  await Promise.all(made)
  expect(ended.slice(1)).toEqual(Array(4).fill('made'))
})

test('while the key service hangs, signed decisions of an organization wait for seconds, up to a limit, and refuse none of another one', async () => {
  const [many, other] = await Promise.all([signer(), signer()])
  at.fault = 'hang'
  const ended: [number, string | null][] = []
  const asked = Array.from({ length: 30 }, async () => {
    const { status, headers } = await many()
    ended.push([status, headers.get('retry-after')])
  })
  await expect.poll(() => ended).toEqual(Array(6).fill([429, '5']))
  // Four are in hand, and end with the key service.
  await expect.poll(() => ended.slice(6), SOON).toEqual(Array(20).fill([429, '5']))
  const another = other()
  at.fault = null
  await Promise.all(asked)
  expect(ended.slice(26)).toEqual(Array(4).fill([200, null]))
  expect((await another).status).toBe(200)
})

test('a notification whose secret the key service does not open waits for five seconds, and is tried again later', async () => {
  const { key, admin } = await at.another()
  const channels = controlClient(at.baseUrl, NotificationService, admin.session)
  const to = {
    name: 'one',
    kind: ChannelKind.WEBHOOK,
    url: 'http://127.0.0.1:9/',
    events: ['incident.opened'],
  }
  await channels.createChannel(to)
  at.fault = 'hang'
  await call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'x', severity: 'low' } })
  const problem = async () => (await channels.listNotifications({})).notifications[0]?.problem
  await expect.poll(problem).toMatch(/./)
  expect(await problem()).toBe('the key service does not answer')
  at.fault = null
})

/** Returns a function that asks for the signature of a decision of an organization. */
async function signer() {
  const { key, admin } = await at.another()
  const systems = controlClient(at.baseUrl, SystemService, admin.session)
  const { system } = await systems.createSystem({ name: 'signed' })
  const { body } = await call(at.baseUrl, `/api/v1/gate-status/${system!.id}`, { key })
  return () => call(at.baseUrl, `/api/v1/gate-decisions/${body.decision_id}/attestation`, { key })
}

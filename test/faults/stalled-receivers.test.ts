import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind, NotificationState } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { attestry, temporaryDirectory } from '../harness/command.ts'
import { sql } from '../harness/database.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { makeAuthority } from '../harness/timestamp-authority.ts'
import { bootNotifications, listedNotifications, notificationsAs } from '../notifications/support/boot.ts'
import { type Stalling, startStalling } from './support/stalling.ts'

const WAYS: Stalling[] = ['silent', 'drip', 'garbage', 'half', 'endless']
const INCIDENTS = 3
const WAIT = { timeout: 180_000, interval: 200 }

type Peer = Awaited<ReturnType<typeof startStalling>>
let booted: Awaited<ReturnType<typeof bootNotifications>>
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
const peers: { [way: string]: Peer } = {}
beforeAll(async () => {
  directory = await temporaryDirectory()
  for (const way of WAYS) peers[way] = await startStalling(way)
  for (const name of ['mail', 'witness', 'authority']) peers[name] = await startStalling('silent')
  const { json } = await attestry([
    ...['witness', 'init', '--directory', `${directory.path}/w`, '--name', 'witness.example/w1', '--json'],
  ])
  const { root } = makeAuthority(`${directory.path}/tsa`)
  booted = await bootNotifications({
    ATTESTRY_SMTP_URL: `smtp://attestry:x@localhost:${peers.mail!.port}`,
    ATTESTRY_WITNESSES: `${peers.witness!.url} ${json.verifier_key}`,
    ATTESTRY_TIMESTAMP_AUTHORITIES: `${peers.authority!.url} ${root}`,
    ATTESTRY_CHECKPOINT_SECONDS: '0.5',
  })
})
afterAll(async () => {
  await booted?.stop()
  for (const peer of Object.values(peers)) peer.stop()
  await directory?.remove()
})

test('while every receiver of one organization, the mail server, the witness and the authority stall, others get their notifications once, and checkpoints are made', {
  timeout: 400_000,
}, async () => {
  const { at, receiver } = booted
  const [stalled, other] = [await at.another(), await at.another()]
  const names = new Map<string, string>()
  for (const way of WAYS) names.set(await channelOf(stalled, { name: way, url: peers[way]!.url }), way)
  names.set(await channelOf(stalled, { name: 'mail', recipients: ['ciso@example.com'] }), 'mail')
  await channelOf(other, { name: 'quick', url: `${receiver.url}/quick` })
  for (let n = 0; n < INCIDENTS; n += 1) await incidentOf(stalled)
  await expect
    .poll(() => peers.silent!.open() + peers.drip!.open() + peers.mail!.open(), WAIT)
    .toBeGreaterThan(1)

  const before = await checkpointsOf(other)
  for (let n = 0; n < INCIDENTS; n += 1) await incidentOf(other)
  await expect.poll(() => receiver.at('/quick').length, WAIT).toBe(INCIDENTS)
  await expect.poll(() => checkpointsOf(other), WAIT).toBeGreaterThan(before)
  expect(peers.witness!.seen.connections).toBeGreaterThan(0)
  expect(peers.authority!.seen.connections).toBeGreaterThan(0)

  // Each notification has been tried, and says what came of it.
  const one = notificationsAs(at, stalled.admin.session)
  const withoutOutcome = async () =>
    (await listedNotifications(one)).filter(
      ({ state, problem }) => state !== NotificationState.SENT && problem === '',
    ).length
  await expect.poll(withoutOutcome, WAIT).toBe(0)
  const problems = new Map<string, Set<string>>()
  for (const { channelId, problem, state } of await listedNotifications(one)) {
    const said = state === NotificationState.SENT ? 'sent' : problem
    const name = names.get(channelId)!
    problems.set(name, (problems.get(name) ?? new Set()).add(said))
  }
  expect(Object.fromEntries([...problems].map(([name, said]) => [name, [...said]]))).toMatchObject({
    silent: ['no answer in time'],
    drip: ['no answer in time'],
    garbage: ['no connection'],
    half: ['sent'],
    endless: ['sent'],
  })
  expect([...problems.get('mail')!].join()).not.toContain('sent')
  expect(peers.endless!.seen.connections).toBe(INCIDENTS)
  expect(peers.endless!.seen.bytesSent).toBeLessThan(INCIDENTS * 16 * 1024 * 1024)
  for (const way of WAYS) expect(peers[way]!.seen.most, way).toBeLessThan(5)
  expect(receiver.at('/quick')).toHaveLength(INCIDENTS)
  expect(new Set(receiver.at('/quick').map(({ headers }) => headers['webhook-id'])).size).toBe(INCIDENTS)
})

async function channelOf(
  { admin }: TestOrganization,
  { name, ...to }: { name: string; url?: string; recipients?: string[] },
): Promise<string> {
  const { client, as } = notificationsAs(booted.at, admin.session)
  const kind = to.url === undefined ? ChannelKind.EMAIL : ChannelKind.WEBHOOK
  const wanted = { name, kind, ...to, events: ['incident.opened'] }
  return (await client.createChannel(wanted, as('createChannel'))).channel!.id
}

async function incidentOf({ key }: TestOrganization): Promise<void> {
  const body = { title: 'An incident', severity: 'low' }
  expect((await call(booted.at.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
}

async function checkpointsOf({ id }: TestOrganization): Promise<number> {
  const text = 'select count(*)::int as n from ledger.checkpoints where org_id = $1'
  return (await sql<{ n: number }>(booted.at.databaseUrl, text, [id]))[0]!.n
}

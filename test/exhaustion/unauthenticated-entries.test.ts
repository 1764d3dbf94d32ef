import { connect } from 'node:http2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { attack } from './support/sockets.ts'

/** Every way to an audit entry for somebody who has not authenticated. `ORG`: a token that an organization publishes. */
const JSON_TYPE = 'Content-Type: application/json\r\n'
const bodyOf = (text: string): string => `Content-Length: ${text.length}\r\n\r\n${text}`
const PATHS: [name: string, request: string][] = [
  ['REST without a key', 'GET /api/v1/incidents HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['REST with a cookie', 'GET /api/v1/incidents HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\n\r\n'],
  [
    'REST with an unknown key',
    'GET /api/v1/incidents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer atk_x\r\n\r\n',
  ],
  ['REST, no such path', 'GET /api/v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['control without a session', 'GET /api/control/session HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['control, no such path', 'POST /api/control/x.y/Z HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
  ['control with a key', 'GET /api/control/session HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n'],
  ['a download without a session', 'GET /api/control/evidence-export HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a login of another type', `POST /api/control/session HTTP/1.1\r\nHost: a\r\n${bodyOf('{}')}`],
  ['a login that is not JSON', `POST /api/control/session HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}${bodyOf('{')}`],
  ['a login without fields', `POST /api/control/session HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}${bodyOf('{}')}`],
  [
    'a login from another site',
    `POST /api/control/session HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\n${JSON_TYPE}${bodyOf('{}')}`,
  ],
  [
    'a login that is too large',
    `POST /api/control/session HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}Content-Length: 20000\r\n\r\n`,
  ],
  [
    'a login of nobody',
    `POST /api/control/session HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}${bodyOf('{"email":"a@b.example","password":"x"}')}`,
  ],
  [
    'an invitation that nobody has',
    `POST /api/control/invitation HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}${bodyOf('{"code":"ati_x","password":"x"}')}`,
  ],
  [
    'an invitation from another site',
    `POST /api/control/invitation HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\n${JSON_TYPE}${bodyOf('{}')}`,
  ],
  ['a delivery that is too large', 'POST ORG HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n'],
  [
    'a delivery that ends early',
    'POST ORG HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{',
  ],
  ['a delivery without a signature', `POST ORG HTTP/1.1\r\nHost: a\r\n${bodyOf('{}')}`],
  ['a delivery to nobody', `POST /api/v1/webhooks/incidents/whk_x HTTP/1.1\r\nHost: a\r\n${bodyOf('{}')}`],
]

let at: TestInstallation
let path: string
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  const webhooks = controlClient(at.baseUrl, WebhookService, at.organization.admin.session)
  const made = await webhooks.createWebhookEndpoint({ name: 'public', format: 1 })
  path = made.endpoint!.path
})
afterAll(() => at.stop())

/** Entries of one call each. */
const entries = async (): Promise<number> => {
  const alone = `select count(*) from ledger.entries where entry not like '%"window_start"%'`
  const [row] = await sql<{ count: string }>(at.databaseUrl, alone)
  return Number(row!.count)
}

/** The most entries that calls of one address since then may leave: 60 in each minute that they touched. */
const most = (since: number): number => 60 * (minute() - since + 1)
const minute = (): number => Math.floor(Date.now() / 60_000)
const CALLS = 150

test.each(PATHS)('%s: beyond 60 a minute they are counted, not logged one by one', async (name, request) => {
  const from = `127.1.1.${1 + PATHS.findIndex(([one]) => one === name)}`
  const before = await entries()
  const since = minute()
  const bytes = request.replace('ORG', path)
  let answered = 0
  const one = async (): Promise<void> => {
    const { socket, received } = await attack(at.baseUrl, bytes, { from, reads: true })
    if (name.endsWith('ends early')) socket.end()
    await expect.poll(received).toMatch(/^HTTP\/1\.1 4\d\d /m)
    socket.destroy()
    answered += 1
  }
  for (let i = 0; i < CALLS; i += 30) await Promise.all(Array.from({ length: 30 }, one))
  expect(answered).toBe(CALLS)
  expect((await entries()) - before).toBeLessThanOrEqual(most(since))
})

test('calls of a service’s port without a credential are counted beyond 60 a minute, not logged one by one', async () => {
  const before = await entries()
  const since = minute()
  // The server may end a connection that asks for so much (ENHANCE_YOUR_CALM); a caller like this one opens the next.
  const some = async () => {
    const session = connect(at.urls.ledger!).on('error', () => {})
    const one = () =>
      new Promise<void>((resolve) => {
        const stream = session.request({
          ':method': 'POST',
          ':path': '/attestry.ledger.v1.IncidentService/ListIncidents',
          'content-type': 'application/json',
        })
        stream
          .on('error', () => resolve())
          .on('close', resolve)
          .resume()
          .end('{}')
      })
    await Promise.all(Array.from({ length: 10 }, one))
    session.destroy()
  }
  for (let i = 0; i < CALLS; i += 10) await some()
  expect((await entries()) - before).toBeGreaterThan(0)
  expect((await entries()) - before).toBeLessThanOrEqual(most(since))
})

import { Writable } from 'node:stream'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { type Composition, compose } from '../../gateway/cli/process/compose.ts'
import { Reason } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import { EvidenceService } from '../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { mintSecret } from '../../services/kernel/crypto/secrets.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { createLog } from '../../services/kernel/logging/log.ts'
import { remoteTransport } from '../../services/kernel/transport/client/remote-transport.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { makeMicroservice } from './support/microservice.ts'

let at: TestInstallation
let gateway: Composition | undefined
const lines: string[] = []
const stream = new Writable({
  write(chunk, _, done) {
    lines.push(String(chunk))
    done()
  },
})
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
})
afterAll(async () => {
  await gateway?.destroy()
  await at?.stop()
})

/** Starts another gateway beside the first one, with a token of its own. */
async function gatewayWith(token: string): Promise<string> {
  await gateway?.destroy()
  const log = createLog({}, stream)
  gateway = await compose(
    ['gateway'],
    { ...at.env, ATTESTRY_CLIENT_TOKEN: token },
    { clock: systemClock, log },
  )
  return `http://127.0.0.1:${gateway.gateway!.port}`
}

const OTHERS: [string, () => Promise<string>][] = [
  ['an unknown token', async () => mintSecret('atc').secret],
  ['the token of a service client', async () => (await makeMicroservice(at, { name: 'other' })).token],
]

test.each(OTHERS)('a gateway with %s is not ready, and blames no caller', async (_, token) => {
  const baseUrl = await gatewayWith(await token())
  const ready = await call(baseUrl, '/readyz')
  expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', missing: ['ledger'] }])
  lines.length = 0
  const answer = await call(baseUrl, '/api/v1/incidents', { key: at.organization.key })
  expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error'])
  expect(answer.headers.get('retry-after')).not.toBeNull()
  expect(lines.join()).toContain('ATTESTRY_CLIENT_TOKEN must be the same for all processes')
})

test.each(OTHERS)('a stream with %s fails as unavailable, and blames no caller', async (_, token) => {
  const stranger = remoteTransport({ baseUrl: at.urls.evidence!, token: await token() })
  const { exportEvidence } = createClient(EvidenceService, stranger)
  const person = sessionCaller('exportEvidence', at.organization.admin.session, systemClock)
  const failure = await Array.fromAsync(exportEvidence({}, person)).catch(fromConnectError)
  expect(failure).toMatchObject({
    reason: Reason.UNAVAILABLE,
    message: expect.stringContaining('ATTESTRY_CLIENT_TOKEN must be the same for all processes'),
  })
})

test('a second gateway with the token of the others is ready, and answers', async () => {
  const baseUrl = await gatewayWith(at.env.ATTESTRY_CLIENT_TOKEN!)
  expect((await call(baseUrl, '/readyz')).status).toBe(200)
  const answer = await call(baseUrl, '/api/v1/incidents', { key: at.organization.key })
  expect(answer.status).toBe(200)
})

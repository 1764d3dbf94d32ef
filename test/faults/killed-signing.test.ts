import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'
import { exported, outcome } from '../evidence/support/export.ts'
import { rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { freePort } from '../harness/ports.ts'
import { call } from '../harness/rest.ts'
import { expectWhole } from '../process/support/integrity.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'

const TIMEOUT = { timeout: 300_000 }

let directory: string
let kms: LocalKms
let fixture: Fixture
let served: Served
let env: NodeJS.ProcessEnv
/** The operation of the key service whose call is not answered, and how many calls of it are answered before. */
let silent: { operation: string; after: number } | undefined
let waiting = 0
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attestry-killed-signing-'))
  await chmod(directory, 0o711)
  kms = await startLocalKms({ dataDir: directory, faults: silenceOf })
  fixture = await makeFixture({ ...kmsEnvironment(kms), ATTESTRY_CHECKPOINT_SECONDS: '86400' })
  env = { ...fixture.scene.env, PORT: String(await freePort()) }
  served = await serve(env)
})
afterAll(async () => {
  await served.end('SIGKILL')
  await fixture.clear()
  await kms.stop()
  await rm(directory, { recursive: true, force: true })
})

function silenceOf(operation: string): 'hang' | null {
  if (operation !== silent?.operation || silent.after-- > 0) return null
  waiting += 1
  return 'hang'
}

test(
  'a signed decision whose process is killed while the key service signs is not recorded, and can be requested again',
  TIMEOUT,
  async () => {
    const { organization, systemId } = fixture.scene
    const { key } = organization
    const { decision_id: id } = (await call(served.baseUrl, `/api/v1/gate-status/${systemId}`, { key })).body
    const path = `/api/v1/gate-decisions/${id}/attestation?format=dsse&subject_sha256=${sha256Hex('built')}`
    await killedWhileSilent({ operation: 'Sign', after: 0 }, () => call(served.baseUrl, path, { key }))
    expect(await entriesOf('attestDecision')).toEqual([])
    expect((await call(served.baseUrl, path, { key })).status).toBe(200)
    expect(await entriesOf('attestDecision')).toEqual(['ok'])
  },
)

test.each([
  ['creates the key', { operation: 'CreateKey', after: 0 }],
  ['reads the public half of the new key', { operation: 'GetPublicKey', after: 0 }],
  ['signs with the former key', { operation: 'Sign', after: 0 }],
  ['signs with the new key', { operation: 'Sign', after: 1 }],
])(
  'a rotation whose process is killed while the key service %s has changed nothing, and can be requested again',
  TIMEOUT,
  async (_, moment) => {
    const { session } = fixture.scene.organization.admin
    const before = await kids()
    const done = (await entriesOf('rotateSigningKey')).length
    const rotate = () =>
      rpc(served.baseUrl, 'attestry.ledger.v1.SigningKeyService/RotateSigningKey', { session, body: {} })
    await killedWhileSilent(moment, rotate)
    expect(await kids()).toEqual(before)
    expect((await entriesOf('rotateSigningKey')).length).toBe(done)
    expect((await rotate()).status).toBe(200)
    expect(await kids()).toHaveLength(before.length + 1)
    expect((await entriesOf('rotateSigningKey')).length).toBe(done + 1)
  },
)

test(
  'a rotation whose process is killed while the first checkpoint under the new key is signed has taken effect',
  TIMEOUT,
  async () => {
    const { session } = fixture.scene.organization.admin
    const before = await kids()
    const rotate = () =>
      rpc(served.baseUrl, 'attestry.ledger.v1.SigningKeyService/RotateSigningKey', { session, body: {} })
    await killedWhileSilent({ operation: 'Sign', after: 2 }, rotate)
    expect(await kids()).toHaveLength(before.length + 1)
  },
)

test('after these kills every record has its entry, and a package verifies', TIMEOUT, async () => {
  await expectWhole(fixture.postgres.url)
  expect(await outcome(await exported(served, fixture.scene.organization.admin.session))).toBe('verified')
})

/** Kills the process while it waits for the key service at that moment of a call, and starts it again. */
async function killedWhileSilent(
  moment: { operation: string; after: number },
  begin: () => Promise<unknown>,
): Promise<void> {
  waiting = 0
  silent = { ...moment }
  const going = begin().then(
    () => expect.unreachable('answered'),
    () => {},
  )
  await expect.poll(() => waiting).toBeGreaterThan(0)
  await served.end('SIGKILL')
  await going
  silent = undefined
  served = await serve(env)
}

async function kids(): Promise<string[]> {
  const text = 'select distinct kid from ledger.signing_keys order by kid'
  return (await sql<{ kid: string }>(fixture.postgres.url, text)).map(({ kid }) => kid)
}

/** The outcomes of the calls of an operation, as the log has them. */
async function entriesOf(operation: string): Promise<string[]> {
  const text = `select entry::json ->> 'outcome' as outcome from ledger.entries where entry::json ->> 'operation' = $1`
  return (await sql<{ outcome: string }>(fixture.postgres.url, text, [operation])).map(
    ({ outcome }) => outcome,
  )
}

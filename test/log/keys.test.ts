import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { publicKeyFrom, verifySignature } from '../../services/kernel/crypto/ecdsa.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { canonicalJson } from '../../services/kernel/json/canonical-json.ts'
import { checkpointKeys, verifyCheckpoint } from '../../services/ledger/domain/log/checkpoint.ts'
import { sql } from '../harness/database.ts'
import {
  bootWithKms,
  checkpointOf,
  type LogInstallation,
  until,
  verifyAs,
  verifyInstallation,
} from './support.ts'

let at: LogInstallation
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterAll(() => at.stop())

const keys = () => createClient(SigningKeyService, at.composition.transports.ledger)
const operator = (operation: string) => as(operatorCaller(operation, systemClock.now()))
const published = async (path: string) => fetch(`${at.baseUrl}/.well-known/attestry/${path}`)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => fromConnectError(error).reason,
  )

test('verifier.json publishes the SHA-256 of verify.mjs without a credential', async () => {
  const answer = await published('verifier.json')
  const [sha256] = readFileSync(
    new URL('../../verifier/dist/verify.mjs.sha256', import.meta.url),
    'utf8',
  ).split(' ')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual({ file: 'verify.mjs', sha256 })
})

describe('the published keys', () => {
  test('are the key set of the package format, are readable without a credential, and agree with openssl', async () => {
    const answer = await published('keys.json')
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    const { keys } = JSON.parse(text)
    expect(text).toBe(`${canonicalJson({ keys })}\n`)
    expect(Object.keys(keys[0])).toEqual([
      'alg',
      'crv',
      'kid',
      'kty',
      'revocation_reason',
      'status',
      'use',
      'valid_from',
      'valid_until',
      'x',
      'y',
    ])
    const pem = await published(`keys/${keys[0].kid}.pem`)
    const der = execFileSync('openssl', ['pkey', '-pubin', '-outform', 'DER'], { input: await pem.text() })
    expect(createHash('sha256').update(der).digest('hex')).toBe(keys[0].kid)
    expect(publicKeyFrom(der).export({ format: 'jwk' })).toMatchObject({ x: keys[0].x, y: keys[0].y })
    const etag = answer.headers.get('etag')!
    // A proxy that compresses makes the tag weak.
    for (const known of [etag, `W/${etag}`]) {
      const headers = { 'if-none-match': known }
      expect((await fetch(`${at.baseUrl}/.well-known/attestry/keys.json`, { headers })).status).toBe(304)
    }
  })

  test.each([`keys/${'0'.repeat(64)}.pem`, 'keys', 'other'])('do not include %s', async (path) => {
    expect((await published(path)).status).toBe(404)
  })
})

describe('rotation and revocation', () => {
  test('a rotation is signed by both keys; the old key still verifies, and every log is signed anew', async () => {
    const { id, admin } = await at.another()
    const before = await checkpointOf(at, id)
    const { key } = await keys().rotateSigningKey({}, operator('rotateSigningKey'))
    const set = await keys().getKeySet({})
    expect(set.activeKid).toBe(key!.kid)
    expect(set.keys.map(({ status }) => status)).toEqual(['retired', 'active'])

    const file = JSON.parse(set.rotations[0]!.text)
    expect(set.rotations[0]!.text).toBe(`${canonicalJson(file)}\n`)
    const statement = JSON.parse(file.statement)
    expect(file.statement).toBe(canonicalJson(statement))
    expect(statement).toMatchObject({
      number: 1,
      old_kid: before.kid,
      new_kid: key!.kid,
      type: 'attestry-key-rotation',
      v: 1,
    })
    for (const side of ['old', 'new']) {
      const spki = Buffer.from(statement[`${side}_key`], 'base64')
      const signature = Buffer.from(file[`${side}_signature`], 'base64')
      expect(verifySignature(spki, file.statement, signature)).toBe(true)
    }

    const spkis = set.keys.map(({ spki }) => spki)
    expect(verifyCheckpoint(before.note, checkpointKeys(spkis)).size).toBe(Number(before.treeSize))
    const kids = 'select kid from ledger.checkpoints where org_id = $1 and size = $2 order by signed_at'
    expect(await sql(at.databaseUrl, kids, [id, before.treeSize])).toEqual([
      { kid: before.kid },
      { kid: key!.kid },
    ])
    expect(await verifyAs(at, admin.session)).toMatchObject({ ok: true, checkpoints: 2n })
    await until(async () => (await (await published('keys.json')).text()) === set.keyset)
  })

  test('the active key cannot be revoked; a retired one can, only by the operator if other organizations exist', async () => {
    const listed = (await keys().listSigningKeys({}, operator('listSigningKeys'))).keys
    const [active, retired] = [listed[0]!.kid, listed[1]!.kid]
    const revoke = (kid: string) =>
      keys().revokeSigningKey({ kid, reason: 'lost' }, operator('revokeSigningKey'))
    expect(await reasonOf(revoke(active))).toBe(Reason.CONFLICT)
    expect(await reasonOf(revoke('0'.repeat(64)))).toBe(Reason.NOT_FOUND)
    const person = sessionCaller('revokeSigningKey', at.organization.admin.session, systemClock)
    expect(await reasonOf(keys().revokeSigningKey({ kid: retired, reason: 'x' }, person))).toBe(
      Reason.FORBIDDEN,
    )
    const { key } = await revoke(retired)
    expect(key).toMatchObject({ status: 'revoked', revocationReason: 'lost' })
    const { keys: set } = JSON.parse((await keys().getKeySet({})).keyset)
    expect(set[0]).toMatchObject({ kid: retired, status: 'revoked', revocation_reason: 'lost' })
  })

  test('every version of a signing key has a record in the installation’s log', async () => {
    await checkpointOf(at, at.organization.id)
    // The installation's own client; then registered, rotated (two versions), revoked.
    expect(await verifyInstallation(at)).toMatchObject({ ok: true, receipts: 4n, problems: [] })
    const rows = await sql<{ record: string }>(
      at.databaseUrl,
      'select record from ledger.signing_key_records order by entry_id, position',
    )
    const versions = rows.map(({ record }) => JSON.parse(record))
    expect(versions.map(({ status, version }) => `${status} ${version}`)).toEqual([
      'active 1',
      'retired 2',
      'active 1',
      'revoked 3',
    ])
  })
})

test('the package signing call signs only the text of a SHA256SUMS file', async () => {
  const { activeKid: kid, keys: set } = await keys().getKeySet({})
  const sums = `${'a'.repeat(64)}  manifest.json\n${'b'.repeat(64)}  verify.mjs\n`
  const { signature } = await keys().signPackage({ kid, sha256sums: sums })
  const { spki } = set.find((key) => key.kid === kid)!
  expect(verifySignature(spki, sums, signature)).toBe(true)
  const { note } = await checkpointOf(at, at.organization.id)
  for (const other of ['', '\n', sums.trimEnd(), note, '{}', `${sums}\n`, `${sums}attestry/x\n`])
    expect(await reasonOf(keys().signPackage({ kid, sha256sums: other }))).toBe(Reason.VALIDATION)
  const revoked = set.find(({ status }) => status === 'revoked')!
  expect(await reasonOf(keys().signPackage({ kid: revoked.kid, sha256sums: sums }))).toBe(Reason.CONFLICT)
})

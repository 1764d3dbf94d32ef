import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOperator } from '../../gateway/cli/operator/operator.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { createKms } from '../../services/kernel/crypto/kms.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { rpc } from '../harness/control.ts'
import {
  appendEntries,
  behindTriggers,
  bootWithKms,
  checkpointOf,
  type LogInstallation,
  verifyAs,
} from './support.ts'

let at: LogInstallation
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterAll(() => at.stop())

const { rotateSigningKey } = SigningKeyService.method

/** As the command does it beside a running instance: with the data directory's keys, in a process of its own. */
function rotateAsOperator(keyArn = '') {
  const { DATABASE_URL, ATTESTRY_CLIENT_TOKEN } = at.env
  const env = { DATABASE_URL, ATTESTRY_CLIENT_TOKEN, ATTESTRY_DATA_DIR: at.dataDir }
  return withOperator(env, (call) => call(rotateSigningKey, { keyArn }))
}

test('an administrator rotates the signing key only if there is no other organization', async () => {
  const path = 'attestry.ledger.v1.SigningKeyService/RotateSigningKey'
  const { session } = at.organization.admin
  expect((await rpc(at.baseUrl, path, { session })).status).toBe(200)
  await at.another()
  const refused = await rpc(at.baseUrl, path, { session })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    403,
    expect.stringContaining('only the operator rotates it'),
  ])
})

test('only the operator names the key to rotate to, as an administrator could use it elsewhere', async () => {
  const elsewhere = await bootWithKms()
  try {
    const keyArn = await createKms({ ...elsewhere.kms, attempts: 3, timeoutMs: 5000 }).createSigningKey('own')
    const path = 'attestry.ledger.v1.SigningKeyService/RotateSigningKey'
    const { session } = elsewhere.organization.admin
    const refused = await rpc(elsewhere.baseUrl, path, { session, body: { keyArn } })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      403,
      expect.stringContaining('only the operator names a key'),
    ])
    const keys = createClient(SigningKeyService, elsewhere.composition.transports.ledger)
    const named = await keys.rotateSigningKey({ keyArn }, as(operatorCaller('rotateSigningKey', new Date())))
    expect(named.key).toMatchObject({ number: 1, keyArn })
  } finally {
    await elsewhere.stop()
  }
})

test('the operator rotates the keys of the data directory beside the running instance, at most ten times a day', async () => {
  const keys = createClient(SigningKeyService, at.composition.transports.ledger)
  for (let number = 2; number <= 10; number++)
    expect((await rotateAsOperator()).key).toMatchObject({ number, status: 'active' })
  await expect(rotateAsOperator()).rejects.toMatchObject({ details: { retry_after: 3600 } })
  const { activeKid, rotations } = await keys.getKeySet({})
  expect(rotations).toHaveLength(10)
  expect((await checkpointOf(at, at.organization.id)).kid).toBe(activeKid)
})

test('several keys’ checkpoints of one tree size are compared by key, whichever row is read first', async () => {
  const organization = await at.another()
  await appendEntries(at.databaseUrl, organization.id, 1)
  await checkpointOf(at, organization.id)
  await behindTriggers(
    at.databaseUrl,
    'ledger.checkpoints',
    `insert into ledger.checkpoints (org_id, size, kid, root, signed_at, note)
       select org_id, size, other, root, signed_at - interval '5 minutes', note
       from ledger.checkpoints, unnest(array['0' || kid, kid || 'x']) as other where org_id = $1`,
    [organization.id],
  )
  const { problems } = await verifyAs(at, organization.admin.session)
  expect(problems.map(({ field }) => field)).toEqual(['kid', 'kid'])
})

import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { createKms } from '../../services/kernel/crypto/kms.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { kidOf } from '../../services/ledger/domain/log/signing-key.ts'
import { bootWithKms, checkpointOf, type LogInstallation } from './support.ts'

let at: LogInstallation
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' }, silentLog, 'wrong_public_key')
})
afterAll(() => at.stop())

test('a public key that the key service does not sign with is not registered, and the true one is once it is named', async () => {
  const { id } = at.organization
  expect(await outcome(checkpointOf(at, id))).toBe(Reason.INTERNAL)
  at.fault = null
  expect(await outcome(checkpointOf(at, id))).toBe('done')
  expect((await keySet()).map(({ kid }) => kid)).toEqual([await kidOfNamed(at.kms.signingKeyArn)])
})

test('a rotation to a key that was named with a wrong public key succeeds once the key service names the true one', async () => {
  const kms = createKms({ ...at.kms, attempts: 1 })
  const keyArn = await kms.createSigningKey('next').finally(() => kms.close())
  at.fault = 'wrong_public_key'
  expect(await outcome(rotate(keyArn))).toBe(Reason.INTERNAL)
  at.fault = null
  expect((await rotate(keyArn)).key?.kid).toBe(await kidOfNamed(keyArn))
})

test('a wrong public key named while the process runs keeps no checkpoint from being signed', async () => {
  const { id } = await at.another()
  at.fault = 'wrong_public_key'
  expect(await outcome(checkpointOf(at, id))).toBe('done')
  at.fault = null
})

async function rotate(keyArn: string) {
  const caller = as(operatorCaller('rotateSigningKey', systemClock.now()))
  return createClient(SigningKeyService, at.composition.transports.ledger).rotateSigningKey(
    { keyArn },
    caller,
  )
}

async function keySet(): Promise<{ kid: string }[]> {
  const answer = await fetch(`${at.baseUrl}/.well-known/attestry/keys.json`)
  return ((await answer.json()) as { keys: { kid: string }[] }).keys
}

async function kidOfNamed(arn: string): Promise<string> {
  const kms = createKms({ ...at.kms, attempts: 1 })
  return kidOf(await kms.publicKey(arn).finally(() => kms.close()))
}

/** `done`, or the reason of the failure. */
function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error) => fromConnectError(error).reason,
  )
}

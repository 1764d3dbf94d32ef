import { createClient } from '@connectrpc/connect'
import { expect, onTestFinished, test } from 'vitest'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { kidOf } from '../../services/kernel/crypto/ecdsa.ts'
import { createKms } from '../../services/kernel/crypto/kms.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import type { Fault } from '../../services/local/kms/faults.ts'
import { bootWithKms, checkpointOf, type LogInstallation } from './support.ts'

test('a public key that the key service does not sign with is not registered, and the true one is once it is named', async () => {
  const at = await installation('wrong_public_key')
  const { id } = at.organization
  const error = await checkpointOf(at, id).catch(fromConnectError)
  expect(error).toMatchObject({ reason: Reason.INTERNAL })
  expect((error as Error).message).toMatch(/^ATTESTRY_KMS_SIGNING_KEY_ARN: /)
  at.fault = null
  expect(await outcome(checkpointOf(at, id))).toBe('done')
  expect((await keySet(at)).map(({ kid }) => kid)).toEqual([await kidOfNamed(at, at.kms.signingKeyArn)])
})

test('a rotation to a key that was named with a wrong public key succeeds once the key service names the true one', async () => {
  const at = await installation()
  const kms = createKms({ ...at.kms, attempts: 1 })
  const keyArn = await kms.createSigningKey('next').finally(() => kms.close())
  at.fault = 'wrong_public_key'
  expect(await outcome(rotate(at, keyArn))).toBe(Reason.INTERNAL)
  at.fault = null
  expect((await rotate(at, keyArn)).key?.kid).toBe(await kidOfNamed(at, keyArn))
})

test('a wrong public key named while the process runs keeps no checkpoint from being signed', async () => {
  const at = await installation()
  const { id } = await at.another()
  at.fault = 'wrong_public_key'
  expect(await outcome(checkpointOf(at, id))).toBe('done')
})

test('where the ARN of the registered key names another key, nothing is signed, and the error names both keys', async () => {
  const at = await installation()
  const kid = await kidOfNamed(at, at.kms.signingKeyArn)
  const { id } = await at.another()
  at.fault = 'other_key'
  const error = await checkpointOf(at, id).catch(fromConnectError)
  expect(error).toMatchObject({ reason: Reason.INTERNAL, details: { key_service: 'wrong_answer' } })
  expect((error as Error).message).toMatch(new RegExp(`names the key [0-9a-f]{64}, and ${kid} is registered`))
  at.fault = null
  expect(await outcome(checkpointOf(at, id))).toBe('done')
})

/** Without a fault, its first signing key is registered. */
async function installation(fault: Fault | null = null): Promise<LogInstallation> {
  const at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' }, silentLog, fault)
  onTestFinished(() => at.stop())
  if (fault === null) await checkpointOf(at, at.organization.id)
  return at
}

async function rotate(at: LogInstallation, keyArn: string) {
  const caller = as(operatorCaller('rotateSigningKey', systemClock.now()))
  return createClient(SigningKeyService, at.composition.transports.ledger).rotateSigningKey(
    { keyArn },
    caller,
  )
}

async function keySet(at: LogInstallation): Promise<{ kid: string }[]> {
  const answer = await fetch(`${at.baseUrl}/.well-known/attestry/keys.json`)
  return ((await answer.json()) as { keys: { kid: string }[] }).keys
}

async function kidOfNamed(at: LogInstallation, arn: string): Promise<string> {
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

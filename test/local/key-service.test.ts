import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodeSignature, verifySignature } from '../../services/kernel/crypto/ecdsa.ts'
import { createKms, type Kms } from '../../services/kernel/crypto/kms.ts'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import type { Fault } from '../../services/local/kms/faults.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'

let dataDir: string
let local: LocalKms
/** The answers of the KMS, call by call; further calls succeed. */
let faults: Fault[]
let calls: string[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-kms-'))
  faults = []
  calls = []
  local = await startLocalKms({
    dataDir,
    faults: (operation) => {
      calls.push(operation)
      return operation === 'GetPublicKey' ? null : (faults.shift() ?? null)
    },
  })
})

afterEach(async () => {
  await local.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the key service client', () => {
  let kms: Kms
  beforeEach(() => {
    kms = createKms({ ...local, attempts: 3, timeoutMs: 2000 })
  })
  afterEach(() => kms.close())

  const failure = (call: Promise<unknown>): Promise<DomainError> =>
    call.then(
      () => expect.unreachable('it did not fail'),
      (error) => {
        expect(error).toBeInstanceOf(DomainError)
        return error
      },
    )

  const sign = async () => {
    const { signingKeyArn: arn } = local
    return kms.signMessage(arn, await kms.publicKey(arn), 'message')
  }

  test('signs in low-S form, with a digest computed here', async () => {
    const key = await kms.publicKey(local.signingKeyArn)
    const seen = new Set<boolean>()
    for (let i = 0; i < 24; i++) {
      const signature = await kms.signMessage(local.signingKeyArn, key, `message ${i}`)
      expect(verifySignature(key, `message ${i}`, signature)).toBe(true)
      seen.add(await answersHighS())
    }
    // The service itself answers both high and low s, so the form above is our doing.
    expect(seen.size).toBe(2)
  })

  test('wraps and unwraps a data key', async () => {
    const { plaintext, blob } = await kms.generateDataKey(local.wrappingKeyArn, { organization: 'a' })
    expect(plaintext).toHaveLength(32)
    expect(await kms.decrypt(local.wrappingKeyArn, blob, { organization: 'a' })).toEqual(plaintext)
    const error = await failure(kms.decrypt(local.wrappingKeyArn, blob, { organization: 'b' }))
    expect(error).toMatchObject({
      reason: Reason.INTERNAL,
      message: expect.stringContaining('InvalidCiphertext'),
    })
  })

  test('creates another signing key', async () => {
    const arn = await kms.createSigningKey('next')
    expect(arn).not.toBe(local.signingKeyArn)
    await kms.signMessage(arn, await kms.publicKey(arn), 'message')
  })

  test.each(['throttle', 'internal', 'hang'] as const)('retries after a passing fault: %s', async (fault) => {
    faults = [fault, fault]
    await sign()
    expect(calls.filter((operation) => operation === 'Sign')).toHaveLength(3)
  })

  test.each(['throttle', 'internal', 'hang'] as const)(
    'reports a lasting fault as unavailable: %s',
    async (fault) => {
      faults = [fault, fault, fault]
      const error = await failure(sign())
      expect(error).toMatchObject({
        reason: Reason.UNAVAILABLE,
        message: expect.stringContaining('does not answer'),
      })
    },
  )

  test('reports a refusal at once', async () => {
    faults = ['refuse']
    const error = await failure(sign())
    expect(error).toMatchObject({
      reason: Reason.INTERNAL,
      message: expect.stringContaining('AccessDenied'),
    })
    expect(calls.filter((operation) => operation === 'Sign')).toHaveLength(1)
  })

  test.each(['wrong_key', 'double_hash'] as const)(
    'returns no signature that does not verify: %s',
    async (fault) => {
      faults = [fault]
      const error = await failure(sign())
      expect(error).toMatchObject({
        reason: Reason.INTERNAL,
        message: expect.stringContaining('does not verify'),
      })
    },
  )

  test('reports an unreachable key service as unavailable', async () => {
    await local.stop()
    const error = await failure(kms.publicKey(local.signingKeyArn))
    expect(error.reason).toBe(Reason.UNAVAILABLE)
  })

  test('refuses a wrapping key as signing key', async () => {
    const spki = await kms.publicKey(local.signingKeyArn)
    expect((await failure(kms.signMessage(local.wrappingKeyArn, spki, 'message'))).reason).toBe(
      Reason.INTERNAL,
    )
  })
})

/** Whether the service's own signature, before anything is done to it, has a high s. */
async function answersHighS(): Promise<boolean> {
  const client = new KMSClient({ ...local, credentials: { ...local.credentials } })
  const { Signature } = await client.send(
    new SignCommand({
      KeyId: local.signingKeyArn,
      Message: Buffer.from('raw'),
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  )
  client.destroy()
  return decodeSignature(Signature!)!.s > 2n ** 255n
}

import { execFileSync } from 'node:child_process'
import { createHash, verify } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateKeyCommand,
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  ListAliasesCommand,
  ListKeysCommand,
  SignCommand,
  VerifyCommand,
} from '@aws-sdk/client-kms'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publicKeyFrom } from '../../services/kernel/crypto/ecdsa.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'

let dataDir: string
let local: LocalKms
let client: KMSClient
let calls: string[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-kms-'))
  calls = []
  local = await startLocalKms({
    dataDir,
    faults: (operation) => {
      calls.push(operation)
      return null
    },
  })
  client = new KMSClient({ ...local, credentials: { ...local.credentials }, maxAttempts: 1 })
})

afterEach(async () => {
  client.destroy()
  await local.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const sha256 = (data: string) => createHash('sha256').update(data).digest()

async function signed(message: Uint8Array, type: 'RAW' | 'DIGEST'): Promise<Buffer> {
  const command = new SignCommand({
    KeyId: local.signingKeyArn,
    Message: message,
    MessageType: type,
    SigningAlgorithm: 'ECDSA_SHA_256',
  })
  return Buffer.from((await client.send(command)).Signature!)
}

async function spki(): Promise<Buffer> {
  const answer = await client.send(new GetPublicKeyCommand({ KeyId: local.signingKeyArn }))
  expect(answer).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' })
  return Buffer.from(answer.PublicKey!)
}

describe('the local KMS, called with the AWS SDK for JavaScript', () => {
  test('signs a message and its digest to the same signature input, without hashing a DIGEST again', async () => {
    const key = publicKeyFrom(await spki())
    for (const signature of [
      await signed(Buffer.from('the message'), 'RAW'),
      await signed(sha256('the message'), 'DIGEST'),
    ]) {
      expect(verify('sha256', Buffer.from('the message'), key, signature)).toBe(true)
      expect(verify('sha256', sha256('the message'), key, signature)).toBe(false)
    }
  })

  test('makes signatures that openssl verifies', async () => {
    const pem = publicKeyFrom(await spki()).export({ format: 'pem', type: 'spki' })
    await writeFile(join(dataDir, 'key.pem'), pem)
    await writeFile(join(dataDir, 'message'), 'the message')
    await writeFile(join(dataDir, 'message.sig'), await signed(sha256('the message'), 'DIGEST'))
    const args = ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'message.sig', 'message']
    expect(execFileSync('openssl', args, { cwd: dataDir, encoding: 'utf8' })).toBe('Verified OK\n')
  })

  test('verifies what was signed, and nothing else', async () => {
    const signature = await signed(sha256('the message'), 'DIGEST')
    const check = (Message: Uint8Array, MessageType: 'RAW' | 'DIGEST', Signature: Uint8Array = signature) => {
      const KeyId = local.signingKeyArn
      const input = { KeyId, Message, MessageType, Signature, SigningAlgorithm: 'ECDSA_SHA_256' as const }
      return client.send(new VerifyCommand(input))
    }
    expect(await check(sha256('the message'), 'DIGEST')).toMatchObject({ SignatureValid: true })
    expect(await check(Buffer.from('the message'), 'RAW')).toMatchObject({ SignatureValid: true })
    const invalid = { name: 'KMSInvalidSignatureException' }
    await expect(check(sha256('another'), 'DIGEST')).rejects.toMatchObject(invalid)
    await expect(check(sha256('the message'), 'RAW')).rejects.toMatchObject(invalid)
    for (let at = 0; at < signature.length; at++) {
      const flipped = Buffer.from(signature)
      flipped[at]! ^= 1
      await expect(check(sha256('the message'), 'DIGEST', flipped)).rejects.toMatchObject(invalid)
    }
  })

  test('wraps data keys that only the same context unwraps', async () => {
    const KeyId = local.wrappingKeyArn
    const EncryptionContext = { organization: 'a', purpose: 'webhook' }
    const made = await client.send(
      new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext }),
    )
    expect(made.Plaintext).toHaveLength(32)
    const blob = made.CiphertextBlob!
    const open = (CiphertextBlob: Uint8Array, context: Record<string, string>) =>
      client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context }))
    expect((await open(blob, { purpose: 'webhook', organization: 'a' })).Plaintext).toEqual(made.Plaintext)
    const invalid = { name: 'InvalidCiphertextException' }
    await expect(open(blob, { organization: 'b', purpose: 'webhook' })).rejects.toMatchObject(invalid)
    await expect(open(blob, {})).rejects.toMatchObject(invalid)
    for (const at of [17, 30, 50, blob.length - 1]) {
      const flipped = Buffer.from(blob)
      flipped[at]! ^= 1
      await expect(open(flipped, EncryptionContext)).rejects.toMatchObject(invalid)
    }
    await expect(open(blob.subarray(0, 20), EncryptionContext)).rejects.toMatchObject(invalid)
    const sealed = await client.send(new EncryptCommand({ KeyId, Plaintext: Buffer.from('secret') }))
    expect((await open(sealed.CiphertextBlob!, {})).Plaintext).toEqual(Uint8Array.from(Buffer.from('secret')))
  })

  test('creates, describes and lists keys', async () => {
    const input = { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', Description: 'next' } as const
    const { KeyMetadata } = await client.send(new CreateKeyCommand(input))
    expect(KeyMetadata).toMatchObject({ Enabled: true, Description: 'next', KeySpec: 'ECC_NIST_P256' })
    expect(Math.abs(KeyMetadata!.CreationDate!.getTime() - Date.now())).toBeLessThan(600_000)
    const described = await client.send(new DescribeKeyCommand({ KeyId: KeyMetadata!.Arn }))
    expect(described.KeyMetadata).toEqual(KeyMetadata)
    const { Keys } = await client.send(new ListKeysCommand({}))
    const arns = [KeyMetadata!.Arn, local.signingKeyArn, local.wrappingKeyArn]
    expect(Keys!.map((key) => key.KeyArn).sort()).toEqual(arns.sort())
  })

  test('answers wrong calls as AWS does', async () => {
    const SigningAlgorithm = 'ECDSA_SHA_256'
    const KeyId = local.signingKeyArn
    const Message = Buffer.alloc(31)
    await expect(
      client.send(new SignCommand({ KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm })),
    ).rejects.toMatchObject({ name: 'ValidationException', $metadata: { httpStatusCode: 400 } })
    await expect(
      client.send(new SignCommand({ KeyId: local.wrappingKeyArn, Message, SigningAlgorithm })),
    ).rejects.toMatchObject({ name: 'InvalidKeyUsageException' })
    await expect(client.send(new EncryptCommand({ KeyId, Plaintext: Message }))).rejects.toMatchObject({
      name: 'InvalidKeyUsageException',
    })
    for (const unknown of ['../credentials', KeyId.replace(/.$/, 'x'), `${KeyId}/..`])
      await expect(client.send(new DescribeKeyCommand({ KeyId: unknown }))).rejects.toMatchObject({
        name: 'NotFoundException',
      })
    await expect(client.send(new ListAliasesCommand({}))).rejects.toMatchObject({
      name: 'UnknownOperationException',
    })
  })

  test('refuses a caller without the secret, or with a clock far off', async () => {
    const unregistered = new KMSClient({
      ...local,
      credentials: { ...local.credentials, secretAccessKey: 'guess' },
      maxAttempts: 1,
    })
    const described = new DescribeKeyCommand({ KeyId: local.signingKeyArn })
    await expect(unregistered.send(described)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    const late = new KMSClient({ ...local, systemClockOffset: 600_000, maxAttempts: 1 })
    await expect(late.send(described)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    const unsigned = await fetch(local.endpoint, {
      method: 'POST',
      body: '{}',
      headers: { 'x-amz-target': 'TrentService.ListKeys' },
    })
    expect([unsigned.status, await unsigned.json()]).toEqual([
      400,
      { __type: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' },
    ])
    expect(calls).toEqual([])
  })

  test('keeps keys, credentials and address over a restart, readable only by their owner', async () => {
    const key = await spki()
    await local.stop()
    const again = await startLocalKms({ dataDir })
    expect({ ...again, stop: null }).toEqual({ ...local, stop: null })
    local = again
    expect(await spki()).toEqual(key)
    const kms = join(dataDir, 'kms')
    expect((await stat(kms)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(kms, { recursive: true }))
      expect([name, (await stat(join(kms, name))).mode & 0o077]).toEqual([name, 0])
  })

  test('makes one pair of keys if it is started twice at once on a new data directory', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'attestry-kms-'))
    const both = await Promise.all([startLocalKms({ dataDir: shared }), startLocalKms({ dataDir: shared })])
    try {
      expect(both[0].signingKeyArn).toBe(both[1].signingKeyArn)
      expect(both[0].wrappingKeyArn).toBe(both[1].wrappingKeyArn)
      expect(both[0].credentials).toEqual(both[1].credentials)
    } finally {
      for (const each of both) await each.stop()
      await rm(shared, { recursive: true })
    }
  })
})

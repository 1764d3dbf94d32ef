import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretBox } from '../../services/ingestion/webhook/secret-box.ts'
import { createKms, type Kms } from '../../services/kernel/crypto/kms.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { channelSecrets } from '../../services/ledger/notifications/channel-secrets.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'

const ref = { orgId: '018f0000-0000-7000-8000-000000000001', id: '018f0000-0000-7000-8000-000000000002' }

let dataDir: string
let local: LocalKms
let kms: Kms
let before: string
let after: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-wrapping-'))
  local = await startLocalKms({ dataDir })
  kms = createKms({ ...local, attempts: 1 })
  before = local.wrappingKeyArn
  const client = new KMSClient({ ...local })
  const { KeyMetadata } = await client.send(new CreateKeyCommand({ KeySpec: 'SYMMETRIC_DEFAULT' }))
  client.destroy()
  after = KeyMetadata!.Arn!
})
afterAll(async () => {
  await kms?.close()
  await local?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('secrets under a former wrapping key still open, and new ones use the current key', async () => {
  const { secret, sealed } = await secretBox(kms, { current: before, former: [] }).make(ref)
  const moved = secretBox(kms, { current: after, former: [before] })
  expect(await moved.open(ref, sealed)).toBe(secret)
  const rotated = await moved.make(ref)
  expect(await secretBox(kms, { current: after, former: [] }).open(ref, rotated.sealed)).toBe(rotated.secret)
})

test('a channel’s address under a former wrapping key still opens', async () => {
  const address = { url: 'https://receiver.example/hook', signing: 'whsec_x' }
  const sealed = await channelSecrets(kms, { current: before, former: [] }).seal(ref, address)
  const moved = channelSecrets(kms, { current: after, former: [before] })
  expect(await moved.open(ref, sealed!)).toEqual(address)
})

test('a secret under a wrapping key that the operator has not named does not open', async () => {
  const { sealed } = await secretBox(kms, { current: before, former: [] }).make(ref)
  const moved = secretBox(kms, { current: after, former: [] })
  await expect(moved.open(ref, sealed)).rejects.toMatchObject({ reason: Reason.INTERNAL })
})

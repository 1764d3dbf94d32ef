import { Code } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import { ChannelKind, NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import type { Fault } from '../../services/local/kms/faults.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { scratchDirectory } from '../harness/scratch.ts'

let fault: Fault | null = null
let kms: LocalKms
let at: TestInstallation
beforeAll(async () => {
  kms = await startLocalKms({ dataDir: await scratchDirectory(), faults: () => fault })
  at = await bootInstallation({ env: kmsEnvironment(kms) })
})
afterAll(async () => {
  await at?.stop()
  await kms?.stop()
})

test('a new address with a stale channel version is refused without the key service', async () => {
  const channels = controlClient(at.baseUrl, NotificationService, at.organization.admin.session)
  const { channel } = await channels.createChannel({
    ...{ kind: ChannelKind.WEBHOOK, name: 'desk', events: ['incident.opened'] },
    url: 'https://hooks.example.com/one',
  })
  const of = { id: channel!.id, url: 'https://hooks.example.com/two' }
  fault = 'internal'
  await expect(channels.updateChannel({ ...of, expectedVersion: 7 })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
  })
  fault = null
  const { channel: changed } = await channels.updateChannel({ ...of, expectedVersion: channel!.version })
  expect(changed).toMatchObject({ version: channel!.version + 1 })
})

import { createClient, createRouterTransport } from '@connectrpc/connect'
import { expect, test, vi } from 'vitest'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { Reason } from '../../../services/kernel/errors/errors.ts'
import type { Directory } from '../../../services/kernel/identity/directory.ts'
import { deferredLedger } from './deferred-ledger.ts'

const transport = createRouterTransport(({ service }) => {
  service(KeyService, { listKeys: () => ({ nextCursor: 'here' }) })
})

test('a deferred ledger passes calls on once the ledger has started', async () => {
  const deferred = deferredLedger()
  const client = createClient(KeyService, deferred.transport)
  // As a service's interceptors do.
  const { session } = { ...deferred.directory }
  await expect(client.listKeys({})).rejects.toMatchObject({ reason: Reason.UNAVAILABLE })
  await expect(session('token')).rejects.toMatchObject({ reason: Reason.UNAVAILABLE })

  const known = { sessionId: 'one' } as Awaited<ReturnType<Directory['session']>>
  const directory = { client: vi.fn(), session: vi.fn(async () => known), record: vi.fn() }
  deferred.started({ transport, directory })
  expect(await client.listKeys({})).toMatchObject({ nextCursor: 'here' })
  expect(await session('token')).toBe(known)
  await deferred.directory.client('token', 'organization')
  expect(directory.client).toHaveBeenCalledWith('token', 'organization')
})

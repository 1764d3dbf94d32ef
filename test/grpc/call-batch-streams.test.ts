import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { afterEach, expect, test } from 'vitest'
import { CallBatchService } from '../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { PENDING_CALLS } from '../../services/kernel/transport/call-batch/limits.ts'
import { remoteTransport } from '../../services/kernel/transport/client/remote-transport.ts'
import { closeAll, closeLater, found, serve, serveIncidents } from './support/peers.ts'

afterEach(closeAll)

test('calls beyond what may wait for one service are refused as UNAVAILABLE, and the others are answered', async () => {
  const release = Promise.withResolvers<void>()
  const { client } = await serve(async (id) => {
    await release.promise
    return found(id)
  })
  const calls = Array.from({ length: PENDING_CALLS + 10 }, (_, n) => client.getIncident({ id: `${n}` }))
  const settled = Promise.allSettled(calls)
  await expect(calls.at(-1)).rejects.toMatchObject({ reason: Reason.UNAVAILABLE })
  release.resolve()
  expect((await settled).filter(({ status }) => status === 'fulfilled').length).toBe(PENDING_CALLS)
  expect((await client.getIncident({ id: 'after' })).incident?.id).toBe('after')
})

test('when a service goes away, its unanswered calls fail as UNAVAILABLE, and later calls find it again', async () => {
  const begun = Promise.withResolvers<void>()
  const sessions = new Set<http2.ServerHttp2Session>()
  const broken = http2.createServer(
    connectNodeAdapter({ routes: (to) => void to.service(CallBatchService, never(begun)) }),
  )
  broken.on('session', (session) => sessions.add(session))
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')
  const { port } = broken.address() as AddressInfo
  const client = createClient(
    IncidentService,
    remoteTransport({ baseUrl: `http://127.0.0.1:${port}`, token: 'atc_test' }),
  )
  const calls = ['a', 'b', 'c'].map((id) => client.getIncident({ id }))
  const reasons = Promise.all(calls.map((one) => one.catch((error) => fromConnectError(error).reason)))
  await begun.promise
  for (const session of sessions) session.destroy()
  broken.close()
  expect(await reasons).toEqual([Reason.UNAVAILABLE, Reason.UNAVAILABLE, Reason.UNAVAILABLE])
  const again = await serveIncidents({ getIncident: ({ id }) => found(id) }, { port })
  closeLater(again.close)
  expect((await client.getIncident({ id: 'back' })).incident?.id).toBe('back')
})

test('a server that closes answers the calls under way, and accepts no more', async () => {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const server = await serveIncidents({
    getIncident: async ({ id }) => {
      begun.resolve()
      await release.promise
      return found(id)
    },
  })
  const client = createClient(IncidentService, server.transport)
  const underWay = client.getIncident({ id: 'under way' })
  await begun.promise
  const closed = server.close()
  release.resolve()
  expect((await underWay).incident?.id).toBe('under way')
  await closed
  await expect(client.getIncident({ id: 'late' })).rejects.toMatchObject({ code: Code.Unavailable })
})

test('each batch is authenticated: a credential that ends is refused in mid-stream', async () => {
  let valid = true
  const made: string[] = []
  const { client } = await serve(
    (id) => {
      made.push(id)
      return found(id)
    },
    {
      gate: async () => {
        if (!valid) throw new ConnectError('revoked', Code.Unauthenticated)
      },
    },
  )
  await client.getIncident({ id: 'before' })
  valid = false
  await expect(client.getIncident({ id: 'after' })).rejects.toMatchObject({ code: Code.Unauthenticated })
  expect(made).toEqual(['before'])
})

test('a server without batches is called one by one', async () => {
  const server = http2.createServer(
    connectNodeAdapter({
      routes: (to) => void to.service(IncidentService, { getIncident: ({ id }) => found(id) }),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const client = createClient(
    IncidentService,
    remoteTransport({ baseUrl: `http://127.0.0.1:${port}`, token: 'atc_test' }),
  )
  const answers = await Promise.all(['a', 'b'].map((id) => client.getIncident({ id })))
  expect(answers.map(({ incident }) => incident?.id)).toEqual(['a', 'b'])
})

/** Takes calls and never answers. */
function never(begun: PromiseWithResolvers<void>) {
  return {
    async *exchangeCalls(batches: AsyncIterable<{ calls: unknown[] }>) {
      for await (const { calls } of batches) if (calls.length > 0) begun.resolve()
      yield {}
    },
  }
}

import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { create } from '@bufbuild/protobuf'
import { createClient, createConnectRouter } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node'
import { afterEach, expect, test } from 'vitest'
import { CallerSchema } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callPlaces, MICROSERVICES } from '../../services/kernel/concurrency/call-places.ts'
import { callerListPlaces } from '../../services/kernel/concurrency/caller-list-places.ts'
import { listPlaceKey } from '../../services/kernel/concurrency/list-places.ts'
import { callerKey } from '../../services/kernel/identity/caller.ts'
import { fromNetwork, originKey } from '../../services/kernel/identity/origin.ts'
import { deadline } from '../../services/kernel/interceptors/deadline.ts'
import { sharePlaces } from '../../services/kernel/interceptors/guard.ts'
import { encodeLarge } from '../../services/kernel/transport/limits/large-answers.ts'
import { adapter } from '../../services/kernel/transport/server/adapter.ts'

const open: http2.Http2Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A server with lists that take until they are let go, as a microservice of one organization calls it. */
async function served() {
  const running = new Set<() => void>()
  let most = 0
  let withPlace = 0
  const places = sharePlaces(callPlaces(MICROSERVICES), callerListPlaces())
  const router = createConnectRouter({
    interceptors: [encodeLarge, deadline, places],
    acceptCompression: [],
    requestGate: async ({ values }) => {
      values.set(originKey, fromNetwork('untrusted'))
      values.set(callerKey, create(CallerSchema, { organizationId: 'o', actor: { id: 'client' } }))
    },
  })
  router.service(IncidentService, {
    listIncidents: async (_, context) => {
      if (context.values.get(listPlaceKey) !== undefined) withPlace += 1
      await new Promise<void>((resolve) => {
        running.add(resolve)
        most = Math.max(most, running.size)
      })
      return { nextCursor: 'next' }
    },
    getIncident: () => ({}),
  })
  const server = http2.createServer(adapter(router, () => 1024))
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const letGo = (): void => {
    for (const end of running) end()
    running.clear()
  }
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, running, letGo, most: () => most, withPlace: () => withPlace }
}

const PROTOCOLS = {
  Connect: (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: '2' }),
  gRPC: (baseUrl: string) => createGrpcTransport({ baseUrl }),
}

test.each(Object.entries(PROTOCOLS))(
  'a list over %s that its caller gives up keeps its place until its handler has ended, and no longer',
  async (_, transport) => {
    const { baseUrl, running, letGo, most } = await served()
    const client = createClient(IncidentService, transport(baseUrl))
    for (let n = 0; n < 3; n++) {
      const leaving = new AbortController()
      const lists = [1, 2].map(() => client.listIncidents({}, { signal: leaving.signal }))
      await expect.poll(() => running.size).toBe(2)
      leaving.abort()
      for (const list of await Promise.allSettled(lists)) expect(list.status).toBe('rejected')
      const next = client.listIncidents({})
      // A call that comes after it on the same connection.
      await client.getIncident({})
      expect(running.size).toBe(2)
      letGo()
      await expect.poll(() => running.size).toBe(1)
      letGo()
      expect((await next).nextCursor).toBe('next')
    }
    expect(most()).toBe(2)
  },
)

test('the handler of a list has its place, so that a large list leaves it while it is read', async () => {
  const { baseUrl, running, letGo, withPlace } = await served()
  const list = createClient(IncidentService, PROTOCOLS.Connect(baseUrl)).listIncidents({})
  await expect.poll(() => running.size).toBe(1)
  letGo()
  await list
  expect(withPlace()).toBe(1)
})

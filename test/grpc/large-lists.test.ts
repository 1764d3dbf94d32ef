import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import { Code, ConnectError, createClient, createConnectRouter } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { afterEach, expect, test } from 'vitest'
import {
  type Incident,
  IncidentSchema,
  IncidentService,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { encodeLarge } from '../../services/kernel/transport/limits/large-answers.ts'
import { adapter } from '../../services/kernel/transport/server/adapter.ts'

const open: http2.Http2Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

const TITLE = '字'.repeat(20_000)
/** How many incidents of a list: 7 MB in all. */
const INCIDENTS = 120
/** How many incidents were encoded since somebody looked. */
let encoded = 0

/** An incident that counts when it is encoded. */
function counting(n: number): Incident {
  const incident = create(IncidentSchema, { id: String(n) })
  return Object.defineProperty(incident, 'title', {
    enumerable: true,
    get: () => {
      encoded += 1
      return TITLE
    },
  })
}

const many = () => Array.from({ length: INCIDENTS }, (_, n) => counting(n))

async function served(incidents: () => Incident[]): Promise<string> {
  const router = createConnectRouter({ interceptors: [encodeLarge], acceptCompression: [] })
  router.service(IncidentService, {
    listIncidents: () => ({ incidents: incidents(), nextCursor: 'next' }),
  })
  const server = http2.createServer(adapter(router, () => 1024))
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const PROTOCOLS = {
  Connect: (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: '2' }),
  'Connect with JSON': (baseUrl: string) =>
    createConnectTransport({ baseUrl, httpVersion: '2', useBinaryFormat: false }),
  gRPC: (baseUrl: string) => createGrpcTransport({ baseUrl }),
  'gRPC-Web': (baseUrl: string) => createGrpcWebTransport({ baseUrl, httpVersion: '2' }),
}

test.each(Object.entries(PROTOCOLS))(
  'large lists over %s are whole, and are encoded over many turns',
  async (_, transport) => {
    const client = createClient(IncidentService, transport(await served(many)))
    const perTurn: number[] = []
    let isRunning = true
    const looking = (async () => {
      while (isRunning) {
        encoded = 0
        await turn()
        perTurn.push(encoded)
      }
    })()
    const lists = await Promise.all([1, 2, 3, 4].map(() => client.listIncidents({})))
    isRunning = false
    await looking
    for (const { incidents, nextCursor } of lists) {
      expect(incidents.map(({ id }) => id)).toEqual(Array.from({ length: INCIDENTS }, (_, n) => String(n)))
      expect(incidents.every(({ title }) => title === TITLE)).toBe(true)
      expect(nextCursor).toBe('next')
    }
    // Each list may begin in the same turn: its first piece has 14 incidents, whose fields are read twice.
    expect(Math.max(...perTurn)).toBeLessThan(2 * INCIDENTS)
    expect(perTurn.filter((count) => count > 0).length).toBeGreaterThan(20)
  },
)

test.each(Object.entries(PROTOCOLS))(
  'a list over %s that cannot be encoded is answered with an error, and the connection goes on',
  async (_, transport) => {
    const broken = () => {
      const incident = create(IncidentSchema, { id: 'broken' })
      const title = { enumerable: true, get: () => expect.fail('it cannot be read') }
      return [...many(), Object.defineProperty(incident, 'title', title)]
    }
    const client = createClient(IncidentService, transport(await served(broken)))
    for (let n = 0; n < 2; n++) {
      const refused = await client.listIncidents({}).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ConnectError)
      expect(refused).toMatchObject({ code: Code.Internal, rawMessage: 'it cannot be read' })
    }
  },
)

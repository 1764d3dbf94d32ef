import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureVersion } from 'node:tls'
import { Code, createClient } from '@connectrpc/connect'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { remoteTransport } from '../../services/kernel/transport/client/remote-transport.ts'

/** What a peer presents, and what it says once the handshake is complete; by default it reads and says nothing. */
type Peer = { cert: string; key: string; versions?: [SecureVersion, SecureVersion] }

const SECRET = 'atc_the-token-of-the-installation'
const DAY_MS = 86_400_000
const HOURS = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) }
const PAST = { from: new Date(Date.now() - 2 * DAY_MS), until: new Date(Date.now() - DAY_MS) }
const COMING = { from: new Date(Date.now() + DAY_MS), until: new Date(Date.now() + 2 * DAY_MS) }
const LOOPBACK = ['127.0.0.1']

type Authority = Awaited<ReturnType<typeof makeAuthority>>
let ours: Authority
let theirs: Authority
let client: { ca: string; cert: string; key: string }
beforeAll(async () => {
  ours = await makeAuthority('ours', HOURS)
  theirs = await makeAuthority('ours', HOURS)
  const { certificate: cert, key } = await issue(ours, 'caller', LOOPBACK, HOURS)
  client = { ca: ours.certificate, cert, key }
})

const pair = async (authority: Authority, hosts: string[], validity = HOURS): Promise<Peer> => {
  const { certificate: cert, key } = await issue(authority, 'service', hosts, validity)
  return { cert, key }
}

test.each<[string, () => Promise<Peer>]>([
  ['has expired', () => pair(ours, LOOPBACK, PAST)],
  ['is not valid yet', () => pair(ours, LOOPBACK, COMING)],
  ['is of another authority of the same name', () => pair(theirs, LOOPBACK)],
  ['has signed itself', async () => ({ cert: theirs.certificate, key: theirs.key })],
  ['has another name', () => pair(ours, ['ledger.example.com', '127.0.0.2'])],
  ['has no name', () => pair(ours, [])],
])('a service whose certificate %s is unavailable, and is sent nothing', async (_, made) => {
  const peer = await servedByTls(await made())
  expect(await asked(peer.url)).toBe(Reason.UNAVAILABLE)
  expect(peer.read()).toBe('')
  expect(peer.connections()).toBeGreaterThan(0)
})

test.each<[SecureVersion]>([['TLSv1'], ['TLSv1.1']])(
  'a service that speaks only %s is unavailable',
  async (version) => {
    const peer = await servedByTls({ ...(await pair(ours, LOOPBACK)), versions: [version, version] })
    expect(await asked(peer.url)).toBe(Reason.UNAVAILABLE)
    expect(peer.read()).toBe('')
  },
)

test.each([0, 1, 5, 6, 60, 700])(
  'a service that ends the connection after %i bytes of its handshake is unavailable',
  async (bytes) => {
    const { cert, key } = await pair(ours, LOOPBACK)
    const behind = await servedByTls({ cert, key })
    const url = await servedByTcp((socket) => {
      const onwards = connect(Number(new URL(behind.url).port), '127.0.0.1')
      let left = bytes
      onwards.on('error', () => {})
      socket.on('data', (data) => onwards.write(data))
      onwards.on('data', (data) => {
        socket.write(data.subarray(0, left))
        left -= data.length
        if (left <= 0) socket.end()
      })
      socket.on('close', () => onwards.destroy())
      if (bytes === 0) socket.end()
    })
    expect(await asked(url)).toBe(Reason.UNAVAILABLE)
    expect(behind.read()).toBe('')
  },
)

test.each<[string, Buffer]>([
  ['an answer of HTTP/1.1', Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')],
  ['zeros', Buffer.alloc(100_000)],
  ['bytes at random', randomBytes(100_000)],
  ['a frame that is too long', Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])],
  ['nothing', Buffer.alloc(0)],
])('a service that sends %s under TLS, and ends, is unavailable', async (_, bytes) => {
  const peer = await servedByTls(await pair(ours, LOOPBACK), (socket) => socket.end(bytes))
  expect(await asked(peer.url)).toBe(Reason.UNAVAILABLE)
})

test('a service that does not answer the handshake is unavailable after ten seconds, and found once it does', async () => {
  const behind = await servedByTls(await pair(ours, LOOPBACK))
  let isFrozen = true
  const url = await servedByTcp((socket) => {
    if (isFrozen) return
    const onwards = connect(Number(new URL(behind.url).port), '127.0.0.1').on('error', () => {})
    socket.pipe(onwards).pipe(socket)
  })
  const incidents = createClient(
    IncidentService,
    remoteTransport({ baseUrl: url, token: SECRET, tls: client }),
  )
  await expect(incidents.listIncidents({})).rejects.toMatchObject({ code: Code.Unavailable })
  isFrozen = false
  incidents.listIncidents({}).catch(() => {})
  await expect.poll(behind.read).toContain('PRI * HTTP/2.0')
})

test('a service without TLS is not asked in plaintext where TLS was named', async () => {
  let read = ''
  const url = await servedByTcp((socket) => {
    socket.on('data', (data) => {
      read += data.toString('latin1')
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
  })
  expect(await asked(url)).toBe(Reason.UNAVAILABLE)
  // A ClientHello: a handshake record (RFC 8446 section 5.1).
  expect(read[0]).toBe('\x16')
  expect(read).not.toContain(SECRET)
})

/** Calls a service twice at a time. Returns why the calls failed. */
async function asked(baseUrl: string): Promise<Reason | undefined> {
  const incidents = createClient(IncidentService, remoteTransport({ baseUrl, token: SECRET, tls: client }))
  const reasons = await Promise.all(
    [1, 2].map(() =>
      incidents.listIncidents({}).then(
        () => undefined,
        (error) => fromConnectError(error).reason,
      ),
    ),
  )
  expect(new Set(reasons).size).toBe(1)
  return reasons[0]
}

/** Serves TLS. `read`: what came under TLS. */
async function servedByTls({ cert, key, versions }: Peer, then: (socket: Socket) => void = () => {}) {
  let read = ''
  let connections = 0
  const [minVersion, maxVersion] = versions ?? ['TLSv1.2', 'TLSv1.3']
  const ciphers = versions === undefined ? {} : { ciphers: 'DEFAULT@SECLEVEL=0' }
  const server = createTlsServer(
    { cert, key, minVersion, maxVersion, ALPNProtocols: ['h2'], ...ciphers },
    (socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        read += data.toString('latin1')
      })
      then(socket)
    },
  )
  server.on('connection', () => {
    connections += 1
  })
  return { url: await listening(server), read: () => read, connections: () => connections }
}

async function servedByTcp(then: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    then(socket)
  })
  return await listening(server)
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

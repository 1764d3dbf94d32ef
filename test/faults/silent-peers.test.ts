import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { serveHttp2 } from '../../services/kernel/transport/server/http2-server.ts'

const DAY_MS = 86_400_000
const HOURS = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) }

async function tls() {
  const authority = await makeAuthority('ours', HOURS)
  const { certificate: cert, key } = await issue(authority, 'service', ['127.0.0.1'], HOURS)
  return { tls: { cert, key, ca: authority.certificate } }
}

test.each([
  ['without TLS', async () => ({})],
  ['that has begun no TLS handshake', tls],
])('a peer %s that sends nothing does not keep a port from closing', async (_, secured) => {
  const server = await serveHttp2({
    listen: { host: '127.0.0.1', port: 0 },
    interceptors: [],
    ready: async () => {},
    routes: (sink) => sink.service(IncidentService, {}),
    ...(await secured()),
  })
  await opened(Number(new URL(server.url).port))
  await server.close()
})

/** A connection that reads nothing and sends nothing. */
async function opened(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  expect(socket.bytesWritten).toBe(0)
}

import { once } from 'node:events'
import net from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { serveHttp2 } from '../../services/kernel/transport/server/http2-server.ts'
import { bootInstallation } from '../harness/installation.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Stops a server to which a connection is open whose peer sends nothing and does not close it. Returns what the peer received. */
async function stopWithSilent(url: string, stop: () => Promise<void>): Promise<string> {
  const { port, hostname } = new URL(url)
  const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  await once(socket, 'connect')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopped = stop()
  // The limit of calls in progress has not passed.
  vi.advanceTimersByTime(1000)
  await stopped
  vi.useRealTimers()
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'end')
  socket.destroy()
  return received
}

test('a silent connection to the gateway does not delay its stop', async () => {
  const at = await bootInstallation({ shape: 'split' })
  expect(await stopWithSilent(at.baseUrl, () => at.composition.destroy())).toBe('')
  await at.stop()
})

test('a silent connection to a service does not delay its stop', async () => {
  const listen = { host: '127.0.0.1', port: 0 }
  const server = await serveHttp2({ listen, routes: () => {}, interceptors: [], ready: async () => {} })
  expect(await stopWithSilent(server.url, server.close)).not.toContain('408')
})

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { createClient } from '@connectrpc/connect'
import { afterEach, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { createLog } from '../../services/kernel/logging/log.ts'
import { remoteTransport } from '../../services/kernel/transport/client/remote-transport.ts'
import { closeAll, closeLater, found, serveIncidents } from './support/peers.ts'

afterEach(closeAll)

test.each(['closed', 'reset'] as const)(
  'a caller whose connection is %s during a stream of calls ends them, and is no failure in the log of the service',
  async (how) => {
    const begun = Promise.withResolvers<AbortSignal>()
    const lines = new PassThrough()
    const service = await serveIncidents(
      {
        getIncident: ({ id }, { signal }) => {
          if (id === 'after') return found(id)
          begun.resolve(signal)
          return new Promise(() => {})
        },
      },
      { log: createLog({}, lines) },
    )
    closeLater(service.close)
    const between = await relayed(Number(new URL(service.url).port))
    const gone = createClient(IncidentService, remoteTransport({ baseUrl: between.url, token: 'atc_test' }))
    const failed = gone.getIncident({ id: 'gone' }).catch((error) => fromConnectError(error).reason)
    const signal = await begun.promise
    between.end(how)
    expect(await failed).toBe(Reason.UNAVAILABLE)
    await expect.poll(() => signal.aborted).toBe(true)
    const other = createClient(IncidentService, service.transport)
    expect((await other.getIncident({ id: 'after' })).incident?.id).toBe('after')
    expect(lines.read()?.toString() ?? '').toBe('')
  },
)

/** A port that passes on what comes, until its connections end. */
async function relayed(port: number): Promise<{ url: string; end(how: 'closed' | 'reset'): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onwards = connect(port, '127.0.0.1')
    for (const one of [socket, onwards]) sockets.add(one.on('error', () => {}))
    socket.pipe(onwards).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closeLater(async () => server.close())
  const end = (how: 'closed' | 'reset'): void => {
    for (const socket of sockets) how === 'reset' ? socket.resetAndDestroy() : socket.destroy()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}

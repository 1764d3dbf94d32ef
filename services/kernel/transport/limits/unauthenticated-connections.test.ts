import { EventEmitter, once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { UnauthenticatedConnections } from './unauthenticated-connections.ts'

test('a connection from the port of a just reset one is counted', async () => {
  const most = 4
  const connections = new UnauthenticatedConnections(most)
  const accepted: Socket[] = []
  const server = net.createServer((socket) => {
    accepted.push(socket.on('error', () => {}))
    connections.opened(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const connected = async (from: { localPort?: number }): Promise<Socket> => {
    const client = net.connect({ port, host: '127.0.0.1', ...from })
    client.resume().on('error', () => {})
    await Promise.all([once(server, 'connection'), once(client, 'connect')])
    return client
  }
  const clients: Socket[] = []
  try {
    while (clients.length < 3 * most) {
      const first = await connected({})
      const localPort = first.localPort!
      // The server sees the end of the first connection and the beginning of the second in one turn.
      first.resetAndDestroy()
      // Another program on this machine may have a connection from this port.
      const again = await connected({ localPort }).catch(() => undefined)
      if (again !== undefined) clients.push(again)
    }
    await expect.poll(() => accepted.filter(({ destroyed }) => !destroyed).length).toBe(most)
  } finally {
    for (const client of clients) client.destroy()
    server.close()
  }
})

test('each connection beyond the limit that is accepted in one turn closes another one', async () => {
  const connections = new UnauthenticatedConnections(4)
  const ended: number[] = []
  const ports = Array.from({ length: 12 }, (_, n) => n + 1)
  for (const remotePort of ports) {
    const destroy = () => {
      ended.push(remotePort)
      setImmediate(() => socket.emit('close'))
    }
    const socket = Object.assign(new EventEmitter(), { remoteAddress: '192.0.2.1', remotePort, destroy })
    connections.opened(socket as unknown as Socket)
  }
  expect(ended).toEqual(ports.slice(0, 8))
})

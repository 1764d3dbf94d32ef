import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Reason } from '../errors/errors.ts'
import { createKms } from './kms.ts'

test('endless interim answers of the key service end its connection, long before the time limit of the call', async () => {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    const flood = (): void => {
      while (!socket.destroyed && socket.write(PART));
    }
    socket.on('error', () => {}).on('drain', flood)
    socket.once('data', flood)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const kms = createKms({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'local',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    attempts: 2,
    timeoutMs: 60_000,
  })
  onTestFinished(async () => {
    await kms.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await expect(kms.publicKey('key')).rejects.toMatchObject({
    reason: Reason.UNAVAILABLE,
    message: 'the key service does not answer for key (AnswerTooLong)',
  })
  expect(connections).toBe(1)
})

const PART = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)

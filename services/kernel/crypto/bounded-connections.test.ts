import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import tls from 'node:tls'
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

test('TLS that this process cannot begin fails the call, not the process', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).resume())
    socket.once('close', () => sockets.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { DEFAULT_CIPHERS } = tls
  tls.DEFAULT_CIPHERS = 'unknown'
  const kms = createKms({
    endpoint: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'local',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    attempts: 1,
    timeoutMs: 10_000,
  })
  onTestFinished(async () => {
    tls.DEFAULT_CIPHERS = DEFAULT_CIPHERS
    await kms.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const failed = await kms.publicKey('key').catch((error) => error)
  expect(failed).toMatchObject({ reason: Reason.UNAVAILABLE, cause: { code: 'ERR_SSL_NO_CIPHER_MATCH' } })
  await expect.poll(() => sockets.size).toBe(0)
})

const PART = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)

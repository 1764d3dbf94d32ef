import { once } from 'node:events'
import { createServer } from 'node:http2'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { Http2SessionManager } from '@connectrpc/connect-node'
import { expect, onTestFinished, test } from 'vitest'
import { caughtSessionErrors } from './caught-session-errors.ts'

test('a request that comes when a peer has answered no ping does not leave the error of its session without a listener', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const open: Socket[] = []
  const between = createTcpServer((socket) => {
    const onwards = connect(port, '127.0.0.1')
    open.push(socket, onwards)
    for (const one of [socket, onwards]) one.on('error', () => {})
    socket.pipe(onwards)
    onwards.pipe(socket)
  })
  await once(between.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    between.close()
    server.close()
  })
  const authority = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  const manager = new Http2SessionManager(authority, { pingIntervalMs: 20, pingTimeoutMs: 20 })
  const sessions = caughtSessionErrors(manager)
  const ask = () => sessions.request('POST', '/', {}, {})
  const stream = await ask()
  const session = stream.session!
  const closed = new Promise<void>((resolve) => session.once('close', resolve))
  // As a process that is stopped: the connection stays, and nothing is answered.
  for (const socket of open.slice(0, 2)) socket.unpipe()
  const [failed] = await once(
    stream.on('error', () => {}),
    'error',
  )
  expect(String(failed)).toContain('PING timed out')
  expect(session.destroyed).toBe(true)
  const next = await ask()
  next.on('error', () => {})
  await closed
  expect(next.session === session).toBe(false)
  manager.abort()
})

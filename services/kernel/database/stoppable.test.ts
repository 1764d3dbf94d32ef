import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { silentLog } from '../logging/log.ts'
import { databaseClock } from './clock.ts'
import { migrate } from './migrate.ts'

const server = createServer()
let url = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `postgres://a:b@127.0.0.1:${(server.address() as { port: number }).port}/c`
})
afterAll(() => void server.close())

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['migration', (signal) => migrate(url, [], { seconds: 60, log: silentLog, signal })],
  ['clock', (signal) => databaseClock(url, { clock: systemClock, log: silentLog, signal })],
])('a stop signal ends the unanswered connection of a %s at once', async (_, connect) => {
  const stopping = new AbortController()
  const failed = expect(connect(stopping.signal)).rejects.toThrow(/^stopped$/)
  const [socket] = (await once(server, 'connection')) as [Socket]
  const closed = once(
    socket.resume().on('error', () => {}),
    'close',
  )
  stopping.abort()
  await failed
  await closed
})

test('a stop signal before the start ends a connection too', async () => {
  const wait = { seconds: 60, log: silentLog, signal: AbortSignal.abort() }
  await expect(migrate(url, [], wait)).rejects.toThrow(/^stopped$/)
})

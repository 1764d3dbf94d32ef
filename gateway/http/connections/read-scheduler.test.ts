import { EventEmitter, once } from 'node:events'
import http, { type Server } from 'node:http'
import { type AddressInfo, connect as netConnect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readScheduler } from './read-scheduler.ts'

const tick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

function scheduled() {
  const server = new EventEmitter()
  const { parsed } = readScheduler(server as unknown as Server)
  const connect = (remoteAddress: string): Socket => {
    const socket = Object.assign(new PassThrough().resume(), { remoteAddress }) as unknown as Socket
    server.emit('connection', socket)
    return socket
  }
  return { server, parsed, connect }
}

const pausedOf = (sockets: Socket[]): number => sockets.filter((socket) => socket.isPaused()).length

test('after a turn parsed too much, addresses take turns being read', async () => {
  const { parsed, connect } = scheduled()
  const many = Array.from({ length: 40 }, () => connect('192.0.2.1'))
  const other = connect('198.51.100.1')
  // Each connection sends one request after the other: none pipelines much by itself.
  const parse = (requests: number): void => {
    for (let n = 0; n < requests; n++) parsed(many[n % 40]!)
  }
  parse(399)
  expect([pausedOf(many), other.isPaused()]).toEqual([0, false])
  parse(1)
  const late = connect('192.0.2.1')
  await tick()
  expect([pausedOf(many), other.isPaused(), late.isPaused()]).toEqual([40, true, true])
  // Each of these turns parses too much again.
  await turn()
  parse(400)
  await turn()
  parse(400)
  expect(other.isPaused()).toBe(false)
  expect(pausedOf(many)).toBeGreaterThan(35)
  for (let n = 0; n < 100 && pausedOf(many) > 0; n++) await turn()
  expect([pausedOf(many), late.isPaused()]).toEqual([0, false])
})

test('requests that count several times end the reading of a turn, and make an address heavy, as that many do', async () => {
  const { server, parsed, connect } = scheduled()
  const many = Array.from({ length: 40 }, () => connect('192.0.2.1'))
  const other = connect('198.51.100.1')
  for (const socket of many) parsed(socket, 9)
  expect([pausedOf(many), other.isPaused()]).toEqual([0, false])
  parsed(many[0]!, 45)
  expect([pausedOf(many), other.isPaused()]).toEqual([40, true])
  for (let n = 0; n < 100 && pausedOf(many) > 0; n++) await turn()
  parsed(many[0]!, 150)
  parsed(many[0]!, 60)
  const late = connect('192.0.2.1')
  await tick()
  expect(late.isPaused()).toBe(true)
  server.emit('close')
})

test('an address that pipelined hundreds of requests has one connection read at a time, without delaying others', async () => {
  const { server, parsed, connect } = scheduled()
  const heavy = Array.from({ length: 20 }, () => connect('192.0.2.1'))
  const other = connect('198.51.100.1')
  await tick()
  for (let n = 0; n < 400; n++) parsed(heavy[0]!)
  const late = connect('192.0.2.1')
  await tick()
  heavy.push(late)
  expect([pausedOf(heavy), other.isPaused()]).toEqual([21, true])
  // An answer that ends on a connection resumes it.
  late.resume()
  await tick()
  expect(late.isPaused()).toBe(true)
  let before = 21
  for (let turns = 0; pausedOf(heavy) > 0; turns++) {
    await turn()
    expect(before - pausedOf(heavy)).toBeLessThanOrEqual(1)
    before = pausedOf(heavy)
    if (turns > 0) expect(other.isPaused()).toBe(false)
  }
  server.emit('close')
})

test('a new connection of a heavy address is not read before its turn', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  const asked: (string | undefined)[] = []
  const server = http.createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  const { parsed } = readScheduler(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const open = (): Socket => netConnect((server.address() as AddressInfo).port, '127.0.0.1')
  const accepted = once(server, 'connection')
  const first = open()
  const [busy] = (await accepted) as [Socket]
  for (let n = 0; n < 400; n++) parsed(busy)
  // The turn in which the first connection is read takes a second: then none is read for another one.
  for (let n = 0; n < 5 && busy.isPaused(); n++) await turn()
  time = 1000
  await turn()
  const second = open()
  await once(server, 'connection')
  await new Promise<void>((resolve) => second.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n', () => resolve()))
  for (let n = 0; n < 200; n++) await turn()
  expect(asked).toEqual([])
  time = 10_000
  await once(second, 'data')
  expect(asked).toEqual(['/late'])
  for (const socket of [first, second]) socket.destroy()
  server.close()
  await once(server, 'close')
})

test('waiting connections are read oldest first, and a closed one is removed', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  const { server, parsed, connect } = scheduled()
  const busy = connect('192.0.2.1')
  await tick()
  for (let n = 0; n < 400; n++) parsed(busy)
  for (let n = 0; n < 5 && busy.isPaused(); n++) await turn()
  time = 1000
  await turn()
  const closed = Array.from({ length: 100 }, () => new WeakRef(connect('192.0.2.1')))
  const [first, second] = [connect('192.0.2.1'), connect('192.0.2.1')]
  await tick()
  expect([pausedOf(closed.map((one) => one.deref()!)), first.isPaused(), second.isPaused()]).toEqual([
    100,
    true,
    true,
  ])
  for (const one of closed) one.deref()!.destroy()
  for (let n = 0; n < 5; n++) await turn()
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let n = 0; n < 5; n++) {
    collect()
    await turn()
  }
  expect(closed.filter((one) => one.deref() !== undefined)).toEqual([])
  const read: string[] = []
  first.once('resume', () => read.push('first'))
  second.once('resume', () => read.push('second'))
  time = 10_000
  await expect.poll(() => read).toEqual(['first', 'second'])
  server.emit('close')
})

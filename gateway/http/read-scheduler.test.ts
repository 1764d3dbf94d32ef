import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readScheduler } from './read-scheduler.ts'

test('once a turn has parsed too much no other connection is read in it; addresses then have their turns', async () => {
  const server = new EventEmitter()
  const { parsed } = readScheduler(server as unknown as Server)
  const connect = (remoteAddress: string): PassThrough => {
    const socket = Object.assign(new PassThrough().resume(), { remoteAddress })
    server.emit('connection', socket)
    return socket
  }
  const flood = Array.from({ length: 40 }, () => connect('192.0.2.1'))
  const other = connect('198.51.100.1')
  const paused = (): number => flood.filter((socket) => socket.isPaused()).length
  for (let n = 0; n < 399; n++) parsed()
  expect([paused(), other.isPaused()]).toEqual([0, false])
  parsed()
  const late = connect('192.0.2.1')
  expect([paused(), other.isPaused(), late.isPaused()]).toEqual([40, true, true])
  // Each of these turns parses too much again.
  await turn()
  for (let n = 0; n < 400; n++) parsed()
  await turn()
  for (let n = 0; n < 400; n++) parsed()
  expect(other.isPaused()).toBe(false)
  expect(paused()).toBeGreaterThan(35)
  for (let n = 0; n < 100 && paused() > 0; n++) await turn()
  expect([paused(), late.isPaused()]).toEqual([0, false])
})

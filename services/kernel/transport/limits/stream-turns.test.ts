import { EventEmitter } from 'node:events'
import type { ServerHttp2Session } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StreamTurns } from './stream-turns.ts'

/** A connection of a test: whether it is read, and in which order connections were read again. */
function connections() {
  const turns = new StreamTurns()
  const readAgain: string[] = []
  const connect = (name: string, owner = 'network') => {
    const state = { isRead: true }
    const _handle = {
      readStop: () => {
        state.isRead = false
      },
      readStart: () => {
        state.isRead = true
        readAgain.push(name)
      },
    }
    const session = Object.assign(new EventEmitter(), { socket: { _handle }, destroyed: false })
    turns.accept(session as unknown as ServerHttp2Session, owner)
    return {
      session: session as unknown as ServerHttp2Session & { destroyed: boolean },
      isRead: () => state.isRead,
      opens: (streams: number) => {
        for (let n = 0; n < streams; n++) session.emit('stream')
      },
    }
  }
  return { turns, connect, readAgain }
}

test('once a turn has opened a hundred streams, the other connections are read over the next turns', async () => {
  const { connect, readAgain } = connections()
  const all = Array.from({ length: 20 }, (_, n) => connect(`${n}`))
  all[0]!.opens(99)
  expect(all.every(({ isRead }) => isRead())).toBe(true)
  all[1]!.opens(1)
  expect(all.some(({ isRead }) => isRead())).toBe(false)
  await turn()
  expect(readAgain).toEqual(['0'])
  while (readAgain.length < 20) await turn()
  expect(all.every(({ isRead }) => isRead())).toBe(true)
})

test('owners take turns, and a new connection waits for its own', async () => {
  const { turns, connect, readAgain } = connections()
  const many = Array.from({ length: 20 }, (_, n) => connect(`many ${n}`))
  turns.owned(connect('client').session, 'client')
  many[0]!.opens(100)
  const other = connect('other', 'elsewhere')
  expect(other.isRead()).toBe(false)
  while (readAgain.length < 3) await turn()
  expect(readAgain.slice(0, 3).sort()).toEqual(['client', 'many 0', 'other'])
})

test('connections of processes of this installation are read in every turn', () => {
  const { turns, connect } = connections()
  const [process, held, other] = [connect('process'), connect('held'), connect('other')]
  turns.trusted(process.session)
  other.opens(100)
  expect([process.isRead(), held.isRead()]).toEqual([true, false])
  turns.trusted(held.session)
  expect(held.isRead()).toBe(true)
  process.opens(1000)
  expect(process.isRead()).toBe(true)
})

test('a connection that has ended is not read again', async () => {
  const { connect, readAgain } = connections()
  const [gone, other] = [connect('gone'), connect('other')]
  other.opens(100)
  gone.session.destroyed = true
  gone.session.emit('close')
  while (readAgain.length < 1) await turn()
  expect(readAgain).toEqual(['other'])
})

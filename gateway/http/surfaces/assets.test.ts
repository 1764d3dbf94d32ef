import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownTurn } from '../../../services/kernel/concurrency/event-loop.ts'
import { sendInTurns } from './assets.ts'

/** An answer that takes what is written until it is full. */
class Answer extends EventEmitter {
  readonly pieces: Uint8Array[] = []
  isFull = false
  isEnded = false
  destroyed = false
  write(piece: Uint8Array): boolean {
    this.pieces.push(piece)
    return !this.isFull
  }
  end(piece: Uint8Array): void {
    this.pieces.push(piece)
    this.isEnded = true
  }
  setTimeout(): void {}
}

const send = (answer: Answer, body: Uint8Array) => sendInTurns(answer as unknown as ServerResponse, body)

test('the files of many connections are sent in pieces, one in a turn', async () => {
  const body = randomBytes(800_001)
  const answers = Array.from({ length: 20 }, () => new Answer())
  const sent = () => answers.reduce((sum, { pieces }) => sum + pieces.length, 0)
  const all = Promise.all(answers.map((answer) => send(answer, body)))
  for (let before = sent(); answers.some(({ isEnded }) => !isEnded); before = sent()) {
    await turn()
    expect(sent() - before).toBeLessThanOrEqual(2)
  }
  await all
  for (const { pieces } of answers) {
    expect(Buffer.concat(pieces).equals(body)).toBe(true)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024)
  }
})

test('a connection that reads nothing gets no further piece, and none after it has closed', async () => {
  const answer = new Answer()
  answer.isFull = true
  const sending = send(answer, randomBytes(800_000))
  for (let n = 0; n < 50; n++) await turn()
  expect(answer.pieces).toHaveLength(1)
  answer.emit('drain')
  for (let n = 0; n < 50; n++) await turn()
  expect(answer.pieces).toHaveLength(2)
  answer.destroyed = true
  answer.emit('close')
  await sending
  expect(answer.pieces).toHaveLength(2)
  expect(answer.isEnded).toBe(false)
})

test.each([0, 1, 64 * 1024, 64 * 1024 + 1])('a file of %i bytes is sent whole', async (length) => {
  const answer = new Answer()
  const body = randomBytes(length)
  await send(answer, body)
  expect(Buffer.concat(answer.pieces).equals(body)).toBe(true)
  expect(answer.isEnded).toBe(true)
})

test('many connections that request files do not delay the turns of calls', async () => {
  const body = randomBytes(800_000)
  let isSent = false
  const all = Promise.all(Array.from({ length: 200 }, () => send(new Answer(), body))).then(() => {
    isSent = true
  })
  for (let n = 0; n < 20; n++) await ownTurn()
  expect(isSent).toBe(false)
  await all
})

test('a connection that drains often keeps no listeners', async () => {
  const answer = new Answer()
  answer.isFull = true
  const sending = send(answer, randomBytes(800_000))
  while (!answer.isEnded) {
    await turn()
    answer.emit('drain')
  }
  await sending
  expect([answer.listenerCount('drain'), answer.listenerCount('close')]).toEqual([0, 0])
})

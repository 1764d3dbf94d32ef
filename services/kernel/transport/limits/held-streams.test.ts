import { EventEmitter } from 'node:events'
import type { ServerHttp2Stream } from 'node:http2'
import { expect, test } from 'vitest'
import { holdStream } from './held-streams.ts'

/** Opens a stream with a header of 1 MiB, and returns it. */
function open(owner: string) {
  const stream = Object.assign(new EventEmitter(), { closed: false, close: () => stream.emit('close') })
  stream.once('close', () => {
    stream.closed = true
  })
  holdStream(
    { stream: stream as unknown as ServerHttp2Stream, rawHeaders: ['x', 'x'.repeat(2 ** 20)] },
    owner,
  )
  return stream
}

test('the owner of the most open streams loses its oldest ones, and no other owner any', () => {
  const others = Array.from({ length: 10 }, (_, i) => open(`other ${i}`))
  const greedy = Array.from({ length: 200 }, () => open('greedy'))
  expect(others.filter(({ closed }) => closed)).toEqual([])
  const kept = greedy.filter(({ closed }) => !closed)
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.length).toBeLessThan(119)
  expect(kept).toEqual(greedy.slice(-kept.length))
  for (const stream of [...others, ...kept]) stream.close()
  const again = Array.from({ length: 110 }, () => open('greedy'))
  expect(again.filter(({ closed }) => closed)).toEqual([])
  for (const stream of again) stream.close()
})

test('no stacks are made of the errors of streams that are closed', () => {
  const limits: number[] = []
  const before = Error.stackTraceLimit
  const opened = Array.from({ length: 200 }, () => {
    const stream = Object.assign(new EventEmitter(), {
      close: () => {
        limits.push(Error.stackTraceLimit)
        stream.emit('close')
      },
    })
    holdStream(
      { stream: stream as unknown as ServerHttp2Stream, rawHeaders: ['x'.repeat(2 ** 20)] },
      'owner of stacks',
    )
    return stream
  })
  expect(limits.length).toBeGreaterThan(50)
  expect(new Set(limits)).toEqual(new Set([0]))
  expect(Error.stackTraceLimit).toBe(before)
  for (const stream of opened) stream.emit('close')
})

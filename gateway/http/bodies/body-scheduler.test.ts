import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bodyScheduler } from './body-scheduler.ts'

test('a turn of the event loop reads a limited number of bodies, and each owner gets its turn', async () => {
  const { wait } = bodyScheduler(2)
  const read: string[] = []
  for (let i = 0; i < 50; i++) wait('many', () => read.push(`many ${i}`))
  wait('other', () => read.push('other'))
  const counts: number[] = []
  for (let before = 0; read.length < 51; before = read.length) {
    await turn()
    counts.push(read.length - before)
  }
  expect(Math.max(...counts)).toBe(2)
  expect(read.indexOf('other')).toBe(1)
  expect(read.filter((name) => name !== 'other')).toEqual(Array.from({ length: 50 }, (_, i) => `many ${i}`))
})

test('one body a turn is read while connections arrive', async () => {
  const { wait, accepted } = bodyScheduler(3)
  let read = 0
  for (let i = 0; i < 5; i++) wait('one', () => (read += 1))
  accepted()
  const counts: number[] = []
  for (let before = 0; read < 5; before = read) {
    await turn()
    counts.push(read - before)
  }
  expect(counts.filter((count) => count > 0)).toEqual([1, 3, 1])
})

test('a body that waits again while it is read gets a later turn', async () => {
  const { wait } = bodyScheduler(4)
  let pieces = 0
  const read = (): void => {
    pieces += 1
    if (pieces < 3) wait('one', read)
  }
  wait('one', read)
  await turn()
  expect(pieces).toBeLessThanOrEqual(2)
  while (pieces < 3) await turn()
  expect(pieces).toBe(3)
})

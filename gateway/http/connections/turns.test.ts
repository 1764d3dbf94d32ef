import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { turns } from './turns.ts'

test('a turn of the event loop runs a limited number of tasks in order, and the next continues', async () => {
  const inTurn = turns(16)
  const run: number[] = []
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  for (const n of numbers) inTurn(() => run.push(n))
  expect(run).toEqual(numbers.slice(0, 16))
  await turn()
  expect(run).toEqual(numbers.slice(0, 32))
  await turn()
  expect(run).toEqual(numbers)
  // A task that arrives after all others have run is run at once.
  await turn()
  inTurn(() => run.push(40))
  expect(run.at(-1)).toBe(40)
})

describe('a task that throws', () => {
  let listeners: NodeJS.UncaughtExceptionListener[]
  beforeEach(() => {
    listeners = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
  })
  afterEach(() => {
    for (const listener of listeners) process.on('uncaughtException', listener)
  })

  test('does not block the tasks behind it', async () => {
    const inTurn = turns(1)
    const run: number[] = []
    const thrown = once(process, 'uncaughtException')
    inTurn(() => run.push(0))
    inTurn(() => {
      throw new Error('cannot be begun')
    })
    inTurn(() => run.push(2))
    expect(await thrown).toMatchObject([{ message: 'cannot be begun' }, 'uncaughtException'])
    await expect.poll(() => run).toEqual([0, 2])
  })
})

import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listInTurns } from './list-in-turns.ts'

const MIB = 1024 * 1024
const AROUND = { first: '[', between: ',', last: ']' }

test('the pieces are the list, whether items are text or bytes', async () => {
  for (const items of [
    [],
    ['"a"'],
    ['"a"', '"字"'],
    Array.from({ length: 9 }, () => `"${'字'.repeat(100_000)}"`),
  ]) {
    const expected = `[${items.join(',')}]`
    expect(Buffer.concat(await listInTurns(items, (item) => item, AROUND)).toString()).toBe(expected)
    const asBytes = await listInTurns(items, (item) => Buffer.from(item), AROUND)
    expect(Buffer.concat(asBytes).toString()).toBe(expected)
  }
})

test('a small list is one piece, made without a turn between its items', async () => {
  let turns = 0
  void turn().then(() => {
    turns += 1
  })
  expect(await listInTurns(Array(200).fill('x'), (item) => item, AROUND)).toHaveLength(1)
  expect(turns).toBe(0)
})

test('many large lists that are encoded at once leave one piece of work to each turn', async () => {
  const perTurn: number[] = []
  let encoded = 0
  let isRunning = true
  const count = async (): Promise<void> => {
    while (isRunning) {
      await turn()
      perTurn.push(encoded)
      encoded = 0
    }
  }
  const counting = count()
  const item = 'x'.repeat(MIB / 8)
  const encode = (): string => {
    encoded += 1
    return item
  }
  await turn()
  const lists = Array.from({ length: 10 }, () => listInTurns(Array(40).fill(0), encode))
  await Promise.all(lists)
  isRunning = false
  await counting
  // The first pieces of the ten lists are made where they begin.
  expect(Math.max(...perTurn.slice(2))).toBeLessThanOrEqual(2)
  expect(perTurn.length).toBeGreaterThanOrEqual(10 * 19)
})

test('before each further piece it waits for what limits large lists', async () => {
  const seen: number[] = []
  let goOn = (): void => {}
  const grew = (bytes: number): Promise<void> | undefined => {
    seen.push(bytes)
    return bytes < MIB ? undefined : new Promise((resolve) => (goOn = resolve))
  }
  let done = 0
  const encode = (): string => {
    done += 1
    return 'x'.repeat(MIB / 2)
  }
  const list = listInTurns(Array(8).fill(0), encode, { grew })
  for (let n = 0; n < 20; n++) await turn()
  expect([seen, done]).toEqual([[MIB / 2, MIB], 2])
  for (; done < 8; await turn()) goOn()
  goOn()
  await list
  expect(seen).toHaveLength(7)
})

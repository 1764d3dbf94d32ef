import { expect, test } from 'vitest'
import type { Statement } from '../../kernel/database/database.ts'
import { type Drawn, quotaWindows } from './quota-windows.ts'

/** Processes on one table of windows, with a clock that the test moves. */
function installation(processes: number) {
  const at = { ms: 1_000_000 }
  const table = new Map<string, { bucket: number; used: number }>()
  const sizes: number[] = []
  const query = async <R>({ values }: Statement): Promise<R[]> => {
    const [subjects, asked] = values as [string[], string]
    const bucket = Math.floor(at.ms / 60_000)
    const rows = asked
      .slice(1, -1)
      .split(',')
      .map(Number)
      .map((size, i) => {
        sizes.push(size)
        const row = table.get(subjects[i]!)
        const used = (row?.bucket === bucket ? row.used : 0) + size
        table.set(subjects[i]!, { bucket, used })
        const left_ms = (bucket + 1) * 60_000 - at.ms
        return { used, reset: (bucket + 1) * 60, retry_after: Math.ceil(left_ms / 1000), left_ms }
      })
    return rows as R[]
  }
  const made = Array.from({ length: processes }, () => quotaWindows({ query }, () => at.ms))
  return { at, sizes, processes: made }
}

const draws = async (
  process: ReturnType<typeof quotaWindows>,
  count: number,
  limit: number,
): Promise<Drawn[]> =>
  Promise.all(Array.from({ length: count }, async () => await process.draw({ subject: 's', limit })))

const numbers = (drawn: Drawn[]): number[] => drawn.map(({ used }) => used).toSorted((a, b) => a - b)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

test('calls of one process have the numbers of their window without a gap, drawn ahead or not', async () => {
  const { processes, sizes } = installation(1)
  const drawn: Drawn[] = []
  for (const count of [1, 20, 20, 1, 1, 40, 3]) drawn.push(...(await draws(processes[0]!, count, 10_000)))
  expect(numbers(drawn)).toEqual(upTo(86))
  expect(sizes.length).toBeLessThan(7)
})

test('calls that come one by one draw nothing ahead: processes count one after the other', async () => {
  const { processes } = installation(2)
  const seen: number[] = []
  for (let i = 0; i < 40; i++) seen.push((await processes[i % 2]!.draw({ subject: 's', limit: 10_000 })).used)
  expect(seen).toEqual(upTo(40))
})

test('no two calls of a window have one number, and no more than the limit are admitted in any number of processes', async () => {
  const { processes } = installation(3)
  const drawn: Drawn[] = []
  for (let round = 0; round < 40; round++)
    drawn.push(...(await Promise.all(processes.map((process) => draws(process, 9, 1000)))).flat())
  const all = numbers(drawn)
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((used) => used <= 1000)).toEqual(upTo(1000))
})

test('what a process that falls silent has drawn ahead is at most a 64th of what was left', async () => {
  const { processes, sizes } = installation(2)
  const silent = [...(await draws(processes[0]!, 8, 6400)), ...(await draws(processes[0]!, 8, 6400))]
  expect(sizes).toEqual([8, 8 + Math.floor((6400 - 16) / 64)])
  const others = await draws(processes[1]!, 6500, 6400)
  const admitted = [...silent, ...others].filter(({ used }) => used <= 6400)
  expect(admitted).toHaveLength(6400 - 99)
})

test('a limit below 64 is never drawn on ahead', async () => {
  const { processes, sizes } = installation(1)
  for (let i = 0; i < 3; i++) await draws(processes[0]!, 8, 63)
  expect(sizes).toEqual([8, 8, 8])
})

test('nothing that was drawn ahead is used once its window has ended', async () => {
  const { processes, at } = installation(1)
  await draws(processes[0]!, 20, 10_000)
  await draws(processes[0]!, 20, 10_000)
  at.ms = (Math.floor(at.ms / 60_000) + 1) * 60_000
  const [next] = await draws(processes[0]!, 1, 10_000)
  expect(next).toMatchObject({ used: 1, reset: at.ms / 1000 + 60 })
})

test('a limit that was lowered holds for draws that were made ahead, and says when to try again', async () => {
  const { processes, at } = installation(1)
  await draws(processes[0]!, 20, 10_000)
  await draws(processes[0]!, 20, 10_000)
  const [next] = await draws(processes[0]!, 1, 10)
  expect(next).toMatchObject({ limit: 10, used: 41, retryAfter: Math.ceil(60 - (at.ms % 60_000) / 1000) })
})

test('a draw that was given back is the next one, and not after its window', async () => {
  const { processes, at } = installation(1)
  const [, , third] = await draws(processes[0]!, 3, 10)
  processes[0]!.giveBack('s', third!)
  expect(numbers(await draws(processes[0]!, 2, 10))).toEqual([3, 4])
  const [fifth] = await draws(processes[0]!, 1, 10)
  at.ms += 60_000
  expect(numbers(await draws(processes[0]!, 1, 10))).toEqual([1])
  processes[0]!.giveBack('s', fifth!)
  expect(numbers(await draws(processes[0]!, 1, 10))).toEqual([2])
})

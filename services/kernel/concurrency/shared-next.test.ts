import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sharedNext } from './shared-next.ts'

/** A function of which a test ends each run, and its runs so far. */
function runs() {
  const begun: { key: string; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const shared = sharedNext<string>((key) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ key, end: resolve, fail: reject })
    return promise
  })
  return { begun, shared }
}

test('calls during a run share the next one, which begins after they came', async () => {
  const { begun, shared } = runs()
  const first = shared('a')
  const others = [shared('a'), shared('a')]
  expect(begun).toHaveLength(1)
  begun[0]!.end('before')
  expect(await first).toBe('before')
  await turn()
  expect(begun).toHaveLength(2)
  const later = shared('a')
  begun[1]!.end('after')
  expect(await Promise.all(others)).toEqual(['after', 'after'])
  await turn()
  expect(begun).toHaveLength(3)
  begun[2]!.end('last')
  expect(await later).toBe('last')
})

test('keys do not wait for each other, and a call with no run under way begins one at once', async () => {
  const { begun, shared } = runs()
  const [one, other] = [shared('a'), shared('b')]
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  begun[0]!.end('')
  begun[1]!.end('')
  await Promise.all([one, other])
  await turn()
  void shared('a')
  expect(begun).toHaveLength(3)
})

test('a run that fails rejects its own callers alone', async () => {
  const { begun, shared } = runs()
  const failing = shared('a')
  const next = shared('a')
  begun[0]!.fail(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await turn()
  begun[1]!.end('yes')
  expect(await next).toBe('yes')
})

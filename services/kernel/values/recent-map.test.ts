import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentMap } from './recent-map.ts'

test('the entries that were used last are kept, at most twice as many, and none that was deleted or replaced', () => {
  const step = fc.record({ key: fc.nat(12), kind: fc.constantFrom('set', 'get', 'delete') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 4 }), (steps, least) => {
      const map = new RecentMap<number, number>(least)
      /** Every entry that was set and not deleted, the one used last at the end. */
      const all = new Map<number, number>()
      for (const [i, { key, kind }] of steps.entries()) {
        if (kind === 'get') {
          const found = map.get(key)
          if (found === undefined) expect([...all.keys()].slice(-least)).not.toContain(key)
          else expect(found).toBe(all.get(key))
          if (found !== undefined) use(all, key, found)
          else all.delete(key)
        } else if (kind === 'set') {
          map.set(key, i)
          use(all, key, i)
        } else {
          map.delete(key)
          all.delete(key)
        }
      }
      const kept = [...all.keys()].filter((key) => map.get(key) !== undefined)
      expect(kept.length).toBeLessThanOrEqual(2 * least)
    }),
  )
})

function use(all: Map<number, number>, key: number, value: number): void {
  all.delete(key)
  all.set(key, value)
}

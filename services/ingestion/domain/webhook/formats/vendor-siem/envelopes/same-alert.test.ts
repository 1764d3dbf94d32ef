import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

let reads = 0
/** Counts how often the values of an object are read. */
const counted = (fields: object) =>
  new Proxy(fields, {
    get: (target, name) => {
      reads++
      return Reflect.get(target, name)
    },
  })

const falco = (rule: string, fields: object) => ({
  ...{ rule, priority: 'Warning', time: '2026-02-01T10:00:00Z', output: 'Shell in a container' },
  output_fields: counted(fields),
})

const readsFor = (body: object, alerts: number): number => {
  reads = 0
  expect(mapVendorSiem(body)).toMatchObject({ alerts: { length: alerts } })
  return reads
}

const fields = Object.fromEntries(Array.from({ length: 500 }, (_, key) => [`k${key}`, 1]))

test('of many large alerts that differ only in their last value, a limited number of values is compared', () => {
  const [event, ...others] = Array.from({ length: 70 }, (_, n) => falco('Shell', { ...fields, n }))
  expect(readsFor({ event, others }, 70)).toBeLessThan(1_000_000)
})

test('alerts in many envelopes within each other are read as often as in few', () => {
  const within = (depth: number): object =>
    Array.from({ length: depth }).reduce<object>(
      (more, _, n) => ({ 'detail-type': 'Alert', detail: falco(`Outer ${n}`, {}), more }),
      { more: [falco('Inner', { a: 1 })] },
    )
  const [few, many] = [10, 40].map((depth) => readsFor(within(depth), depth + 1))
  expect(many).toBeLessThan(1.2 * few!)
})

import { describe, expect, test } from 'vitest'
import { type Endpoint, LANDED, nameOf } from './endpoints.ts'
import { expectEntry, expectError } from './support/expect-error.ts'
import { countRecords } from './support/records.ts'
import { scene } from './support/scene.ts'

const api = scene()
const BATCHES = LANDED.filter(({ batch }) => batch !== null)

const items = ({ least }: Endpoint, n: number): { [field: string]: unknown }[] =>
  Array.from({ length: n }, () => least!())

describe.each(BATCHES.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const { key, max } = endpoint.batch!
  const send = (body: unknown) => api.send(endpoint, { body: JSON.stringify(body) })
  const forms: [string, (list: unknown[]) => unknown, string][] = [
    ['a bare array', (list) => list, ''],
    [`{ ${key}: [...] }`, (list) => ({ [key]: list }), `${key}.`],
  ]

  test('one object counts as one item', async () => {
    const answer = await send(endpoint.least!())
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ created: 1, data: [{}] })
  })

  describe.each(forms)('%s', (_, form, prefix) => {
    test('the maximum number of items is stored, in order, with one audit entry', async () => {
      const sent = items(endpoint, max)
      const answer = await send(form(sent))
      expect(answer.status, answer.text.slice(0, 300)).toBe(201)
      expect(answer.body.created).toBe(max)
      expect(answer.body.data).toHaveLength(max)
      const [field] = ['run_ref', 'seq', 'metric_name'].filter((name) => name in sent[0]!)
      expect(answer.body.data.map((item: never) => item[field!])).toEqual(sent.map((item) => item[field!]))
      await expectEntry(api.at, answer, { outcome: 'ok' })
    })

    test('one item more is answered 400, and nothing is stored', async () => {
      const before = await countRecords(api.at)
      expectError(await send(form(items(endpoint, max + 1))), 400, 'validation_error')
      expect(await countRecords(api.at)).toBe(before)
    })

    test('an empty batch is answered 400', async () => {
      expectError(await send(form([])), 400, 'validation_error')
    })

    test('each invalid item is named by its path, and nothing is stored', async () => {
      const before = await countRecords(api.at)
      const [good, bad, ugly] = items(endpoint, 3)
      const name = Object.keys(good!).at(-1)!
      const answer = await send(
        form([good, { ...bad, [name]: 'x'.repeat(3) }, null, { ...ugly, [name]: [] }]),
      )
      expectError(answer, 400, 'validation_error')
      const named = Object.keys(answer.body.error.details.fieldErrors).sort()
      expect(named).toEqual([`${prefix}1.${name}`, `${prefix}2`, `${prefix}3.${name}`].sort())
      await expectEntry(api.at, answer, { outcome: 'refused', code: 'validation_error', receipts: [] })
      expect(await countRecords(api.at)).toBe(before)
    })
  })

  if (endpoint.path.startsWith('/agent-runs')) {
    const unique = endpoint.path === '/agent-runs' ? 'run_ref' : 'seq'
    test(`an existing or repeated ${unique} is answered 400 with its index, and nothing is stored`, async () => {
      const [first, second, third] = items(endpoint, 3)
      const stored = await send(first)
      const before = await countRecords(api.at)
      const clash = await send([second, first])
      expectError(clash, 400, 'validation_error')
      expect(clash.body.error.details.duplicates).toEqual([
        { index: 1, [unique]: first![unique], id: stored.body.data[0].id },
      ])
      const twice = await send([third, second, third])
      expectError(twice, 400, 'validation_error')
      expect(twice.body.error.details.duplicates).toEqual([
        { index: 2, [unique]: third![unique], first_index: 0 },
      ])
      expect(await countRecords(api.at)).toBe(before)
      await expectEntry(api.at, clash, { outcome: 'refused', code: 'validation_error', receipts: [] })
    })
  }
})

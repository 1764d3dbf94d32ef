import { describe, expect, test } from 'vitest'
import { LANDED, nameOf } from './endpoints.ts'
import { entriesOf, expectEntry, expectError } from './support/expect-error.ts'
import { isReplay, keyed, newKey } from './support/keyed.ts'
import { countRecords } from './support/records.ts'
import { scene } from './support/scene.ts'

const api = scene()
const CREATES = LANDED.filter(({ success }) => success === 201)

describe.each(CREATES.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test('the same request with its key again gets the first answer, and writes only an entry that names the first', async () => {
    const [key, body] = [newKey(), endpoint.least!()]
    const first = await keyed(api, endpoint, key, body)
    expect([first.status, isReplay(first)]).toEqual([201, false])
    const records = await countRecords(api.at)
    const again = await keyed(api, endpoint, key, body)
    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true])
    expect(await countRecords(api.at)).toBe(records)
    const details = { replay_of: first.headers['x-request-id'], replayed: expect.any(Object) }
    await expectEntry(api.at, first, { outcome: 'ok', details: { answer: expect.any(Object) } })
    await expectEntry(api.at, again, { outcome: 'ok', code: null, details, receipts: [] })
  })

  test('another request with a used key is answered 400, and writes nothing', async () => {
    const key = newKey()
    expect((await keyed(api, endpoint, key, endpoint.least!())).status).toBe(201)
    const records = await countRecords(api.at)
    const other = await keyed(api, endpoint, key, { ...endpoint.least!(), ...OTHER })
    expectError(other, 400, 'validation_error')
    const problem = 'was used for another request within the last 24 hours'
    expect(other.body.error.message).toBe(`Idempotency-Key: ${problem}`)
    const fieldErrors = { 'Idempotency-Key': [problem] }
    expect(other.body.error.details).toEqual({ formErrors: [], fieldErrors })
    expect(isReplay(other)).toBe(false)
    expect(await countRecords(api.at)).toBe(records)
    await expectEntry(api.at, other, { outcome: 'refused', code: 'validation_error' })
  })

  test('of many simultaneous requests with one key, one writes and all get its answer', async () => {
    const [key, body] = [newKey(), endpoint.least!()]
    const records = await countRecords(api.at)
    const answers = await Promise.all(Array.from({ length: 24 }, () => keyed(api, endpoint, key, body)))
    const first = answers.filter((answer) => !isReplay(answer))
    expect(first).toHaveLength(1)
    for (const { status, text } of answers) expect([status, text]).toEqual([201, first[0]!.text])
    const [entry] = await entriesOf(api.at, first[0]!)
    const written = entry!.receipts.reduce((sum, { count }) => sum + count, 0)
    expect(await countRecords(api.at)).toBe(records + written)
  })

  test('a refused request leaves its key free for the corrected one', async () => {
    const [key, body] = [newKey(), endpoint.least!()]
    const [field] = Object.keys(body)
    expectError(await keyed(api, endpoint, key, { ...body, [field!]: null }), 400, 'validation_error')
    const corrected = await keyed(api, endpoint, key, body)
    expect([corrected.status, isReplay(corrected)]).toEqual([201, false])
  })

  test.each([
    ['an empty key', ['']],
    ['a key of 256 characters', ['k'.repeat(256)]],
    ['a key with a space', ['a b']],
    ['a key beyond ASCII', ['clé']],
    ['two keys', ['a', 'b']],
    ['one key in two lines', ['a', 'a']],
  ])('%s is answered 400, and writes nothing', async (_, keys) => {
    const records = await countRecords(api.at)
    const headers = keys.map((key): [string, string] => ['Idempotency-Key', key])
    const answer = await api.send(endpoint, { headers })
    expectError(answer, 400, 'validation_error')
    expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual(['Idempotency-Key'])
    expect(await countRecords(api.at)).toBe(records)
  })
})

/** Fields of which each body has one. */
const OTHER = { title: 'x', name: 'x', source: 'x', model_name: 'x', tool_name: 'x' }

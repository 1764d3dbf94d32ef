import { describe, expect, test } from 'vitest'
import { LANDED, nameOf } from './endpoints.ts'
import { bearer } from './support/caller.ts'
import { expectEntry, expectError } from './support/expect-error.ts'
import { pathOf, scene } from './support/scene.ts'

const api = scene()
const NOBODYS = '018f0000-0000-7000-8000-000000000001'
const BY_ID = LANDED.filter(({ path }) => path.includes('{'))
const LISTS = LANDED.filter(({ query }) => query.includes('cursor'))

describe.each(BY_ID.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test('an id of another organization answers byte for byte as an unknown id', async () => {
    const outsider = await api.at.another()
    const authorization = [bearer(outsider.key)]
    const theirs = await api.send(endpoint, { authorization })
    const params = Object.fromEntries(Object.keys(api.params).map((name) => [name, NOBODYS]))
    const nobodys = await api.send(endpoint, { authorization, path: pathOf(endpoint, params) })
    expectError(theirs, 404, 'not_found')
    expect(theirs.text).toBe(nobodys.text)
    expect(namesOf(theirs.headers)).toEqual(namesOf(nobodys.headers))
    await expectEntry(api.at, theirs, { outcome: 'refused', code: 'not_found', organization_id: outsider.id })
    await expectEntry(api.at, nobodys, {
      outcome: 'refused',
      code: 'not_found',
      organization_id: outsider.id,
    })
  })

  test.each(['upper case', 'percent-encoded digits'])('the id in %s is the same id', async (spelling) => {
    const name = /\{(\w+)\}/.exec(endpoint.path)![1]!
    const id = api.params[name]!
    const spelled = spelling === 'upper case' ? id.toUpperCase() : id.replace(/\d/g, (digit) => `%3${digit}`)
    expect((await api.send(endpoint, { path: endpoint.path.replace(`{${name}}`, spelled) })).status).toBe(
      endpoint.success,
    )
  })

  test.each([
    'x',
    '0',
    '-1',
    '018f0000-0000-7000-8000-00000000000',
    '018f0000-0000-7000-8000-00000000000g',
    '018f000000007000800000000000000a',
    '{018f0000-0000-7000-8000-000000000001}',
    '018f0000-0000-7000-8000-000000000001%20',
    '018f0000-0000-7000-8000-000000000001%00',
    "018f0000-0000-7000-8000-000000000001'--",
    '%D9%A018f000-0000-7000-8000-000000000001',
    'a%2Fb',
    '..%2F..%2Fassets',
    '%',
    '%zz',
    '%ff',
    '%c0%af',
  ])('the malformed id %s is answered 400, and logged as this operation', async (id) => {
    const path = endpoint.path.replace(/\{\w+\}/, id)
    const answer = await api.send(endpoint, { path })
    expectError(answer, 400, 'validation_error')
    await expectEntry(api.at, answer, { outcome: 'refused', code: 'validation_error' })
  })
})

describe.each(LISTS.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test('lists nothing of another organization, even with its ids as cursor', async () => {
    const outsider = await api.at.another()
    const authorization = [bearer(outsider.key)]
    const empty: { data: { [field: string]: unknown }[]; next_cursor: null } = { data: [], next_cursor: null }
    // The log has the outsider's own calls, this call included.
    const foreign = ({ body }: { body: typeof empty }) =>
      nameOf(endpoint).endsWith('/audit-entries')
        ? { data: body.data.filter((one) => one.organization_id !== outsider.id), next_cursor: null }
        : body
    expect(foreign(await api.send(endpoint, { authorization }))).toEqual(empty)
    const cursor = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    for (const id of [cursor, ...Object.values(api.params)]) {
      expect(foreign(await api.send(endpoint, { authorization, query: `?cursor=${id}` }))).toEqual(empty)
    }
  })
})

function namesOf(headers: object): string[] {
  return Object.keys(headers).sort()
}

import { expect, test } from 'vitest'
import { withObjects } from './dotted-keys.ts'

test('keys with dots become objects, beside those that are there', () => {
  expect(withObjects({ id: 1, 'agent.name': 'a', 'agent.os.name': 'b', agent: { id: 2 } })).toEqual({
    ...{ id: 1, agent: { name: 'a', os: { name: 'b' } } },
  })
})

test('nothing that was sent is written to', () => {
  const body = { agent: { os: { id: 2 } }, 'agent.os.name': 'a', 'agent.name': 'b' }
  expect(withObjects(body)).toEqual({ agent: { os: { id: 2, name: 'a' }, name: 'b' } })
  expect(body.agent).toEqual({ os: { id: 2 } })
})

test.each([{ id: 1 }, { 'a..b': 1 }, { '.a': 1 }, { [`${'a.'.repeat(5000)}a`]: 1 }])(
  'an object without such a key is none (%#)',
  (body) => expect(withObjects(body)).toBeNull(),
)

test('what it makes has no such key, so that it is not made again', () => {
  expect(withObjects(withObjects({ 'a.b': 1, 'c..d': 2 })!)).toBeNull()
})

test('names of Object’s own properties are names', () => {
  const whole = withObjects(JSON.parse('{"__proto__.polluted":1,"constructor.name":2}'))!
  expect(Object.keys(whole).sort()).toEqual(['__proto__', 'constructor'])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

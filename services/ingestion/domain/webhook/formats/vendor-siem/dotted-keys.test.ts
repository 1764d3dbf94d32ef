import { expect, test } from 'vitest'
import { withObjects } from './dotted-keys.ts'

test('withObjects turns dotted keys into objects, beside existing ones', () => {
  expect(withObjects({ id: 1, 'agent.name': 'a', 'agent.os.name': 'b', agent: { id: 2 } })).toEqual({
    ...{ id: 1, agent: { name: 'a', os: { name: 'b' } } },
  })
})

test('withObjects does not modify its input', () => {
  const body = { agent: { os: { id: 2 } }, 'agent.os.name': 'a', 'agent.name': 'b' }
  expect(withObjects(body)).toEqual({ agent: { os: { id: 2, name: 'a' }, name: 'b' } })
  expect(body.agent).toEqual({ os: { id: 2 } })
})

test.each([{ id: 1 }, { 'a..b': 1 }, { '.a': 1 }, { [`${'a.'.repeat(5000)}a`]: 1 }])(
  'withObjects returns null for an object without dotted keys (%#)',
  (body) => expect(withObjects(body)).toBeNull(),
)

test('withObjects leaves no dotted key in its result', () => {
  expect(withObjects(withObjects({ 'a.b': 1, 'c..d': 2 })!)).toBeNull()
})

test('withObjects treats names of Object’s own properties as ordinary names', () => {
  const whole = withObjects(JSON.parse('{"__proto__.polluted":1,"constructor.name":2}'))!
  expect(Object.keys(whole).sort()).toEqual(['__proto__', 'constructor'])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

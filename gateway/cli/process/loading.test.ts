import { expect, test } from 'vitest'
import { inParts } from './loading.ts'

test('parts are loaded one after the other, once each, and the event loop turns in between', async () => {
  const part = inParts()
  const happened: string[] = []
  const load = (name: string) =>
    part(async () => {
      happened.push(name)
      setImmediate(() => happened.push(`answered after ${name}`))
      return name
    })
  const [first, second, third] = [load('first'), load('second'), load('third')]
  void first()
  void second()
  expect(await third()).toBe('third')
  expect(await first()).toBe('first')
  expect(happened).toEqual(['first', 'answered after first', 'second', 'answered after second', 'third'])
})

test('a part fails to load if one before it failed', async () => {
  const part = inParts()
  const broken = part(() => Promise.reject(new Error('broken')))
  const next = part(async () => 'next')
  void broken()
  await expect(next()).rejects.toThrow('broken')
  await expect(broken()).rejects.toThrow('broken')
})

import { expect, test } from 'vitest'
import { OpenedSecrets } from './sealed-secrets.ts'

/** Opens a secret of each name, and counts how often. */
function counted(capacity: number) {
  const opened = new OpenedSecrets<string>(capacity)
  const calls: string[] = []
  const get = (name: string) =>
    opened.get(name, async () => {
      calls.push(name)
      return `secret of ${name}`
    })
  return { opened, calls, get }
}

test('a secret is opened once, also for calls at the same time', async () => {
  const { calls, get } = counted(2)
  expect(await Promise.all([get('a'), get('a')])).toEqual(['secret of a', 'secret of a'])
  await get('a')
  expect(calls).toEqual(['a'])
})

test('the secret that was not used for longest gives way', async () => {
  const { calls, get } = counted(2)
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await get(name)
  expect(calls).toEqual(['a', 'b', 'c', 'b'])
})

test('a secret that did not open is asked for again', async () => {
  const { opened, calls, get } = counted(2)
  await expect(opened.get('a', () => Promise.reject(new Error('no key service')))).rejects.toThrow()
  expect(await get('a')).toBe('secret of a')
  expect(calls).toEqual(['a'])
})

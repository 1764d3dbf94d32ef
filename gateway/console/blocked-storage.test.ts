import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('with blocked storage, a stored choice lasts as long as the page', async () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const { readStored, store } = await import('./components/stored.ts')
  expect(readStored('a')).toBeNull()
  store('a', '1')
  expect(readStored('a')).toBe('1')
})

test('with full storage, the newest value lasts as long as the page', async () => {
  let isFull = false
  const kept = new Map<string, string>()
  const setItem = (name: string, value: string) => (isFull ? refuse() : kept.set(name, value))
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem })
  const { readStored, store } = await import('./components/stored.ts')
  store('a', '1')
  isFull = true
  store('a', '2')
  expect(readStored('a')).toBe('2')
  isFull = false
  store('a', '3')
  expect([readStored('a'), kept.get('a')]).toEqual(['3', '3'])
})

test.each([
  [
    'refuses to make',
    class {
      constructor() {
        refuse()
      }
    },
  ],
  ['does not have', undefined],
])('the console also works in a browser that %s a BroadcastChannel', async (_, channel) => {
  vi.stubGlobal('BroadcastChannel', channel)
  const { onChangeElsewhere } = await import('./api/session.ts')
  expect(() => onChangeElsewhere(() => {})()).not.toThrow()
})

import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('a browser that blocks what sites store keeps a choice as long as the page is there', async () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const { readStored, store } = await import('./components/stored.ts')
  expect(readStored('a')).toBeNull()
  store('a', '1')
  expect(readStored('a')).toBe('1')
})

test('a store that is full keeps the newest value as long as the page is there, and not the one before', async () => {
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
])('a browser that %s channels between pages shows the console all the same', async (_, channel) => {
  vi.stubGlobal('BroadcastChannel', channel)
  const { onChangeElsewhere } = await import('./api/session.ts')
  expect(() => onChangeElsewhere(() => {})()).not.toThrow()
})

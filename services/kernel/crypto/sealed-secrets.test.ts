import { expect, test } from 'vitest'
import { OpenedSecrets } from './sealed-secrets.ts'

test('a secret that does not open is requested once for all callers, and again after a pause', async () => {
  let end = (): void => {}
  const rest = () => new Promise<void>((resolve) => (end = resolve))
  const secrets = new OpenedSecrets<string>(10, rest)
  let asked = 0
  const fail = () => {
    asked += 1
    return Promise.reject(new Error('refused'))
  }
  for (let i = 0; i < 5; i++) await expect(secrets.get('a', fail)).rejects.toThrow('refused')
  expect(asked).toBe(1)
  end()
  await expect.poll(() => secrets.get('a', async () => 'open').catch(() => undefined)).toBe('open')
  expect(await secrets.get('a', fail)).toBe('open')
})

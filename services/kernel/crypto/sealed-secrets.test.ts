import { expect, test } from 'vitest'
import { Reason } from '../errors/errors.ts'
import type { Kms } from './kms.ts'
import { OpenedSecrets } from './opened-secrets.ts'
import { sealedSecrets } from './sealed-secrets.ts'

test('a secret is not sealed under a data key that the wrapped key does not open to', async () => {
  const keys = { current: 'c', former: [] }
  const sealed = (unwrapped: Buffer) => {
    const kms: Pick<Kms, 'generateDataKey' | 'decrypt'> = {
      generateDataKey: async () => ({ plaintext: Buffer.alloc(32, 1), blob: Buffer.of(1) }),
      decrypt: async () => Buffer.from(unwrapped),
    }
    return sealedSecrets(kms, keys)
  }
  const right = sealed(Buffer.alloc(32, 1))
  expect(await right.unwrap({ a: 'b' }, await right.seal({ a: 'b' }, 'secret'))).toBe('secret')
  const wrong = sealed(Buffer.alloc(32, 2))
  await expect(wrong.seal({ a: 'b' }, 'secret')).rejects.toMatchObject({ reason: Reason.INTERNAL })
})

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

import { expect, test } from 'vitest'
import { DomainError, Reason } from '../errors/errors.ts'
import { readWrappingKeys, unwrapDataKey } from './wrapping-keys.ts'

test('former wrapping keys are read from their variable, without the current one and up to a limit', () => {
  const env = { ATTESTRY_KMS_WRAPPING_KEY_ARN: 'c' }
  expect(readWrappingKeys({})).toEqual({ current: '', former: [] })
  expect(readWrappingKeys({ ...env, ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: ` ${A}, c,,${B} ` })).toEqual({
    current: 'c',
    former: [A, B],
  })
  const many = Array.from({ length: 9 }, (_, i) => `${A}${i}`).join()
  expect(() => readWrappingKeys({ ...env, ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: many })).toThrow(
    'ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: at most 8 keys',
  )
  for (const text of ['any text', `${A},${B} and more`, 'a'])
    expect(() => readWrappingKeys({ ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: text })).toThrow(
      'ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS must be ARNs of keys',
    )
  const other = { ATTESTRY_KMS_ENDPOINT: 'http://127.0.0.1:9', ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: 'a,b' }
  expect(readWrappingKeys(other).former).toEqual(['a', 'b'])
})

const [A, B] = ['a', 'b'].map((id) => `arn:aws:kms:local:000000000000:key/${id}`)

test('an unavailable key service is not asked with the next wrapping key', async () => {
  const asked: string[] = []
  const kms = {
    decrypt: async (arn: string) => {
      asked.push(arn)
      throw new DomainError(Reason.UNAVAILABLE, `the key service does not answer for ${arn}`)
    },
  }
  const opened = unwrapDataKey(kms, { current: 'c', former: ['a', 'b'] }, { key: Buffer.of(1), context: {} })
  await expect(opened).rejects.toMatchObject({ reason: Reason.UNAVAILABLE })
  expect(asked).toEqual(['c'])
})

import { expect, test } from 'vitest'
import { readIngestionConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://u@127.0.0.1/d',
  ATTESTRY_CLIENT_TOKEN: 'a-token-of-thirty-two-characters',
}

test('a signing key without a wrapping key is refused at the start', () => {
  const half = { ...env, ATTESTRY_KMS_SIGNING_KEY_ARN: 'arn:aws:kms:eu-west-1:111122223333:key/a' }
  expect(() => readIngestionConfig(half)).toThrow('ATTESTRY_KMS_WRAPPING_KEY_ARN is not set')
  expect(
    readIngestionConfig({ ...half, ATTESTRY_KMS_WRAPPING_KEY_ARN: 'alias/b' }).wrappingKeys.current,
  ).toBe('alias/b')
  expect(readIngestionConfig(env).wrappingKeys.current).toBe('')
})

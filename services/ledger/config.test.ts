import { expect, test } from 'vitest'
import { readLedgerConfig } from './config.ts'

const env = { DATABASE_URL: 'postgres://u@127.0.0.1/d', ATTESTRY_CLIENT_TOKEN: 'atc_x' }

test('a wrapping key without a signing key is refused at the start', () => {
  const half = { ...env, ATTESTRY_KMS_WRAPPING_KEY_ARN: 'arn:a' }
  expect(() => readLedgerConfig(half)).toThrow('ATTESTRY_KMS_SIGNING_KEY_ARN is not set')
  expect(readLedgerConfig({ ...half, ATTESTRY_KMS_SIGNING_KEY_ARN: 'arn:b' }).signingKeyArn).toBe('arn:b')
  expect(readLedgerConfig(env).signingKeyArn).toBe('')
})

import { expect, test } from 'vitest'
import { readLedgerConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://u@127.0.0.1/d',
  ATTESTRY_CLIENT_TOKEN: 'a-token-of-thirty-two-characters',
}

test('a wrapping key without a signing key is refused at the start', () => {
  const half = { ...env, ATTESTRY_KMS_WRAPPING_KEY_ARN: 'arn:a' }
  expect(() => readLedgerConfig(half)).toThrow('ATTESTRY_KMS_SIGNING_KEY_ARN is not set')
  expect(readLedgerConfig({ ...half, ATTESTRY_KMS_SIGNING_KEY_ARN: 'arn:b' }).signingKeyArn).toBe('arn:b')
  expect(readLedgerConfig(env).signingKeyArn).toBe('')
})

test.each(['0.1', '60', '86400'])('checkpoints every %s seconds are accepted', (seconds) => {
  const { checkpointEveryMs } = readLedgerConfig({ ...env, ATTESTRY_CHECKPOINT_SECONDS: seconds })
  expect(checkpointEveryMs).toBe(Number(seconds) * 1000)
})

test.each(['0', '0.09', '-1', '86400.1', 'x', 'NaN', 'Infinity'])(
  'checkpoints every %s seconds are refused at the start',
  (seconds) => {
    const read = () => readLedgerConfig({ ...env, ATTESTRY_CHECKPOINT_SECONDS: seconds })
    expect(read).toThrow('ATTESTRY_CHECKPOINT_SECONDS must be from 0.1 to 86400')
  },
)

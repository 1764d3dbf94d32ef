import { expect, test } from 'vitest'
import { readLedgerConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://u@127.0.0.1/d',
  ATTESTRY_CLIENT_TOKEN: 'a-token-of-thirty-two-characters',
}

test('a wrapping key without a signing key is refused at the start', () => {
  const half = { ...env, ATTESTRY_KMS_WRAPPING_KEY_ARN: WRAPPING }
  expect(() => readLedgerConfig(half)).toThrow('ATTESTRY_KMS_SIGNING_KEY_ARN is not set')
  expect(readLedgerConfig({ ...half, ATTESTRY_KMS_SIGNING_KEY_ARN: SIGNING }).signingKeyArn).toBe(SIGNING)
  expect(readLedgerConfig(env).signingKeyArn).toBe('')
})

const WRAPPING = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const SIGNING = 'arn:aws:kms:eu-central-1:111122223333:key/mrk-1234abcd12ab34cd56ef1234567890ab'

test.each(['ATTESTRY_KMS_SIGNING_KEY_ARN', 'ATTESTRY_KMS_WRAPPING_KEY_ARN'])(
  'a malformed %s is refused at the start, by name',
  (variable) => {
    const keys = {
      ...env,
      ATTESTRY_KMS_SIGNING_KEY_ARN: SIGNING,
      ATTESTRY_KMS_WRAPPING_KEY_ARN: WRAPPING,
    }
    for (const given of [
      'arn:aws:kms:eu-central-1:111122223333:alias/attestry',
      'alias/attestry',
      '1234abcd-12ab-34cd-56ef-1234567890ab',
    ])
      expect(() => readLedgerConfig({ ...keys, [variable]: given })).not.toThrow()
    for (const given of [
      ` ${SIGNING}`,
      `${SIGNING},${WRAPPING}`,
      'arn:aws:iam::111122223333:role/attestry',
      'arn:aws:kms:eu-central-1:111122223333',
      'https://kms.eu-central-1.amazonaws.com/key',
    ])
      expect(() => readLedgerConfig({ ...keys, [variable]: given })).toThrow(
        `${variable} must be the ARN of one key`,
      )
    const other = { ...keys, ATTESTRY_KMS_ENDPOINT: 'http://127.0.0.1:9', [variable]: 'projects/p/keys/k:1' }
    expect(() => readLedgerConfig(other)).not.toThrow()
  },
)

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

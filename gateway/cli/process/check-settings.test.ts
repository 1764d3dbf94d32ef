import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { issue, makeAuthority } from '../commands/installation/certificate-authority.ts'
import { checkSettings } from './check-settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = (name: string, text: string): string => {
  writeFileSync(join(directory, name), text)
  return join(directory, name)
}

const ROLES = ['gateway', 'ledger', 'ingestion', 'gate', 'evidence'] as const
const check = (env: NodeJS.ProcessEnv) => checkSettings(env, ROLES, { warn: () => {} })
const smtp = { ATTESTRY_SMTP_URL: 'smtp://127.0.0.1:9', ATTESTRY_SMTP_FROM: 'attestry@bank.example' }

const keysIn = (signing: string, wrapping: string) => ({
  ATTESTRY_KMS_SIGNING_KEY_ARN: `arn:aws:kms:${signing}:1:key/a`,
  ATTESTRY_KMS_WRAPPING_KEY_ARN: `arn:aws:kms:${wrapping}:1:key/b`,
})

test('keys of another region are accepted where a key service is named, or the region is not', async () => {
  await check(keysIn('eu-west-1', 'eu-central-1'))
  await check({
    ...keysIn('local', 'local'),
    AWS_REGION: 'eu-west-1',
    ATTESTRY_KMS_ENDPOINT: 'http://127.0.0.1:1',
  })
  await check({ ...keysIn('eu-west-1', 'eu-west-1'), AWS_REGION: 'eu-west-1' })
})

test('settings are read although no database is named and no part has started', async () => {
  await check({})
  await check({
    ...smtp,
    ATTESTRY_CLIENT_TOKEN: 'a'.repeat(32),
    ATTESTRY_CHECKPOINT_DIR: join(directory, 'new/one'),
  })
  expect(statSync(join(directory, 'new')).mode & 0o777).toBe(0o700)
  await check({ ...smtp, ATTESTRY_SMTP_FROM: 'Attestry, of the bank <attestry@bank.example>' })
  await check({ ...smtp, ATTESTRY_SMTP_FROM: '"attestry@bank.example" <attestry@bank.example> ' })
})

test.each([
  ['ATTESTRY_CLIENT_TOKEN', { ATTESTRY_CLIENT_TOKEN: 'short' }],
  ['ATTESTRY_SMTP_FROM', { ...smtp, ATTESTRY_SMTP_FROM: 'nobody' }],
  ['ATTESTRY_SMTP_FROM', { ...smtp, ATTESTRY_SMTP_FROM: 'Attestry <nobody>' }],
  ['ATTESTRY_SMTP_CA', { ...smtp, ATTESTRY_SMTP_CA: file('smtp.pem', 'no PEM') }],
  ['ATTESTRY_TLS_CA', { ATTESTRY_TLS_CA: file('ca.pem', 'no PEM') }],
  [
    'ATTESTRY_TLS_CA',
    { ATTESTRY_TLS_CA: file('cut.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n') },
  ],
  ['DATABASE_URL', { DATABASE_URL: 'db.bank.example/attestry' }],
  ['ATTESTRY_DATA_DIR', { ATTESTRY_DATA_DIR: '' }],
  ['ATTESTRY_TLS_CA', { ATTESTRY_TLS_CA: '' }],
  ['HOST', { HOST: '' }],
  ['PORT', { PORT: '' }],
  ['PORT', { PORT: '70000' }],
  ['ATTESTRY_TLS_CERT', { ATTESTRY_TLS_CERT: file('cert.pem', 'x'), ATTESTRY_TLS_KEY: file('key.pem', 'x') }],
  ['ATTESTRY_KMS_SIGNING_KEY_ARN', { ...keysIn('eu-west-1', 'eu-central-1'), AWS_REGION: 'eu-central-1' }],
  [
    'ATTESTRY_KMS_WRAPPING_KEY_ARN',
    { ...keysIn('eu-west-1', 'eu-central-1'), AWS_DEFAULT_REGION: 'eu-west-1' },
  ],
  ['ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS', { ATTESTRY_KMS_FORMER_WRAPPING_KEY_ARNS: 'any text' }],
  ['ATTESTRY_CHECKPOINT_DIR', { ATTESTRY_CHECKPOINT_DIR: file('a-file', '') }],
  ['ATTESTRY_CHECKPOINT_SECONDS', { ATTESTRY_CHECKPOINT_SECONDS: '0' }],
  ['ATTESTRY_METRICS_LISTEN', { ATTESTRY_METRICS_LISTEN: 'nowhere' }],
  ['ATTESTRY_GATE_LISTEN', { ATTESTRY_GATE_LISTEN: 'nowhere' }],
  ['ATTESTRY_GATE_LISTEN: 127.0.0.300', { ATTESTRY_GATE_LISTEN: '127.0.0.300:0' }],
  ['ATTESTRY_LEDGER_LISTEN: 0.0.0.0 is not loopback', { ATTESTRY_LEDGER_LISTEN: '0.0.0.0:0' }],
  ['ATTESTRY_METRICS_LISTEN: cannot listen on 192.0.2.1:0', { ATTESTRY_METRICS_LISTEN: '192.0.2.1:0' }],
  ['HOST, PORT: cannot listen on 192.0.2.1:8080', { HOST: '192.0.2.1' }],
])('a wrong %s ends the start by its name, before the database is asked', async (name, env) => {
  const silent = { DATABASE_URL: 'postgres://u@192.0.2.1/d' }
  await expect(check({ ...silent, ...env })).rejects.toThrow(new RegExp(`^${name}\\b`))
})

test('a port in use is left to the part that listens on it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await check({ PORT: `${port}` })
  await once(other.close(), 'close')
})

test('settings of a mail server without its address are named in a warning', async () => {
  const warned: unknown[] = []
  const log = { warn: (...line: unknown[]) => void warned.push(line) }
  await checkSettings({ ...smtp, ATTESTRY_SMTP_URL: '' }, ROLES, log)
  const line = [{ variable: 'ATTESTRY_SMTP_FROM' }, 'ATTESTRY_SMTP_URL is not set: no e-mail is sent']
  expect(warned).toEqual([line])
  await checkSettings(smtp, ROLES, log)
  expect(warned).toHaveLength(1)
})

test('a certificate that has expired ends the start, since every peer refuses it', async () => {
  const past = { from: new Date('2020-01-01'), until: new Date('2020-02-01') }
  const now = { from: new Date('2020-01-01'), until: new Date(Date.now() + 3_600_000) }
  const [former, current] = [await makeAuthority('former', past), await makeAuthority('current', now)]
  const [ended, valid] = [
    await issue(former, 'a', ['127.0.0.1'], past),
    await issue(current, 'a', ['127.0.0.1'], now),
  ]
  const pair = (name: string, { certificate, key }: typeof ended) => ({
    ATTESTRY_TLS_CERT: file(`${name}.pem`, certificate),
    ATTESTRY_TLS_KEY: file(`${name}-key.pem`, key),
  })
  await expect(check(pair('ended', ended))).rejects.toThrow(
    /^ATTESTRY_TLS_CERT: the certificate in .*ended\.pem expired on 2020-02-01T00:00:00\.000Z$/,
  )
  await expect(check({ ATTESTRY_TLS_CA: file('former.pem', former.certificate) })).rejects.toThrow(
    /^ATTESTRY_TLS_CA: .* expired on/,
  )
  // While an authority is replaced, both are named.
  await check({
    ...pair('valid', valid),
    ATTESTRY_TLS_CA: file('both.pem', former.certificate + current.certificate),
  })
})

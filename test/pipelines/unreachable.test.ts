import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyUnreachable } from '../../clients/cli/src/api/unreachable.ts'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { listening } from '../harness/listening.ts'
import { scratchDirectory } from '../harness/scratch.ts'
import { pipeline } from './pipeline.ts'

const HOUR = 3_600_000
const validity = { from: new Date(Date.now() - HOUR), until: new Date(Date.now() + HOUR) }
const tls = createServer((_, response) => response.end('{}'))
let port: number

beforeAll(async () => {
  const authority = await makeAuthority('Test CA', validity)
  const { key, certificate } = await issue(authority, 'attestry', ['127.0.0.1'], validity)
  tls.setSecureContext({ key, cert: certificate })
  await once(tls.listen(0, '127.0.0.1'), 'listening')
  port = (tls.address() as AddressInfo).port
})

afterAll(() => new Promise((resolve) => tls.close(resolve)))

async function check(url: string, env: NodeJS.ProcessEnv = {}) {
  const args = ['gate', 'check', '--system', 'Bot', '--url', url, '--retries', '1']
  const { code, stdout, stderr } = await pipeline(args, { ATTESTRY_API_KEY: 'k', ...env })
  return { code, stdout, retries: stderr.match(/trying again/g)?.length ?? 0 }
}

describe('gate check says what to do about a server that it cannot reach', () => {
  test('https:// before a port without TLS is not tried again', async () => {
    await listening(
      (_, response) => response.end('{}'),
      async (url) => {
        const { code, stdout, retries } = await check(url.replace('http:', 'https:'))
        expect([code, retries]).toEqual([4, 0])
        expect(stdout).toContain('no TLS is spoken there; is it an http:// address?')
      },
    )
  })

  test('a certificate of an unknown authority is not tried again', async () => {
    const { code, stdout, retries } = await check(`https://127.0.0.1:${port}`)
    expect([code, retries]).toEqual([4, 0])
    expect(stdout).toContain('NODE_EXTRA_CA_CERTS')
  })

  test('a proxy that Node.js does not use is named, and the call is tried again', async () => {
    const { code, stdout, retries } = await check('http://127.0.0.1:1', { HTTPS_PROXY: 'http://127.0.0.1:2' })
    expect([code, retries]).toEqual([4, 1])
    expect(stdout).toContain('HTTPS_PROXY is used only with NODE_USE_ENV_PROXY=1')
  })
})

test('a proxy that is used, or that is not named, is not mentioned', () => {
  const error = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
  const why = 'cannot be reached (ECONNREFUSED)'
  for (const env of [{}, { HTTPS_PROXY: '' }, { HTTPS_PROXY: 'http://p', NODE_USE_ENV_PROXY: '1' }])
    expect(whyUnreachable(error, env)).toEqual({ why, final: false })
})

test.each([
  ['EPROTO', 'write EPROTO … tlsv1 alert internal error'],
  ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'tlsv1 alert internal error'],
  ['ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'],
])(
  'an error of TLS that may pass is tried again, and nothing is said about its cause: %s',
  (code, message) => {
    const error = new TypeError('fetch failed', { cause: { code, message } })
    expect(whyUnreachable(error, {})).toEqual({ why: `cannot be reached (${code})`, final: false })
  },
)

test('an unknown AI system, and an unknown key, come with the command that helps', async () => {
  for (const [status, code, next] of [
    [404, 5, 'AI system Bot is not known; attestry system list shows the known ones'],
    [401, 3, 'the API key is unknown, revoked or expired; attestry key create makes another'],
  ] as const)
    await listening(
      (_, response) => response.writeHead(status).end('{"error":{"code":"x","message":"x"}}'),
      async (url) => expect(await check(url)).toMatchObject({ code, stdout: `No decision: ${next}\n` }),
    )
})

test.each([
  ['gate check', ['--system', 'Bot']],
  ['import results', ['results.csv', '--system', 'Bot']],
  ['import assets', ['assets.csv']],
  ['audit follow', []],
])('attestry %s warns before it sends the key over a network unencrypted', async (command, more) => {
  const directory = await mkdtemp(join(scratchDirectory(), 'unencrypted-'))
  const files = more.map((one) => (one.endsWith('.csv') ? join(directory, one) : one))
  for (const file of files.filter((one) => one.endsWith('.csv'))) await writeFile(file, CSV)
  const args = [...command.split(' '), ...files, '--retries', '0', '--timeout', '1ms']
  const env = { ATTESTRY_API_KEY: 'k', ATTESTRY_URL: 'http://attestry.invalid' }
  expect((await pipeline(args, env)).stderr).toContain(
    'warning: http://attestry.invalid is not https: the key can be read on the way',
  )
})

/** Results, and assets of which each is refused. */
const CSV = 'metric_name,metric_value\nexact_match,1\n'

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { download } from '../../gateway/cli/calls/download.ts'
import { attestry, attestryInHost } from '../harness/command.ts'
import { listening } from '../harness/listening.ts'
import { scratchDirectory } from '../harness/scratch.ts'

/** What a command does where another server than a gateway answers. Its answers are bounded, and decide on no path. */

const ORG = '018f0000-0000-7000-8000-000000000001'
const TOKEN = `ats_${'0'.repeat(43)}`
const dataDir = join(scratchDirectory(), 'data')
const output = join(scratchDirectory(), 'evidence.zip')

/** 300 MB of text as 300 KB of gzip. */
const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, '['))
const large =
  (status: number): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)

/** Runs a command with a session against a server with these answers. */
async function against(listener: RequestListener, args: string[]) {
  await mkdir(join(dataDir, 'sessions', ORG), { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, '.attestry-data-directory'), '', { mode: 0o600 })
  const session = { organization_id: ORG, email: 'b@bank.example', token: TOKEN, kept_at: '2026-01-01' }
  await writeFile(join(dataDir, 'sessions', ORG, 'b.json'), JSON.stringify(session), { mode: 0o600 })
  let outcome: Awaited<ReturnType<typeof attestry>> | undefined
  await listening(listener, async (url) => {
    const env = { ATTESTRY_DATA_DIR: dataDir, ATTESTRY_BASE_URL: url }
    outcome = READING.has(args[0]!)
      ? await attestry(args, { env, input: 'the password or code\na password\n' })
      : await attestryInHost(args, env)
  })
  return outcome!
}

/** Commands that read standard input. */
const READING = new Set(['login', 'user'])

const LOGIN = ['login', '--email', 'a@bank.example', '--password-stdin']

test.each([
  ['login that is refused', LOGIN, 401, 'answers more than 1 MiB'],
  ['login', LOGIN, 200, 'answers more than 1 MiB'],
  ['user accept', ['user', 'accept'], 200, 'answers more than 1 MiB'],
  ['a list', ['incident', 'list', '--org', ORG], 200, 'no gateway answers'],
  ['a list that is refused', ['incident', 'list', '--org', ORG], 500, 'no gateway answers'],
  ['a list that is denied', ['incident', 'list', '--org', ORG], 403, 'no gateway answers'],
  [
    'an export that is refused',
    ['evidence', 'export', '--org', ORG, '--output', output],
    403,
    'answers more than 1 MiB',
  ],
])('attestry ends with one line when an answer is very large: %s', async (_, args, status, why) => {
  const { code, stdout, stderr } = await against(large(status), args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^attestry: [^\n]*\n$/)
  expect(stderr).toContain(why)
})

test('an organization id in an answer cannot lead attestry out of the directory of sessions', async () => {
  const answers: RequestListener = ({ method }, response) => {
    const user = { email: 'a@bank.example', role: 'admin' }
    response.setHeader('set-cookie', `attestry_session=${TOKEN}; Path=/`)
    response.end(method === 'POST' ? '{}' : JSON.stringify({ organization: { id: '../../outside' }, user }))
  }
  const { code, stderr } = await against(answers, LOGIN)
  expect(code).toBe(1)
  expect(stderr).toContain('does not answer as an Attestry server does')
  expect(await readdir(scratchDirectory())).not.toContain('outside')
})

test('attestry sends its session to no other address than the one that was given', async () => {
  let reached = 0
  await listening(
    (_, response) => {
      reached += 1
      response.end('PK')
    },
    async (elsewhere) => {
      const { code } = await against(
        (_, response) => response.writeHead(302, { location: `${elsewhere}/evidence.zip` }).end(),
        ['evidence', 'export', '--org', ORG, '--output', output],
      )
      expect(code).toBe(1)
    },
  )
  expect(reached).toBe(0)
})

/** An answer that goes on until its reader disconnects. */
const endless: RequestListener = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  }
  response.on('drain', more)
  more()
}

/** An error as Connect reads it, of some two MiB: its brackets take fifty times as much memory once parsed. */
const largeError = Buffer.from(JSON.stringify({ code: 'internal', message: 'x'.repeat(2 * 1024 * 1024) }))

test.each([
  ['as it is', {}, largeError],
  ['in gzip', { 'content-encoding': 'gzip' }, gzipSync(largeError)],
])('attestry does not parse an error of more than 1 MiB: %s', async (_, encoding, body) => {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'r', ...encoding }
  const { code, stderr } = await against(
    (_, response) => response.writeHead(500, headers).end(body),
    ['incident', 'list', '--org', ORG],
  )
  expect(code).toBe(1)
  expect(stderr).toMatch(/^attestry: no gateway answers[^\n]*\n$/)
})

test('attestry reads an error in gzip', async () => {
  const said = gzipSync(JSON.stringify({ code: 'internal', message: `it failed ${'x'.repeat(2000)}` }))
  const headers = { 'content-type': 'application/json', 'x-request-id': 'r', 'content-encoding': 'gzip' }
  const { code, stderr } = await against(
    (_, response) => response.writeHead(500, headers).end(said),
    ['incident', 'list', '--org', ORG],
  )
  expect([code, stderr.slice(0, 30)]).toEqual([1, 'attestry: it failed xxxxxxxxxx'])
})

/** The end of a zip without files. */
const END = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)])

test.each([
  ['a page', Buffer.from('<html>sign in to the proxy first, please</html>')],
  ['nothing', Buffer.alloc(0)],
  ['a package that a proxy has cut', Buffer.concat([Buffer.from('PK\x03\x04'), END.subarray(0, 21)])],
  ['a package and more', Buffer.concat([END, Buffer.from('more')])],
])('attestry evidence export saves nothing that is not a whole package: %s', async (_, body) => {
  const { code, stdout, stderr } = await against(
    (_, response) => response.end(body),
    ['evidence', 'export', '--org', ORG, '--output', output],
  )
  expect([code, stdout, existsSync(output)]).toEqual([1, '', false])
  expect(stderr).toBe('attestry: the package did not arrive complete; nothing was written\n')
})

test('attestry evidence export stops when a package is announced, or becomes, larger than a package can be', async () => {
  const { code, stderr } = await against(
    (_, response) => response.writeHead(200, { 'content-length': 2 ** 32 }).write('PK'),
    ['evidence', 'export', '--org', ORG, '--output', output],
  )
  expect([code, existsSync(output)]).toEqual([1, false])
  expect(stderr).toContain('larger than a package can be')
  await listening(endless, async (url) => {
    const session = { organization_id: ORG, email: 'b@bank.example', token: TOKEN, kept_at: '2026-01-01' }
    const options = { url: new URL(url), session, output, overwrite: false, progress: () => {} }
    await expect(download({ ...options, most: 1024 * 1024 })).rejects.toThrow('larger than a package can be')
  })
  expect((await readdir(scratchDirectory())).filter((name) => name.includes('evidence.zip'))).toEqual([])
})

test('attestry evidence export saves a package that arrives byte by byte', async () => {
  const { code } = await against(
    (_, response) => {
      for (const byte of END) response.write(Buffer.from([byte]))
      response.end()
    },
    ['evidence', 'export', '--org', ORG, '--output', output, '--overwrite'],
  )
  expect([code, await readFile(output)]).toEqual([0, END])
})

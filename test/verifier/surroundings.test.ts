import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIST } from '../../verifier/build.mjs'
import { outsideKeySet } from '../../verifier/src/keys/keys.mjs'
import { eventfulLog } from './support/honest.ts'
import { keySetText } from './support/key-set.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { asFile, outcome, temporary, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { edit, tamper } from './support/tamper.ts'
import { rawZip, unpack } from './support/zip.ts'

const NODE = otherNodes()[0]!
const key = makeKey()
const good = await buildPackage(eventfulLog(), key, { verifier: readFileSync(DIST) })
const path = asFile(good)
const run = (args: string[], options: object = {}) =>
  spawnSync(NODE, [DIST, ...args], { encoding: 'utf8', timeout: 300_000, ...options })

test('verify.mjs reports a Node.js that is too old, in text and in JSON', () => {
  const preload = asFile(
    Buffer.from("Object.defineProperty(process.versions, 'node', { value: '18.20.4' })"),
    'old.cjs',
  )
  const old = (...args: string[]) =>
    spawnSync(NODE, ['--require', preload, DIST, ...args], { encoding: 'utf8' })
  expect(old(path)).toMatchObject({ status: 2, stderr: '' })
  expect(old(path).stdout).toBe(
    'node_version: Node.js is too old: this is Node.js 18.20.4, 20 or later is needed\n',
  )
  expect(JSON.parse(old('--json', path).stdout)).toMatchObject({ failures: [{ code: 'node_version' }] })
})

test('verify.mjs refuses a FIFO without waiting for its writer', () => {
  const fifo = temporary('fifo')
  execFileSync('mkfifo', [fifo])
  for (const args of [[fifo], ['--keys', fifo, path], ['--previous', fifo, path]]) {
    const { status, stdout } = run(args)
    expect(status).toBe(2)
    expect(stdout).toContain('not a regular file')
  }
})

test('verify.mjs refuses a package that is piped in', () => {
  expect(run(['-'], { input: good })).toMatchObject({ status: 2 })
  expect(run(['/dev/stdin'], { input: good })).toMatchObject({ status: 2 })
  const redirected = spawnSync('sh', ['-c', `"$0" "$1" /dev/stdin < "$2"`, NODE, DIST, path], {
    encoding: 'utf8',
  })
  expect(redirected).toMatchObject({ status: 0, stderr: '' })
})

test('verify.mjs exits with 2 when its report cannot be written', () => {
  if (!existsSync('/dev/full')) throw new Error('this system has no /dev/full')
  for (const args of [[path], ['--json', '--pin', key.kid, path], ['--help']]) {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = run(args, { stdio: ['ignore', full, 'pipe'] })
    expect(status).toBe(2)
    expect(stderr).toBe('the report cannot be written: ENOSPC\n')
  }
})

test('verify.mjs keeps its exit code and prints no error when its reader goes away', async () => {
  for (const [args, code] of [
    [['--json', path], 0],
    [['--pin', '0'.repeat(64), path], 1],
  ] as const) {
    const child = spawn(NODE, [DIST, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const [status] = await once(child, 'close')
    expect(status).toBe(code)
    expect(stderr).toBe('')
  }
})

test('verify.mjs prints no direction marks or C1 characters, in text or in JSON', async () => {
  const hostile = '\u202e\u2066\u061c\u200f\u009b31m\u0085\u2028\ufeff'
  const bytes = await tamper(
    good,
    (files) => edit(files, 'manifest.json', (manifest) => (manifest.organization.name = hostile)),
    key,
  )
  const file = asFile(bytes, 'hostile.zip')
  const renamed = asFile(bytes, 'a\u202eb\u009b.zip')
  for (const args of [
    [file],
    ['--json', file],
    [renamed],
    ['--json', renamed],
    [`--x${hostile}`],
    [`no${hostile}`],
  ])
    expect(run(args).stdout).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u)
  expect(run([file]).stdout).toContain('\\u{202e}\\u{2066}\\u{61c}')
  expect(JSON.parse(run(['--json', renamed]).stdout).file).toBe(renamed)
})

test('verify.mjs refuses a key set that has one key twice, as one of the two could be revoked', () => {
  const twice = JSON.parse(keySetText([key.published]))
  twice.keys.push({ ...twice.keys[0], status: 'revoked', revocation_reason: 'lost' })
  expect(() => outsideKeySet(Buffer.from(JSON.stringify(twice)), 'keys.json')).toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  )
})

test('verify.mjs tries the signature only under trusted keys, at most 16', async () => {
  const keys = Array.from({ length: 40 }, (_, i) => makeKey('retired', new Date(Date.UTC(2026, 0, 1 + i))))
  const bytes = await buildPackage(eventfulLog(), key, { keys: [...keys, key] })
  const report = await verify(bytes, { pin: [keys[3]!.kid] })
  expect(report.failures).toMatchObject([{ code: 'signer_not_trusted' }])
  expect(report.failures[0]!.message).toContain(`tried ${keys[3]!.kid.slice(0, 8)}`)
  const nobody = await tamper(bytes, () => {}, makeKey())
  const tried = (await verify(nobody)).failures[0]!
  expect(tried.code).toBe('signature_wrong')
  expect(tried.message.split(',')).toHaveLength(16)
})

test('verify.mjs limits the length of SHA256SUMS and the number of keys', async () => {
  const files = unpack(good)
  files.set('SHA256SUMS', Buffer.alloc(1024 * 1024, 'a'))
  expect(await outcome(rawZip(files))).toBe('zip_size')
  const many = await tamper(
    good,
    (some) => edit(some, 'keys/keyset.json', (set) => (set.keys = Array(8193).fill(set.keys[0]))),
    key,
  )
  expect((await verify(many)).failures).toMatchObject([{ code: 'key_set' }])
})

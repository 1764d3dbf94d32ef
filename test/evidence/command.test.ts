import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { bootConsole, type Console } from '../cli/console.ts'
import { attestry, start } from '../harness/command.ts'
import { call } from '../harness/rest.ts'
import { unpack } from '../verifier/support/zip.ts'
import { outcome, temporary } from './support/export.ts'

let cli: Console
let org: string[]
let incident: string
beforeAll(async () => {
  cli = await bootConsole()
  const made = await cli.ok('org', 'create', '--name', 'Example', '--addons', 'control')
  org = ['--org', made.id]
  const { key } = await cli.ok('key', 'create', ...org, '--name', 'ci', '--permissions', 'incidents:write')
  const body = { title: 'Phishing', severity: 'high' }
  incident = (await call(cli.at.baseUrl, '/api/v1/incidents', { key, body })).body.id
})
afterAll(() => cli.stop())

/** The files beside a file whose names begin with its name. */
const beside = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))

test('attestry evidence export saves a package that verifies, and prints its hash', async () => {
  const file = temporary('evidence.zip')
  const exported = await cli.ok('evidence', 'export', ...org, '--output', file)
  expect(exported).toEqual({
    package_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    file,
    bytes: readFileSync(file).length,
    sha256: sha256Hex(readFileSync(file)),
  })
  expect(await outcome(file)).toBe('verified')
  expect((await attestry(['verify', file, ...org], { env: cli.env })).code).toBe(0)
  const another = ['--org', exported.package_id]
  expect((await attestry(['verify', file, ...another], { env: cli.env })).code).toBe(1)
  expect(beside(file)).toEqual([basename(file)])
  const listed = (await cli.ok('evidence', 'list', ...org)).data
  expect(listed[0]).toMatchObject({ id: exported.package_id, status: 'completed', sha256: exported.sha256 })
})

test('attestry verify of several packages prints one report each, and exits with the most severe code', async () => {
  const [good, bad] = [temporary('good.zip'), temporary('bad.zip')]
  await cli.ok('evidence', 'export', ...org, '--output', good)
  writeFileSync(bad, readFileSync(good).subarray(0, -1))
  const { code, json } = await attestry(['verify', good, bad, '--json'], { env: cli.env })
  const [first, second] = json.data
  expect(first).toMatchObject({ result: 'verified', exit_code: 0 })
  expect(second.exit_code).toBeGreaterThan(0)
  expect(json.data).toHaveLength(2)
  expect(code).toBe(second.exit_code)
  expect((await attestry(['verify', good, good], { env: cli.env })).code).toBe(0)
  const checkpoint = temporary('checkpoint')
  const later = temporary('later.zip')
  await cli.ok('evidence', 'export', ...org, '--output', later)
  writeFileSync(checkpoint, unpack(readFileSync(later)).get('log/checkpoint')!)
  for (const [file, expected] of [
    [later, 0],
    [good, 1],
  ] as const)
    expect((await attestry(['verify', '--checkpoint', checkpoint, file], { env: cli.env })).code).toBe(
      expected,
    )
  // A package that is only not confirmed or not replayed does not hide one that is rejected.
  for (const [demand, alone] of [
    ['--require-trust', 5],
    ['--require-replay', 6],
  ] as const) {
    const support = temporary('support.zip')
    await cli.ok('evidence', 'export', ...org, '--incident', incident, '--output', support)
    expect((await attestry(['verify', demand, support, good], { env: cli.env })).code).toBe(alone)
    expect((await attestry(['verify', demand, support, bad], { env: cli.env })).code).toBe(1)
  }
})

test('attestry evidence export --incident and --since save packages that verify', async () => {
  const support = temporary('incident.zip')
  await cli.ok('evidence', 'export', ...org, '--incident', incident, '--output', support)
  expect(await outcome(support)).toBe('verified')
  const period = temporary('period.zip')
  await cli.ok('evidence', 'export', ...org, '--since', '2026-01-01T00:00:00Z', '--output', period)
  expect(await outcome(period)).toBe('verified')
})

test('attestry evidence export leaves no file after a refusal, and keeps an earlier one', async () => {
  const file = temporary('kept.zip')
  writeFileSync(file, 'an earlier package')
  const never = '01950000-0000-7000-8000-00000000dead'
  const output = ['--overwrite', '--output', file]
  expect(await cli.fails(1, 'evidence', 'export', ...org, '--incident', never, ...output)).toContain(
    'not found',
  )
  expect(await cli.fails(1, 'evidence', 'export', ...org, '--from', 'soon', ...output)).toContain(
    'from: must be',
  )
  await cli.fails(
    2,
    'evidence',
    'export',
    ...org,
    '--incident',
    never,
    '--to',
    '2026-01-01T00:00:00Z',
    ...output,
  )
  await cli.fails(2, 'evidence', 'export', ...org)
  expect(await cli.fails(1, 'evidence', 'export', ...org, '--output', '/nowhere/at/all.zip')).toContain(
    '/nowhere/at/all.zip cannot be written: ENOENT',
  )
  expect(readFileSync(file, 'utf8')).toBe('an earlier package')
  expect(beside(file)).toEqual([basename(file)])
})

test('attestry evidence export replaces an existing file only with --overwrite, and checks that before asking', async () => {
  const file = temporary('there.zip')
  writeFileSync(file, 'an earlier package')
  const args = ['evidence', 'export', ...org, '--output', file]
  const before = (await cli.ok('evidence', 'list', ...org)).data.length
  expect(await cli.fails(1, ...args)).toContain('exists already: --overwrite replaces it')
  expect(readFileSync(file, 'utf8')).toBe('an earlier package')
  expect(beside(file)).toEqual([basename(file)])
  expect((await cli.ok('evidence', 'list', ...org)).data).toHaveLength(before)
  await cli.ok(...args, '--overwrite')
  expect(await outcome(file)).toBe('verified')
})

test('attestry evidence export leaves no file when the download breaks off or is interrupted', async () => {
  let breakOff = true
  const gateway = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/zip' })
    response.write('PK\u0003\u0004 the first bytes of a package')
    if (breakOff) setTimeout(() => response.destroy(), 50)
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const env = { ...cli.env, ATTESTRY_BASE_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}` }
  const file = temporary('broken.zip')
  const args = ['evidence', 'export', ...org, '--output', file]
  const { code, stderr } = await attestry(args, { env })
  expect([code, stderr]).toEqual([1, 'attestry: the export ended early; nothing was written\n'])
  expect(beside(file)).toEqual([])

  breakOff = false
  const child = start(args, env)
  await expect.poll(() => beside(file)).toHaveLength(1)
  await expect.poll(() => readFileSync(`${dirname(file)}/${beside(file)[0]}`).length).toBeGreaterThan(0)
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  expect((await exit)[0]).toBe(1)
  expect(beside(file)).toEqual([])
  gateway.closeAllConnections()
  gateway.close()
})

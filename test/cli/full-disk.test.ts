import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePosition } from '../../clients/cli/src/audit/position.ts'
import { EXIT } from '../../clients/cli/src/command/exit-codes.ts'
import { SignatureType, verifierKey } from '../../services/kernel/tlog/verifier-key.ts'
import { bootConsole, type Console } from './console.ts'

// A process may write 1 KiB to a file: the rest fails in the middle, as on a disk that becomes full.
let cli: Console
let directory: string
beforeAll(async () => {
  cli = await bootConsole()
  directory = join(cli.env.ATTESTRY_DATA_DIR!, '..', 'outputs')
  await mkdir(directory)
})
afterAll(() => cli.stop())

test('attestry incident report save on a full disk leaves no partial document, and keeps an earlier one', async () => {
  const { id: org } = await cli.ok('org', 'create', '--name', 'Full disk')
  const O = ['--org', org]
  const incident = await cli.ok('incident', 'create', ...O, '--title', 'A', '--severity', 'high')
  const I = [...O, '--id', incident.id]
  const made = await cli.ok(
    'incident',
    'report',
    'create',
    ...I,
    '--regime',
    'nis2',
    '--step',
    'early_warning',
  )
  const words = ['incident', 'report', 'render', ...I, '--report', made.id, '--output']
  const output = join(directory, 'report.pdf')
  expect(await limited(...words, output)).toEqual({
    code: 2,
    stderr: `attestry: ${output} cannot be written: EFBIG\n`,
  })
  expect(await readdir(directory)).toEqual([])
  await writeFile(output, 'the earlier one', { mode: 0o600 })
  expect(await limited(...words, output, '--overwrite')).toMatchObject({ code: 2 })
  expect(await readFile(output, 'utf8')).toBe('the earlier one')
  expect(await readdir(directory)).toEqual(['report.pdf'])
  await cli.ok(...words, output, '--overwrite')
  expect((await readFile(output)).subarray(-6).toString()).toContain('%%EOF')
  expect((await stat(output)).mode & 0o777).toBe(0o600)
})

test('attestry witness add-log on a full disk keeps no partial line', async () => {
  const witness = join(directory, 'witness')
  await cli.ok('witness', 'init', '--directory', witness, '--name', 'witness.example/w1')
  const logs = join(witness, 'logs')
  const before = `${await readFile(logs, 'utf8')}# ${'x'.repeat(800)}\n`
  await writeFile(logs, before)
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { text } = verifierKey(
    'attestry/00000000-0000-7000-8000-000000000001',
    SignatureType.ECDSA,
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const words = ['witness', 'add-log', '--directory', witness, '--verifier-key', text]
  expect(await limited(...words)).toMatchObject({ code: 1 })
  expect(await readFile(logs, 'utf8')).toBe(before)
  await cli.ok(...words)
  expect(await readFile(logs, 'utf8')).toBe(`${before}${text}\n`)
})

test('attestry webhook forward on a full disk keeps no part of an alert', async () => {
  const words = ['webhook', 'forward', '--url', 'http://127.0.0.1:1/', '--secret-env', 'PATH', '-']
  const { code, stderr } = await limited(...words, '<', JSON.stringify({ title: 'x'.repeat(5000) }))
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('EFBIG') })
  const spool = join(cli.env.ATTESTRY_DATA_DIR!, 'forward')
  const [endpoint] = await readdir(spool)
  expect(await readdir(join(spool, endpoint!, 'pending'))).toEqual([])
})

test('attestry audit follow reports a place that it cannot write, and leaves no file beside it', async () => {
  const places = join(directory, 'places')
  const taken = join(places, 'taken')
  await mkdir(taken, { recursive: true })
  await expect(writePosition(taken, { after: 7, organization: undefined })).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: `--state: ${taken} cannot be written (EISDIR)`,
  })
  expect(await readdir(places)).toEqual(['taken'])
})

async function limited(...args: string[]): Promise<{ code: number; stderr: string }> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ...cli.env }
  const at = args.indexOf('<')
  const command = at === -1 ? args : args.slice(0, at)
  const words = ['-c', 'ulimit -f 1 && exec "$@"', 'bash', process.execPath, ENTRY, ...command]
  return new Promise((done) => {
    const child = execFile('bash', words, { env }, (error, _, stderr) =>
      done({ code: Number(error?.code ?? 0), stderr }),
    )
    child.stdin!.end(at === -1 ? '' : args[at + 1])
  })
}

const ENTRY = fileURLToPath(new URL('../../gateway/cli/attestry.mjs', import.meta.url))

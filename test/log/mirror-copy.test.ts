import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leafHash, treeHash } from '../../services/kernel/crypto/merkle.ts'
import { signatureLine } from '../../services/kernel/tlog/signed-note.ts'
import { bundleOf } from '../../services/kernel/tlog/tiles.ts'
import { SignatureType, verifierKey } from '../../services/kernel/tlog/verifier-key.ts'
import { attestryInHost, temporaryDirectory } from '../harness/command.ts'
import { listening } from '../harness/listening.ts'

/** The directory of a mirror, where writing fails or whoever is between answers with what was signed before. */

const ID = '018f0000-0000-7000-8000-000000000001'
const ORIGIN = `attestry/${ID}`
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = pair.publicKey.export({ format: 'der', type: 'spki' })
const { keyId } = verifierKey(ORIGIN, SignatureType.ECDSA, spki)

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  directory = await temporaryDirectory()
  await writeFile(path('log.pem'), pair.publicKey.export({ format: 'pem', type: 'spki' }))
})
afterAll(() => directory?.remove())

const path = (...names: string[]) => join(directory.path, ...names)
const kept = async (into: string) => {
  const found = await readdir(path(into), { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile() && one.name !== '.lock').map(({ name }) => name)
}

/** The files of a log of fewer than 256 entries, each of 40 characters. */
function logOf(size: number): Map<string, Buffer> {
  const entries = Array.from({ length: size }, (_, i) => `{"entry":${String(i).padStart(30, '1')}}`)
  const hashes = entries.map((entry) => leafHash(entry))
  const text = `${ORIGIN}\n${size}\n${treeHash(hashes).toString('base64')}\n`
  const signature = sign('sha256', Buffer.from(text), pair.privateKey)
  return new Map([
    ['/checkpoint', Buffer.from(`${text}\n${signatureLine(ORIGIN, keyId, signature)}`)],
    [`/tile/0/000.p/${size}`, Buffer.concat(hashes)],
    [`/tile/entries/000.p/${size}`, bundleOf(entries)],
  ])
}

/** `attestry audit mirror` of a log, in a process that may write so many KiB to a file. */
async function mirror(log: Map<string, Buffer>, into: string, kib?: number) {
  let outcome = { code: 0 as number | null, stdout: '', stderr: '' }
  await listening(
    ({ url = '' }, response) => {
      const file = log.get(url)
      response.writeHead(file === undefined ? 404 : 200).end(file)
    },
    async (url) => {
      const log = ['--url', url, '--org', ID, '--public-key', path('log.pem'), '--json']
      const args = ['audit', 'mirror', '--directory', path(into), ...log, '--retries', '0']
      if (kib === undefined) outcome = await attestryInHost(args, {})
      else outcome = await limited(args, kib)
    },
  )
  return outcome
}

function limited(args: string[], kib: number): Promise<{ code: number; stdout: string; stderr: string }> {
  const words = ['-c', `ulimit -f ${kib} && exec "$@"`, 'bash', process.execPath, ENTRY, ...args]
  const { PATH, HOME } = process.env
  return new Promise((done) => {
    execFile('bash', words, { env: { PATH, HOME } }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

const ENTRY = fileURLToPath(new URL('../../gateway/cli/attestry.mjs', import.meta.url))

test('attestry audit mirror names a full disk, keeps the copy as it was, and continues once there is room', async () => {
  expect(await mirror(logOf(20), 'full')).toMatchObject({ code: 0 })
  const before = await readFile(path('full/checkpoint'))
  const names = await kept('full')
  const failed = await mirror(logOf(200), 'full', 1)
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/^attestry: [^\n]*tile[^\n]*: larger than a file may be here\n$/)
  expect(await readFile(path('full/checkpoint'))).toEqual(before)
  expect(await kept('full')).toEqual(names)
  const { code, stdout } = await mirror(logOf(200), 'full')
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, size: 200, added: 180 }])
})

test('attestry audit mirror deletes the drafts of a process that was killed while writing', async () => {
  await mkdir(path('ended/.drafts'), { recursive: true })
  await writeFile(path('ended/.drafts/0123456789abcdef'), 'half a tile')
  expect(await mirror(logOf(3), 'ended')).toMatchObject({ code: 0 })
  expect((await kept('ended')).sort()).toEqual(['.unchanged', '3', '3', 'checkpoint'])
})

test('attestry audit mirror keeps an old checkpoint once if it is served repeatedly with other signature lines', async () => {
  await mirror(logOf(30), 'shrunk')
  const old = logOf(20)
  for (const name of ['a', 'b', 'c']) {
    const line = `— ${name} ${Buffer.from('12345').toString('base64')}\n`
    const checkpoint = Buffer.concat([old.get('/checkpoint')!, Buffer.from(line)])
    const { code, stdout } = await mirror(new Map(old).set('/checkpoint', checkpoint), 'shrunk')
    expect([code, JSON.parse(stdout).problems[0].code]).toEqual([1, 'log_shrunk'])
  }
  expect((await kept('shrunk/refused')).length).toBe(1)
})

test('attestry audit mirror refuses a checkpoint of more than a megabyte', async () => {
  const log = logOf(3)
  const padded = Buffer.concat([log.get('/checkpoint')!, Buffer.alloc(1024 * 1024, 'x')])
  const { code, stderr } = await mirror(new Map(log).set('/checkpoint', padded), 'padded')
  expect(code).toBe(1)
  expect(stderr).toContain('larger than such a file can be')
})

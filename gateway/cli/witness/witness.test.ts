import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { leafHash, nodeHash, treeHash } from '../../../services/kernel/crypto/merkle.ts'
import { silentLog } from '../../../services/kernel/logging/log.ts'
import { cosignedAt } from '../../../services/kernel/tlog/cosignature.ts'
import { parseNote, parseSignatureLine, signatureLine } from '../../../services/kernel/tlog/signed-note.ts'
import { parseVerifierKey, SignatureType, verifierKey } from '../../../services/kernel/tlog/verifier-key.ts'
import { addLog, initWitness, openWitness, type WitnessDirectory } from './directory.ts'
import { serveWitness } from './server.ts'
import { witnessOf } from './witness.ts'

const ORIGIN = 'attestry/00000000-0000-7000-8000-000000000001'
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const log = verifierKey(ORIGIN, SignatureType.ECDSA, publicKey.export({ format: 'der', type: 'spki' }))
const [a, b, c, other] = ['a', 'b', 'c', 'other'].map((leaf) => leafHash(leaf)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]

let root: string
let path: string
let opened: WitnessDirectory
let server: Awaited<ReturnType<typeof serveWitness>>
let now = 1_800_000_000_000
let made = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'attestry-witness-'))
})
afterAll(async () => {
  await close()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  await close()
  made += 1
  path = join(root, String(made))
  await initWitness(path, 'witness.example/w1')
  await addLog(path, { origin: ORIGIN, key: log })
  await open()
})

async function open() {
  opened = await openWitness(path)
  server = await serveWitness(
    witnessOf(opened, () => now),
    { host: '127.0.0.1', port: 0, log: silentLog },
  )
}
async function close() {
  await server?.close()
  opened?.close()
}

function note(leaves: Buffer[], options: { origin?: string; size?: number } = {}): string {
  const { origin = ORIGIN, size = leaves.length } = options
  const text = `${origin}\n${size}\n${treeHash(leaves).toString('base64')}\n`
  return `${text}\n${signatureLine(ORIGIN, log.keyId, sign('sha256', Buffer.from(text), privateKey))}`
}

async function add(old: number, proof: Buffer[], checkpoint: string) {
  const body = `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${checkpoint}`
  return post(body)
}

async function post(body: string | Buffer, target = '/add-checkpoint', method = 'POST') {
  const response = await fetch(`http://127.0.0.1:${server.port}${target}`, {
    method,
    ...(method === 'POST' ? { body } : {}),
  })
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
}

test('the witness cosigns a growing log, and keeps and serves what it cosigned', async () => {
  const first = await add(0, [], note([a]))
  expect(first).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' })
  const key = parseVerifierKey((await readFile(join(path, 'verifier-key'), 'utf8')).trim())
  const { text } = parseNote(note([a]))
  expect(cosignedAt(key, text, parseSignatureLine(first.text.slice(0, -1)))).toBe(1_800_000_000)
  const second = await add(1, [b, c], note([a, b, c]))
  expect(second.status).toBe(200)
  const hash = sha256Hex(ORIGIN)
  const served = await post('', `/${hash}/checkpoint`, 'GET')
  expect(served.status).toBe(200)
  expect(parseNote(served.text).signatures.map(({ name }) => name)).toEqual([ORIGIN, 'witness.example/w1'])
  expect(served.text.endsWith(second.text)).toBe(true)
  expect(await readdir(join(path, 'state'))).toEqual([`${hash}.json`])
  expect((await stat(join(path, 'key.pem'))).mode & 0o777).toBe(0o600)
})

test('the witness answers with the status codes of the specification', async () => {
  expect((await post('', `/${sha256Hex(ORIGIN)}/checkpoint`, 'GET')).status).toBe(404)
  expect((await add(0, [], note([a, b]))).status).toBe(200)
  const conflict = await add(0, [], note([a, b, c]))
  expect(conflict).toEqual({ status: 409, text: '2\n', type: 'text/x.tlog.size' })
  expect((await add(3, [], note([a, b]))).status).toBe(400)
  expect((await add(2, [b], note([a, b, c]))).status).toBe(422)
  expect((await add(2, [], note([a, b, c]))).status).toBe(422)
  expect((await add(2, [c, c], note([a, b, c]))).status).toBe(422)
  const unknown = note([a, b, c]).replaceAll(ORIGIN, 'attestry/00000000-0000-7000-8000-000000000002')
  expect((await add(2, [c], unknown)).status).toBe(404)
  const [signed = '', wrong = ''] = [note([a, b, c]), note([a, b, other])]
  const mixed = `${parseNote(signed).text}\n${parseNote(wrong).signatures[0]!.line}`
  expect((await add(2, [c], mixed)).status).toBe(403)
  const foreign = signatureLine('other.example', Buffer.from('00000000', 'hex'), Buffer.alloc(64))
  expect((await add(2, [c], `${parseNote(signed).text}\n${foreign}`)).status).toBe(403)
  for (const body of [
    '',
    'old 2\n',
    `old 02\n\n${signed}`,
    `old 2\nx\n\n${signed}`,
    `old 2\n${signed}`,
    'old 2\n\n\n\n',
    '\xff',
  ])
    expect((await post(body)).status, body.slice(0, 20)).toBe(400)
  expect((await post(Buffer.from([0xff, 0xfe]))).status).toBe(400)
  expect((await post(`old 2\n${`${a.toString('base64')}\n`.repeat(64)}\n${signed}`)).status).toBe(400)
  expect((await post('x'.repeat(200_000))).status).toBe(413)
  expect((await post('', '/add-checkpoint', 'GET')).status).toBe(405)
  expect((await post('', '/')).status).toBe(404)
  // None of that changed the state of the witness; signatures of others on the note are ignored.
  expect((await add(2, [c], signed + foreign)).status).toBe(200)
})

test('the witness refuses a fork, a shorter log and an older one', async () => {
  expect((await add(0, [], note([a, b, c]))).status).toBe(200)
  expect((await add(3, [], note([a, b, other]))).status).toBe(422)
  const right = nodeHash(c, other)
  expect((await add(3, [right, other], note([a, other, c, b]))).status).toBe(422)
  expect((await add(2, [c], note([a, b, c]))).status).toBe(409)
  expect((await add(3, [], note([a, b]))).status).toBe(400)
  expect((await add(3, [], note([a, b, c]))).status).toBe(200)
})

test('the witness cosigns one of several forks submitted at once', async () => {
  const forks = Array.from({ length: 16 }, (_, i) => note([a, leafHash(`fork ${i}`)]))
  const answers = await Promise.all(forks.map((fork) => add(0, [], fork)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
})

test('the witness keeps its state over restarts, and does not cosign with a damaged state or a clock set back', async () => {
  expect((await add(0, [], note([a, b]))).status).toBe(200)
  await expect(openWitness(path)).rejects.toThrow('in use')
  await close()
  now -= 3_600_000
  await open()
  expect((await add(0, [], note([a]))).text).toBe('2\n')
  const again = await add(2, [], note([a, b]))
  const key = parseVerifierKey((await readFile(join(path, 'verifier-key'), 'utf8')).trim())
  expect(cosignedAt(key, parseNote(note([a, b])).text, parseSignatureLine(again.text.trim()))).toBe(
    1_800_000_000,
  )
  await writeFile(join(path, 'state', `${sha256Hex(ORIGIN)}.json`), '{}')
  expect((await add(0, [], note([a, b]))).status).toBe(500)
  expect((await add(2, [c], note([a, b, c]))).status).toBe(500)
})

test('a log can be added while the witness runs, under another key name than its origin', async () => {
  const sum = parseVerifierKey('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8')
  const checkpoint =
    'go.sum database tree\n35225469\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n\n' +
    '— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=\n'
  expect((await add(0, [], checkpoint)).status).toBe(404)
  expect(await addLog(path, { origin: 'go.sum database tree', key: sum })).toBe(true)
  expect(await addLog(path, { origin: 'go.sum database tree', key: sum })).toBe(false)
  expect((await add(0, [], checkpoint)).status).toBe(200)
})

test('witness init refuses an existing witness’s directory, and a witness does not start without one', async () => {
  await expect(initWitness(path, 'witness.example/w2')).rejects.toThrow('already')
  await expect(openWitness(join(root, 'none'))).rejects.toThrow('witness init')
  await expect(initWitness(join(root, 'bad'), 'a name')).rejects.toThrow('spaces')
})

test('a sender that leaves in mid-body has no effect on the witness', async () => {
  const half = request({
    port: server.port,
    path: '/add-checkpoint',
    method: 'POST',
    headers: { 'content-length': 500 },
  })
  half.on('error', () => {})
  half.write('old 0\n')
  await new Promise((resolve) => setImmediate(resolve))
  half.destroy()
  expect((await add(0, [], note([a]))).status).toBe(200)
})

test('the witness closes a connection with too many pipelined requests, and answers others', async () => {
  const socket = connect(server.port, '127.0.0.1')
  let answers = 0
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      answers += chunk.toString().split('HTTP/1.1 ').length - 1
    })
  socket.write(`GET /${'0'.repeat(64)}/checkpoint HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(700))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(answers).toBeLessThan(500)
  expect((await add(0, [], note([a]))).status).toBe(200)
})

import { createHash } from 'node:crypto'
import { create, fromJsonString } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { AttachToIncidentRequestSchema } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { FILE_CHARACTERS, putFile, takeFile } from './file-in-json.ts'

const desc = AttachToIncidentRequestSchema
/** Bytes whose base64 has every character. */
const bytesOf = (length: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) =>
    createHash('sha256').update(`${n}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}
const message = (content: string) =>
  Buffer.from(`{"id":"1","name":"a \\" b","content" :\n"${content}","note":"é,["}`)

async function read(body: Buffer) {
  const taken = await takeFile(desc, body)
  expect(taken).toBeDefined()
  expect(taken!.rest.length).toBeLessThan(1000)
  const decoded = fromJsonString(desc, taken!.rest.toString())
  expect(putFile(decoded, taken!.file)).toBe(true)
  return decoded
}

const LENGTHS = [400_000, 400_001, 400_002, 1_000_003]
const FORMS: [string, (bytes: Buffer) => string][] = [
  ['base64', (bytes) => bytes.toString('base64')],
  ['base64url without padding', (bytes) => bytes.toString('base64url')],
  ['with escapes', (bytes) => bytes.toString('base64').replaceAll('/', '\\/').replaceAll('+', '\\u002B')],
  ['with white space', (bytes) => bytes.toString('base64').replaceAll(/.{76}/g, '$& \\r\\n')],
]
test.each(FORMS)(
  'a file is taken out of a message, and is the one that the library reads: %s',
  async (_, form) => {
    for (const length of LENGTHS) {
      const body = message(form(bytesOf(length)))
      const expected = fromJsonString(desc, body.toString())
      const decoded = await read(body)
      expect(Buffer.compare(decoded.content, expected.content)).toBe(0)
      expect({ ...decoded, content: '' }).toEqual({ ...expected, content: '' })
    }
  },
)

test.each(['==', '==\\n', '=\\r\\n=', '\\u003d\\u003d', '=', '\\u003D'])(
  'padding is read wherever a piece ends: %j',
  async (padding) => {
    const digits = padding.match(/=|003d/gi)!.length === 2 ? 2 : 3
    for (let length = 524_288; length < 524_288 + 16; length++) {
      const before = length - padding.length
      const body = message('A'.repeat(before - ((before - digits) % 4)) + padding)
      expect((await read(body)).content).toHaveLength(fromJsonString(desc, body.toString()).content.length)
    }
  },
)

test('each piece of a file is decoded in a turn of its own', async () => {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await read(message(bytesOf(6_000_000).toString('base64')))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(30)
})

test.each([
  ['a character of no alphabet', (text: string) => `${text.slice(0, 300_000)}*${text.slice(300_000)}`],
  ['padding within', (text: string) => `${text.slice(0, 300_000)}=${text.slice(300_000)}`],
  ['one character too many', (text: string) => `${text}A`],
  [
    'padding and a character in a later piece',
    (text: string) => `${text.slice(0, 262_143)}=${'A'.repeat(8)}`,
  ],
  ['a third character of padding', (text: string) => `${text}AA===`],
  ['a line feed that is no escape', (text: string) => `${text.slice(0, 300_000)}\n${text.slice(300_000)}`],
  ['an escape that is none', (text: string) => `${text.slice(0, 300_000)}\\x${text.slice(300_000)}`],
])('a content that is not base64 is refused: %s', async (_, change) => {
  const body = message(change(bytesOf(600_000).toString('base64')))
  await expect(takeFile(desc, body)).rejects.toThrow('expected BYTES')
})

test.each([
  ['a short file', '{"content":"AAAA"}'],
  ['a long text of another field', `{"note":"${'A'.repeat(FILE_CHARACTERS)}"}`],
  ['a name with an escape', `{"c\\u006fntent":"${'A'.repeat(FILE_CHARACTERS)}"}`],
  ['an unfinished text', `{"content":"${'A'.repeat(FILE_CHARACTERS)}\\"`],
  ['nothing but quotation marks', '"'.repeat(2_000_000)],
  ['very many escaped quotation marks', `{"content":"${'\\"'.repeat(2_000_000)}"}`],
])('no file is taken out of a message with %s', async (_, body) => {
  expect(await takeFile(desc, Buffer.from(body))).toBeUndefined()
})

test('a message that has the mark elsewhere, or not at all, gets no file', async () => {
  const taken = await takeFile(desc, message(bytesOf(300_000).toString('base64')))
  const { file } = taken!
  expect(putFile(create(desc, { note: file.mark.toString('base64') }), file)).toBe(false)
  expect(putFile(create(desc, { content: new Uint8Array(24) }), file)).toBe(false)
})

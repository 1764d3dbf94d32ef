import { create, type DescMethod, toBinary } from '@bufbuild/protobuf'
import { Code } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { CallBatchService } from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { CertificationService } from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { boundedAnswers, checkParts } from './bounded-answers.ts'

const method = CallBatchService.method.exchangeCalls

async function piecesOf(
  chunks: Iterable<Uint8Array>,
  type = 'application/connect+proto',
  of: DescMethod = method,
) {
  return await Array.fromAsync(await bounded(chunks, type, of), (piece) => Buffer.from(piece))
}

async function bounded(chunks: Iterable<Uint8Array>, type: string, of: DescMethod) {
  async function* body() {
    yield* chunks
  }
  const header = new Headers({ 'content-type': type })
  const answer = { status: 200, header, body: body(), trailer: new Headers() }
  const answered = await boundedAnswers(
    async () => answer,
    () => of,
  )({ url: 'a', method: 'POST', header, body: body() })
  return answered.body
}

function enveloped(length: number, flags = 0): Buffer {
  const bytes = Buffer.alloc(5 + length)
  bytes[0] = flags
  bytes.writeUInt32BE(length, 1)
  // One unknown field.
  return bytes.fill(Buffer.from([0x7a, 0]), 5)
}

test('an answer that comes byte by byte is passed on unchanged in few pieces', async () => {
  const sent = Buffer.concat([enveloped(300), enveloped(0), enveloped(2000), enveloped(10, 2)])
  const pieces = await piecesOf(Array.from(sent, (byte) => Buffer.from([byte])))
  expect(pieces.map(({ length }) => length)).toEqual([305, 5, 2005, 15])
  expect(Buffer.concat(pieces)).toEqual(sent)
})

test('a truncated answer is passed on', async () => {
  const sent = enveloped(300).subarray(0, 200)
  expect(await piecesOf([sent.subarray(0, 3), sent.subarray(3)])).toEqual([sent])
})

test('a complete message is passed on although the next one breaks off', async () => {
  function* chunks() {
    yield Buffer.concat([enveloped(300), enveloped(300).subarray(0, 20)])
    throw new Error('the connection broke')
  }
  const pieces = (await bounded(chunks(), 'application/connect+proto', method))[Symbol.asyncIterator]()
  expect(Buffer.from((await pieces.next()).value!)).toEqual(enveloped(300))
  await expect(pieces.next()).rejects.toThrow('the connection broke')
})

test('an answer with too many parts is refused, in a stream and by itself', async () => {
  const answers = Buffer.alloc(800_000, Buffer.from([0x0a, 0]))
  const envelope = enveloped(answers.length)
  answers.copy(envelope, 5)
  const refused = { code: Code.Internal, rawMessage: 'the answer of the service has too many parts' }
  await expect(piecesOf([envelope])).rejects.toMatchObject(refused)
  await expect(piecesOf([answers], 'application/proto')).rejects.toMatchObject(refused)
})

test('a page of certifications with the maximum number of agents is accepted', async () => {
  const method = CertificationService.method.listCertifications
  const agent = { profileId: '01890000-0000-7000-8000-000000000000', modelName: 'm', modelVersion: '1' }
  const certification = { agents: Array.from({ length: 3700 }, () => agent) }
  const bytes = toBinary(
    method.output,
    create(method.output, { certifications: Array.from({ length: 200 }, () => certification) }),
  )
  expect(() => checkParts(method, bytes)).not.toThrow()
  const pieces = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, n) =>
    bytes.subarray(n * 16_384, (n + 1) * 16_384),
  )
  expect(Buffer.concat(await piecesOf(pieces, 'application/proto', method)).equals(bytes)).toBe(true)
})

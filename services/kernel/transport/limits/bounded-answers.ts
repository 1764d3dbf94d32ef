import type { DescMessage, DescMethod } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import type { UniversalClientFn } from '@connectrpc/connect/protocol'
import { joinedPieces } from '../../bodies/joined-pieces.ts'
import { messageParts, partCounter } from '../../bodies/message-parts.ts'
import { eventLoopShare } from '../../concurrency/event-loop.ts'
import { envelopes, type Walk } from './envelopes.ts'

/**
 * A client that is safe against answers of a malicious service: an answer with very many parts is refused before it is decoded.
 *
 * @param methodOf returns the method at an address
 */
export function boundedAnswers(
  send: UniversalClientFn,
  methodOf: (url: string) => DescMethod | undefined,
): UniversalClientFn {
  return async (request) => {
    const answer = await send(request)
    const method = methodOf(request.url)
    if (answer.status !== 200 || method === undefined) return answer
    const isStream = answer.header.get('content-type')?.startsWith('application/connect+') === true
    const check = isStream ? countedMessages(method) : counted(method.output, Number.MAX_SAFE_INTEGER)
    return { ...answer, body: checked(answer.body, check) }
  }
}

/** @throws ConnectError for an answer with more parts than any legitimate answer has */
export function checkParts({ output }: DescMethod, message: Uint8Array): void {
  const { length } = message
  if (length > UNCOUNTED_BYTES && messageParts(output, message, mostOf(length)) > mostOf(length))
    throw tooManyParts()
}

/** @param length of the message, or more */
function counted(desc: DescMessage, length: number): Walk {
  const count = partCounter(desc, length, mostOf(length))
  let bytes = 0
  return (piece) => {
    bytes += piece.length
    if (count(piece) > mostOf(bytes)) throw tooManyParts()
    return 0
  }
}

/** How many parts an answer of so many bytes may have. */
function mostOf(bytes: number): number {
  return Math.min(Math.max(FEW_PARTS, bytes / PART_BYTES), MAX_PARTS)
}

/** Counts the parts of each message of a stream. */
function countedMessages({ output }: DescMethod): Walk {
  return envelopes(({ length, isEnd }) =>
    length > UNCOUNTED_BYTES && !isEnd ? counted(output, length) : undefined,
  )
}

/**
 * Checks the pieces of a body. Complete messages are passed on at once. Pieces of an incomplete message are joined: with each further
 * piece Connect counts all earlier ones again.
 */
async function* checked(body: AsyncIterable<Uint8Array>, check: Walk): AsyncIterable<Uint8Array> {
  const share = eventLoopShare()
  let pieces = joinedPieces()
  let bytes = 0
  for await (const { buffer, byteOffset, length } of body) {
    const chunk = Buffer.from(buffer, byteOffset, length)
    const complete = check(chunk)
    // Everything that arrives meanwhile becomes one piece.
    const wait = share()
    if (wait !== undefined) await wait
    if (complete > 0) {
      pieces.add(chunk.subarray(0, complete))
      yield pieces.join()
      pieces = joinedPieces()
      bytes = 0
    }
    if (complete === length) continue
    pieces.add(chunk.subarray(complete))
    bytes += length - complete
    if (bytes < JOINED_BYTES) continue
    yield pieces.join()
    pieces = joinedPieces()
    bytes = 0
  }
  if (bytes > 0) yield pieces.join()
}

function tooManyParts(): ConnectError {
  return new ConnectError('the answer of the service has too many parts', Code.Internal)
}

/** Messages up to this size are not counted: with parts of two bytes each, decoding takes some 50 ms. */
const UNCOUNTED_BYTES = 64 * 1024
/** 4,096 proofs, or 200 incidents of 500 systems, have less than half. */
const FEW_PARTS = 300_000
/** Legitimate larger answers have ids, names or hashes: some 25 bytes a part. */
const PART_BYTES = 16
/** 200 certifications of 3,700 agents, as many as a system may have, have some 1,500,000. */
const MAX_PARTS = 2_000_000
const JOINED_BYTES = 64 * 1024

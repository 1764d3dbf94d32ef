import { createHash } from 'node:crypto'
import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type JsonObject,
  type MessageInitShape,
  type MessageShape,
  ScalarType,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { type ContextValues, createContextKey, type HandlerContext } from '@connectrpc/connect'
import { eventLoopShare } from '../concurrency/event-loop.ts'
import { sha256, sha256Hex } from '../crypto/digest.ts'
import { DomainError, type ErrorDetails, invalid, Reason } from '../errors/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { canonicalJson } from '../json/canonical-json.ts'

/** Metadata and header: the key that identifies a caller's retry (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** Metadata of an answer that is replayed. */
export const REPLAYED_HEADER = 'idempotent-replayed'

/** The key that comes with a call, set at the entry point of the call. */
export const idempotencyKey = createContextKey<string | undefined>(undefined, {
  description: 'idempotency key',
})

/**
 * The hashes that identify a retry and compare its request: SHA-256, 32 bytes each. The request is hashed on first use, so that no
 * hash is computed for a request that the handler refuses before. `requestHash` rejects with a DomainError VALIDATION for a
 * message that JSON cannot carry.
 */
type Retry = { keyHash: Buffer; requestHash: () => Promise<Buffer> }

/** Set while a call with a key is served. */
export const retryKey = createContextKey<Retry | undefined>(undefined, { description: 'retry' })

/** The answer of a call in the form that is stored for retries: the binary form of the response message. */
export type IdempotencyRecord = Retry & { answer: Uint8Array }

/** The form of an idempotency key. Keys are compared character by character. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/

/** @throws DomainError VALIDATION unless the text can be an idempotency key: 1 to 255 visible ASCII characters. */
export function checkIdempotencyKey(text: string): string {
  if (!IDEMPOTENCY_KEY_PATTERN.test(text))
    throw wrongKey('must be given once, as 1 to 255 visible ASCII characters')
  return text
}

/** The refusal of a key. */
export function wrongKey(problem: string): DomainError {
  return invalid({ 'Idempotency-Key': [problem] })
}

/**
 * The hashes of a call with a key. A key belongs to its caller and to the RPC, so that two callers never share a key. A request
 * is compared as the RFC 8785 text of its message: path parameters are part of it, and the order of keys is not.
 */
export function retryOf<I extends DescMessage>(
  { actor }: Caller,
  method: DescMethod & { input: I },
  message: MessageShape<I>,
  key: string,
): Retry {
  const owner = [actor?.kind ?? 0, actor?.id ?? '', method.parent.typeName, method.name, key]
  let requestHash: Promise<Buffer> | undefined
  return {
    keyHash: sha256(canonicalJson(owner)),
    requestHash: () => {
      requestHash ??= hashOf(method.input, message)
      return requestHash
    },
  }
}

/** The hash of the message's RFC 8785 text. It is computed item by item, so that a batch of 16 MiB does not block the process. */
async function hashOf(schema: DescMessage, message: MessageShape<DescMessage>): Promise<Buffer> {
  const hash = createHash('sha256')
  const share = eventLoopShare()
  try {
    for (const text of textOf(schema, message)) {
      const turn = share()
      if (turn !== undefined) await turn
      hash.update(text)
    }
  } catch (cause) {
    throw new DomainError(Reason.VALIDATION, 'the request has no JSON form', { cause })
  }
  return hash.digest()
}

/** The RFC 8785 text of a message's JSON, in pieces: the items of its lists one by one, parts of its large bytes, the rest at once. */
function* textOf(schema: DescMessage, message: MessageShape<DescMessage>): Generator<string> {
  const values = message as unknown as Record<string, MessageShape<DescMessage>[] & Uint8Array>
  const pieces = new Map<string, Generator<string>>()
  const rest: Record<string, unknown> = { ...values }
  for (const field of schema.fields) {
    const value = values[field.localName]!
    if (isLargeBytes(field, value)) {
      pieces.set(field.jsonName, textOfBytes(value))
      rest[field.localName] = new Uint8Array()
      continue
    }
    if (field.fieldKind !== 'list' || field.listKind !== 'message') continue
    if (value.length === 0 || field.message.typeName.startsWith('google.protobuf.')) continue
    pieces.set(field.jsonName, textOfItems(field.message, value))
    rest[field.localName] = []
  }
  const outer = toJson(schema, rest as unknown as MessageShape<DescMessage>)
  if (pieces.size === 0) {
    yield canonicalJson(outer)
    return
  }
  const members = outer as JsonObject
  let separator = '{'
  for (const name of [...new Set([...Object.keys(members), ...pieces.keys()])].sort()) {
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    yield* pieces.get(name) ?? [canonicalJson(members[name]!)]
  }
  yield '}'
}

function isLargeBytes(field: DescField, value: unknown): boolean {
  return field.scalar === ScalarType.BYTES && value instanceof Uint8Array && value.length > PART_BYTES
}

function* textOfBytes(bytes: Uint8Array): Generator<string> {
  yield '"'
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(PART_BYTES, bytes.length - at)).toString(
      'base64',
    )
  yield '"'
}

function* textOfItems(item: DescMessage, items: MessageShape<DescMessage>[]): Generator<string> {
  for (const [i, one] of items.entries()) yield `${i === 0 ? '[' : ','}${canonicalJson(toJson(item, one))}`
  yield ']'
}

/** A multiple of three, so that parts in base64 make the base64 of the whole. */
const PART_BYTES = 3 * 64 * 1024

/** The answer that a handler passes to its store together with the write; undefined for a call without a key. */
export function idempotencyRecordOf(
  { values, method }: Pick<HandlerContext, 'method'> & { values: ContextValues },
  answer: MessageInitShape<DescMessage>,
): IdempotencyRecord | undefined {
  const retry = values.get(retryKey)
  if (retry === undefined) return undefined
  return { ...retry, answer: toBinary(method.output, create(method.output, answer)) }
}

/**
 * The audit details of a call with a key, about the answer that is stored for its retries: SHA-256, in hex, of the parts of its
 * row. `attestry audit verify` compares them (services/ledger/store/state-rules/answers.ts).
 *
 * @throws DomainError VALIDATION for a message that JSON cannot carry
 */
export async function answerDetails({
  keyHash,
  requestHash,
  answer,
}: IdempotencyRecord): Promise<ErrorDetails> {
  return { answer: hashesOf({ keyHash, requestHash: await requestHash(), answer }) }
}

/** The audit details of a retry that gets the answer of an earlier call: the id of that call's entry, and the hashes in it. */
export function replayDetails(entryId: string, kept: Hashed): ErrorDetails {
  return { replay_of: entryId, replayed: hashesOf(kept) }
}

function hashesOf({ keyHash, requestHash, answer }: Hashed) {
  return {
    key_sha256: keyHash.toString('hex'),
    request_sha256: requestHash.toString('hex'),
    sha256: sha256Hex(answer),
  }
}

type Hashed = { keyHash: Buffer; requestHash: Buffer; answer: Uint8Array }

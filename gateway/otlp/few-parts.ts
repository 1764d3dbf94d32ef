import type { DescMessage } from '@bufbuild/protobuf'
import { RestError } from '../http/rest-error.ts'

/**
 * Refuses an export of very many parts before it is decoded. An empty message takes two bytes, and a hundred times that once it is decoded: 8 KB of
 * gzip would hold the event loop for seconds, and a gigabyte.
 *
 * @throws RestError 413
 */
export function requireFewParts(desc: DescMessage, bytes: Buffer, isJson: boolean): void {
  const tooMany = isJson ? jsonPartsBeyond(bytes, 2 * MOST_PARTS) : messagesBeyond(desc, bytes, MOST_PARTS)
  if (tooMany)
    throw new RestError(
      413,
      'payload_too_large',
      `the request has more than ${MOST_PARTS} parts: send fewer spans at once`,
    )
}

/** Whether a protobuf message has more messages in it, known to `desc`, than `most`. Of what is malformed the answer means nothing. */
function messagesBeyond(desc: DescMessage, bytes: Buffer, most: number): boolean {
  const open = [{ end: bytes.length, fields: messageFields(desc) }]
  let at = 0
  let found = 0
  const varint = (): number => {
    let value = 0
    for (let factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at++]!
      value += (byte & 0x7f) * factor
      if (byte < 0x80) break
    }
    return value
  }
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    // A length may lead beyond the end.
    if (at >= last.end || at >= bytes.length) {
      open.pop()
      continue
    }
    const tag = varint()
    const wireType = tag % 8
    if (wireType === 0) varint()
    else if (wireType === 1) at += 8
    else if (wireType === 5) at += 4
    else if (wireType === 2) {
      const length = varint()
      const message = last.fields.get(Math.floor(tag / 8))
      if (message === undefined) at += length
      else {
        if (++found > most) return true
        open.push({ end: at + length, fields: messageFields(message) })
      }
    }
  }
  return false
}

/** The messages that a message may have in it, by the numbers of their fields. */
function messageFields(desc: DescMessage): Map<number, DescMessage> {
  let fields = known.get(desc)
  if (fields === undefined) {
    fields = new Map(
      desc.fields.flatMap(({ number, message }) => (message === undefined ? [] : [[number, message]])),
    )
    known.set(desc, fields)
  }
  return fields
}

/** Whether a JSON text has more brackets that open, and commas, outside of its strings than `most`. */
function jsonPartsBeyond(bytes: Buffer, most: number): boolean {
  let found = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
    } else if (byte === COMMA || byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++found > most) return true
    }
  }
  return false
}

const known = new WeakMap<DescMessage, Map<number, DescMessage>>()
/** 8,192 spans of 35 attributes: an attribute is two messages. */
const MOST_PARTS = 600_000
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b

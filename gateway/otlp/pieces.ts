import type { DescMessage, Message } from '@bufbuild/protobuf'

/**
 * Receives messages of these types as soon as they are decoded, in their order: a message comes after those that it contains. They are left
 * out of the message that is decoded. `trim` shortens a large message whenever a piece of it has been decoded.
 */
export type MessageSink = {
  types: ReadonlySet<DescMessage>
  take: (message: Message) => void
  trim?: (message: Message) => void
}

/**
 * How many parts an export may have, how many one message may have that is decoded whole (an item, a resource), how many members a
 * JSON object may have, and the error for more.
 */
export type Limits = { parts: number; ofOne: number; members: number; refusal: () => Error }

/** The number of bytes that are decoded at once, which takes a few milliseconds even with the smallest parts. */
export const PIECE_BYTES = 32 * 1024

/**
 * The size up to which an export is decoded as a whole, which takes some milliseconds. Such an export cannot exceed the limit of
 * parts.
 */
export const SMALL_BYTES = 64 * 1024

/** The depth of messages that Protobuf-ES decodes: a value inside some 47 lists. */
export const DEEPEST = 100

/** The problems of items that have the form of their encoding and cannot be decoded. */
export const TOO_DEEP = 'a value is nested too deep'
export const WRONG_TYPE = 'a field has no value of its type'

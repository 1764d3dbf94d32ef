/** How many calls one batch has, and how many answers one message. */
export const BATCH_CALLS = 256
/** Bytes of messages in one batch, beyond its first call. */
export const BATCH_BYTES = 1024 * 1024
/** A larger request is sent on a separate stream, so that no other request waits behind it. */
export const ALONE_BYTES = 64 * 1024
/** How many calls of one peer may be unanswered. Beyond it the client refuses further calls, and the server stops reading. */
export const PENDING_CALLS = 4096
/** How many bytes the requests of these calls, and their unsent answers, may have together. */
export const PENDING_BYTES = 256 * 1024 * 1024
/** How long a stream accepts calls. */
export const STREAM_MS = 1000

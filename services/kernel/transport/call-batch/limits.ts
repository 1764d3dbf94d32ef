/** Calls in one batch, and answers in one message. */
export const BATCH_CALLS = 256
/** Bytes of messages in one batch, beyond its first call. */
export const BATCH_BYTES = 1024 * 1024
/** A larger request is sent on a stream of its own, so that no other request waits behind it. */
export const ALONE_BYTES = 64 * 1024
/** Calls of one peer without an answer. Beyond it the client refuses further calls, and the server stops reading. */
export const PENDING_CALLS = 4096
/** Bytes of their requests, and of answers that are not sent yet. */
export const PENDING_BYTES = 256 * 1024 * 1024
/** How long a stream accepts calls. */
export const STREAM_MS = 1000

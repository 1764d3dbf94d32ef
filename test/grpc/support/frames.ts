/** The first bytes of a client (RFC 9113 section 3.4). Its settings follow. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** The error code CANCEL, as in RST_STREAM. */
export const CANCEL = Buffer.from([0, 0, 0, 8])

export const DATA = 0
const HEADERS = 1
export const RST_STREAM = 3
export const SETTINGS = 4
export const WINDOW_UPDATE = 8

/** Flags of DATA and HEADERS. */
export const END_STREAM = 1
const END_HEADERS = 4

/** Makes an HTTP/2 frame (RFC 9113 section 4.1). */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/**
 * Makes the header of a request, with its fields as literals (RFC 7541 section 6.2.2).
 *
 * @param flags END_STREAM if no body follows
 */
export function headers(
  stream: number,
  path: string,
  more: { [name: string]: string } = {},
  flags = END_STREAM,
): Buffer {
  const fields = { ':method': 'POST', ':scheme': 'http', ':path': path, ':authority': 'a', ...more }
  const literal = (text: string): Buffer => Buffer.from([text.length, ...Buffer.from(text)])
  const block = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from([0]),
    literal(name),
    literal(value),
  ])
  return frame(HEADERS, END_HEADERS | flags, stream, Buffer.concat(block))
}

/** The headers that make a request one of gRPC. */
export const GRPC_HEADERS = { 'content-type': 'application/grpc', te: 'trailers' }

import { connect } from 'node:net'

/** The answers on a raw connection: the first status, everything as text, and the body. */
type RawAnswer = { status: number; text: string; body: string }

/**
 * Sends bytes unchanged on a connection of their own, one piece after the other, and reads until the server closes, or until an
 * answer is complete.
 */
export function raw(
  baseUrl: string,
  pieces: (string | Uint8Array)[],
  options: { end?: boolean } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const finish = (): void => {
      socket.destroy()
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), text, body })
    }
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      const body = text.split('\r\n\r\n')[1]
      if (length !== undefined && body !== undefined && body.length >= Number(length)) finish()
    })
    socket.on('close', finish)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        await new Promise((sent) => socket.write(piece, sent))
      }
      if (options.end) socket.end()
    })
  })
}

/** Returns the head of a POST, with each header line as given. */
export function head(path: string, lines: string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: attestry.test', ...lines, '', ''].join('\r\n')
}

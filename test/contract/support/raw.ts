import net from 'node:net'
import { parsed } from './http.ts'

/** One answer read from the bytes of a connection. */
// biome-ignore lint/suspicious/noExplicitAny: what the server answers is what a test inspects.
export type RawAnswer = { status: number; headers: { [name: string]: string }; text: string; body: any }

/** All answers on a connection until the server closed it, and whether it was reset. */
export type Conversation = { answers: RawAnswer[]; reset: boolean }

/**
 * Opens a connection, writes the given pieces one after another and reads until the server closes. A test that expects the end
 * asks for `Connection: close` or breaks the protocol. `afterAnswer` is written once something came back.
 */
export function converse(
  baseUrl: string,
  pieces: (string | Buffer)[],
  options: { pauseMs?: number; end?: boolean; afterAnswer?: Buffer } = {},
): Promise<Conversation> {
  const { port } = new URL(baseUrl)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let reset = false
    const socket = net.connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true }, async () => {
      for (const piece of pieces) {
        if (socket.destroyed || !socket.writable) break
        socket.write(piece)
        if (options.pauseMs !== undefined) await new Promise((go) => setTimeout(go, options.pauseMs))
      }
      if (options.end) socket.end()
    })
    socket.once('data', () => options.afterAnswer && socket.write(options.afterAnswer))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {
      reset = true
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve({ answers: answersIn(Buffer.concat(chunks)), reset }))
  })
}

/** Splits a stream of HTTP/1.1 answers, each with a Content-Length; interim answers (1xx) are left out. */
function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) throw new Error(`not an HTTP answer: ${rest.toString('latin1').slice(0, 200)}`)
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const length = status < 200 ? 0 : Number(headers['content-length'])
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8')
    if (status >= 200) answers.push({ status, headers, text, body: parsed(text) })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

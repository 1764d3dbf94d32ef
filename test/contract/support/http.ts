import http, { Agent } from 'node:http'

/** An answer as it came over the wire, with all header lines. */
// biome-ignore lint/suspicious/noExplicitAny: what the server answers is what a test inspects.
export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string; body: any }

/** A request with all its header lines; only Host, Content-Length and Connection are added. */
export type Wire = {
  method?: string
  /** The request target, as sent. */
  target: string
  headers?: [name: string, value: string][]
  body?: string | Uint8Array | undefined
}

const agent = new Agent({ keepAlive: true })

/** Sends a request whose header lines, repeated ones included, are exactly those given. */
export function send(baseUrl: string, wire: Wire): Promise<Answer> {
  const { host, port } = new URL(baseUrl)
  const { method = 'GET', target, headers = [], body } = wire
  const length: [string, string][] =
    body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
  const lines = [['Host', host] as [string, string], ...length, ...headers].flat()
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: target, headers: lines as never, agent }
    const request = http.request({ ...options, setHost: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode!, headers: response.headers, text, body: parsed(text) })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

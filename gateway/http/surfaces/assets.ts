import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { turnQueue } from '../../../services/kernel/concurrency/event-loop.ts'
import { RestError } from '../answers/rest-error.ts'
import type { Exchange } from '../exchange.ts'
import { isKnown } from './if-none-match.ts'

/** A file for a browser: its bytes, media type and strong validator, and its Brotli form if a build made one. */
export type Asset = { body: Buffer; type: string; etag: string; brotli?: Buffer }

/** Makes an asset of a text. @param name its extension gives the media type */
export function asset(name: string, text: string | Buffer): Asset {
  const body = Buffer.from(text)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { body, etag, type: TYPES[extname(name)] ?? 'application/octet-stream' }
}

/**
 * Reads the files of a directory into memory, by path below it, with `/` between the parts. `name.br` is the Brotli form of
 * `name`. A directory that does not exist has no files.
 */
export function loadAssets(directory: URL): Map<string, Asset> {
  const root = fileURLToPath(directory)
  if (!existsSync(root)) return new Map()
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = new Set(files.map(({ parentPath, name }) => join(parentPath, name)))
  return new Map(
    [...paths]
      .filter((path) => !(path.endsWith('.br') && paths.has(path.slice(0, -3))))
      .map((path) => {
        const found = asset(path, readFileSync(path))
        if (paths.has(`${path}.br`)) found.brotli = readFileSync(`${path}.br`)
        return [relative(root, path).replaceAll(sep, '/'), found]
      }),
  )
}

/**
 * Answers GET and HEAD with an asset, or 304 if the browser has it already. The headers forbid framing, sniffing and
 * cross-origin use. The page loads only what `policy` (a Content-Security-Policy) names.
 *
 * @throws RestError 404 for an unknown asset or another method
 */
export function answerAsset(
  { request, response, requestId }: Exchange,
  found: Asset | undefined,
  policy: string,
): void {
  if (found === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
    throw new RestError(404, 'not_found', 'not found')
  }
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('Content-Security-Policy', policy)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('ETag', found.etag)
  if (found.brotli !== undefined) response.setHeader('Vary', 'Accept-Encoding')
  if (isKnown(request.headers['if-none-match'], found.etag)) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('Content-Type', found.type)
  const body = takesBrotli(request.headers['accept-encoding']) ? (found.brotli ?? found.body) : found.body
  if (body === found.brotli) {
    response.setHeader('Content-Encoding', 'br')
    // Another representation needs another validator (RFC 9110 section 8.8.3.3).
    response.setHeader('ETag', `W/${found.etag}`)
  }
  response.setHeader('Content-Length', body.length)
  response.writeHead(200)
  if (request.method === 'HEAD') response.end()
  else void sendInTurns(response, body)
}

/**
 * Sends a body in pieces, each further one in a turn of the event loop of its own. The queue of these turns is apart from that of
 * authenticated calls, since anybody can request files. The system takes megabytes for a connection that
 * reads nothing: hundreds of them would hold the event loop while that is copied.
 */
export async function sendInTurns(response: Sending, body: Uint8Array): Promise<void> {
  let at = 0
  for (; at + PIECE < body.length; at += PIECE) {
    if (!response.write(body.subarray(at, at + PIECE))) {
      response.setTimeout(STALL_MS)
      await drained(response)
    }
    await fileTurn()
    if (response.destroyed) return
  }
  response.end(body.subarray(at))
}

/** Waits until the connection takes more, or has closed. */
async function drained(response: Sending): Promise<void> {
  if (response.destroyed) return
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

type Sending = Pick<ServerResponse, 'write' | 'end' | 'setTimeout' | 'on' | 'off' | 'destroyed'>

const fileTurn = turnQueue()

const PIECE = 64 * 1024
/** A connection that takes no more for so long is closed. */
const STALL_MS = 20_000

function takesBrotli(accepted: string | string[] | undefined): boolean {
  return typeof accepted === 'string' && accepted.split(',').some((one) => one.trim() === 'br')
}

/** The page loads everything from its own origin: no inline script or style, no frames, no plugins. */
export const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange } from './exchange.ts'
import { RestError } from './rest-error.ts'

/** A file for a browser: its bytes, media type and strong validator. */
export type Asset = { body: Buffer; type: string; etag: string }

/** Makes an asset of a text. @param name its extension gives the media type */
export function asset(name: string, text: string | Buffer): Asset {
  const body = Buffer.from(text)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { body, etag, type: TYPES[extname(name)] ?? 'application/octet-stream' }
}

/** Reads a directory into memory, once: by path below it, with `/` between the parts. */
export function loadAssets(directory: URL): Map<string, Asset> {
  const root = fileURLToPath(directory)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [relative(root, path).replaceAll(sep, '/'), asset(name, readFileSync(path))]
    }),
  )
}

/**
 * Answers GET and HEAD with an asset, or 304 where the browser has it already. The headers forbid framing, sniffing and
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
  if (request.headers['if-none-match'] === found.etag) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('Content-Type', found.type)
  response.setHeader('Content-Length', found.body.length)
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : found.body)
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
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}

import { createHash } from 'node:crypto'
import { onStopSignal } from '../../../clients/cli/src/command/stop-signals.ts'
import { DomainError, type ErrorDetails, Reason } from '../../../services/kernel/errors/errors.ts'
import { SESSION_COOKIE } from '../../control/session-cookie.ts'
import type { KeptSession } from '../data-directory/sessions.ts'
import { sessionEnded, unreachable } from './control-call.ts'
import { type OutputFile, openOutput } from './output-file.ts'
import { jsonOf } from './read-limited.ts'

/**
 * Downloads a file from the control API. Writes to a temporary file in the same directory (mode 0600), and renames it once all
 * bytes are on disk. A failure or an interruption leaves nothing behind and an earlier file untouched. An existing file is
 * replaced only with `overwrite`.
 *
 * @param progress called with the bytes that have arrived, and the approximate number that is expected (0: unknown)
 * @throws DomainError with the API's message
 */
export async function download(options: {
  url: URL
  session: KeptSession
  output: string
  overwrite: boolean
  progress: (bytes: number, expected: number) => void
  /** The limit in bytes; by default that of a package. */
  most?: number
}): Promise<Downloaded> {
  const { url, session, output, overwrite, progress, most = MAX_PACKAGE_BYTES } = options
  const stop = new AbortController()
  const stopListening = onStopSignal(() => stop.abort())
  let file: OutputFile | undefined
  try {
    file = await openOutput(output, { overwrite, mode: 0o600 })
    const response = await answered(url, session, stop.signal)
    if (Number(response.headers.get('content-length') ?? 0) > most) throw tooLarge()
    const expected = Number(response.headers.get('attestry-expected-bytes') ?? 0)
    const hash = createHash('sha256')
    let bytes = 0
    let end = Buffer.alloc(0)
    for await (const chunk of response.body ?? []) {
      if (bytes + chunk.length > most) throw tooLarge()
      hash.update(chunk)
      end = Buffer.concat([end, chunk.subarray(-ZIP_END_BYTES)]).subarray(-ZIP_END_BYTES)
      await file.write(chunk)
      bytes += chunk.length
      progress(bytes, expected)
    }
    if (!isZipEnd(end)) throw new DomainError(Reason.UNAVAILABLE, NO_PACKAGE)
    await file.keep()
    const packageId = response.headers.get('attestry-package-id') ?? ''
    return { packageId, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    throw explained(error, output, stop.signal.aborted)
  } finally {
    // The rest of the answer is not awaited.
    stop.abort()
    await file?.drop()
    stopListening()
  }
}

/**
 * Whether bytes are the end of a package (zip's end of central directory, without a comment). A proxy may end an incomplete
 * answer as if it were complete, or answer with a page.
 */
function isZipEnd(end: Buffer): boolean {
  return end.length === ZIP_END_BYTES && end.readUInt32LE(0) === 0x06054b50 && end.readUInt16LE(20) === 0
}

function tooLarge(): DomainError {
  return new DomainError(
    Reason.UNAVAILABLE,
    'the answer is larger than a package can be; nothing was written',
  )
}

async function answered(url: URL, { token, email }: KeptSession, signal: AbortSignal): Promise<Response> {
  const headers = { cookie: `${SESSION_COOKIE}=${token}` }
  const response = await fetch(url, { headers, signal, redirect: 'error' }).catch((error) => {
    throw signal.aborted ? error : unreachable(url.origin, error)
  })
  if (response.ok) return response
  const { error } = ((await jsonOf(response)) ?? {}) as ErrorBody
  if (response.status === 401) throw sessionEnded(email)
  const requestId = response.headers.get('x-request-id')
  const message = error?.message ?? `HTTP ${response.status}`
  throw new DomainError(
    Reason.UNSPECIFIED,
    response.status >= 500 ? `${message} (request ${requestId})` : message,
    error?.details === undefined ? {} : { details: error.details },
  )
}

function explained(error: unknown, output: string, interrupted: boolean): Error {
  if (interrupted) return new DomainError(Reason.UNSPECIFIED, 'interrupted; nothing was written')
  if (error instanceof DomainError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code?.startsWith('E'))
    return new DomainError(Reason.UNSPECIFIED, `${output} cannot be written: ${code}`)
  return new DomainError(Reason.UNAVAILABLE, 'the export ended early; nothing was written', { cause: error })
}

type ErrorBody = { error?: { message?: string; details?: ErrorDetails } }

/** The result of a download; `sha256` is hex, of the whole file. */
type Downloaded = { packageId: string; bytes: number; sha256: string }

const ZIP_END_BYTES = 22
/** docs/evidence-package.md section 2. */
const MAX_PACKAGE_BYTES = 0xffffffff
const NO_PACKAGE = 'the package did not arrive complete; nothing was written'

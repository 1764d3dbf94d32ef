import { setTimeout as sleep } from 'node:timers/promises'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { tileOfPath } from '../../../services/kernel/tlog/tiles.ts'
import type { Call } from '../calls/control-call.ts'
import { readLimited } from '../calls/read-limited.ts'
import { UsageError } from '../errors/usage-error.ts'

/**
 * Reads a log of tiles: `checkpoint` and the paths of C2SP tlog-tiles.
 *
 * @throws DomainError NOT_FOUND for a file that the log does not have; UNAVAILABLE if there is no answer
 */
export type Source = (path: string) => Promise<Buffer>

/**
 * Reads a log at an address: an installation's, another mirror, or files behind any web server. Redirects are not followed, so
 * that the key goes only to the named server. A request that the server refuses by a limit, or fails, is repeated after a wait.
 */
export function httpSource(prefix: URL, key: string | undefined, retries: number): Source {
  const base = prefix.href.endsWith('/') ? prefix.href : `${prefix.href}/`
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return async (path) => {
    for (let attempt = 0; ; attempt++) {
      const most = path === 'checkpoint' ? MAX_CHECKPOINT_BYTES : MAX_BYTES
      const outcome = await tried(`${base}${path}`, headers, most)
      if (Buffer.isBuffer(outcome)) return outcome
      if (attempt >= retries || !outcome.passing) throw outcome.error
      await sleep(Math.min(outcome.retryAfterMs ?? 500 * 2 ** Math.min(attempt, 6), MAX_WAIT_MS))
    }
  }
}

/** Reads the installation's own log, as its operator. */
export function operatorSource(call: Call): Source {
  return async (path) => {
    if (path === 'checkpoint') {
      const { checkpoint } = await call(LogService.method.getCheckpoint, {})
      return Buffer.from(checkpoint!.note + checkpoint!.cosignatures.join(''))
    }
    const { kind, level, index, width } = tileOfPath(path)!
    const request = { level, index: BigInt(index), width, entries: kind === 'entries' }
    return Buffer.from((await call(LogService.method.getTile, request)).tile)
  }
}

async function tried(url: string, headers: Record<string, string>, most: number): Promise<Buffer | Failed> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    if (response.status === 200)
      return await readLimited(response, most, `${url}: larger than such a file can be`)
    await response.body?.cancel()
    return refused(url, response)
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    const { name, message } = cause as Error
    const why = name === 'TimeoutError' ? 'no answer in time' : message
    return { error: new DomainError(Reason.UNAVAILABLE, `${url}: ${why}`, { cause }), passing: true }
  }
}

function refused(url: string, { status, headers }: Response): Failed {
  if (status === 404) return { error: new DomainError(Reason.NOT_FOUND, `${url}: not found`), passing: false }
  if (status === 401 || status === 403)
    throw new UsageError(`${url}: the key in ATTESTRY_API_KEY is not allowed to read it (${status})`)
  const passing = status === 429 || status === 408 || status >= 500
  const seconds = headers.get('retry-after')
  const retryAfterMs = seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined
  const error = new DomainError(Reason.UNAVAILABLE, `${url}: answered ${status}`)
  return { error, passing, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

type Failed = { error: DomainError; passing: boolean; retryAfterMs?: number }

const TIMEOUT_MS = 60_000
const MAX_WAIT_MS = 60_000
/** 256 entries of 65,535 bytes with their lengths. */
const MAX_BYTES = 256 * 65_537
/** 64 cosignatures have at most 512 KiB. */
const MAX_CHECKPOINT_BYTES = 1024 * 1024

import { createHash } from 'node:crypto'
import type { MessageInitShape } from '@bufbuild/protobuf'
import {
  AbortReason,
  type ExportEvidenceResponseSchema,
} from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import type { Call } from '../../kernel/audit/call.ts'
import type { Release } from '../../kernel/concurrency/semaphore.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { EvidenceContext } from '../context.ts'
import type { ExportEnd } from '../domain/export-record.ts'
import { writePackage } from '../domain/package.ts'
import type { ExportScope } from '../domain/request.ts'
import { receiverPace } from './pace.ts'
import { type Prepared, prepareExport } from './prepare.ts'

/**
 * Runs one export: prepares it, records its begin in the audit log, streams it, and records its end there. It holds a database
 * connection and a place among the exports in progress. Both are released when the receiver disconnects, is too slow (pace.ts), or
 * gives way to others (running.ts), even if the generator is not read further.
 */
export async function* streamExport(
  ctx: EvidenceContext,
  call: Call,
  scope: ExportScope,
  receiver: AbortSignal,
): AsyncGenerator<MessageInitShape<typeof ExportEvidenceResponseSchema>> {
  // The first reason stays.
  const stop = new AbortController()
  const { signal: aborted } = stop
  const gone = (): void => stop.abort(AbortReason.RECEIVER_GONE)
  const giveWay = (): void => stop.abort(AbortReason.GAVE_WAY)
  const pace = receiverPace(() => stop.abort(AbortReason.RECEIVER_TOO_SLOW))
  const { behindMs } = pace
  const release = await ctx.running.acquire(call.caller.organizationId, receiver, { behindMs, giveWay })
  const prepared = await begin(ctx, call, scope).catch((error) => {
    release()
    throw error
  })
  const { draft, input, fileName, expectedBytes } = prepared
  const end = endOnce(ctx, call, prepared, release)
  const endAborted = (): Promise<void> => end({ status: 'aborted', reason: aborted.reason })
  const abort = (): void => void endAborted().catch(() => {})
  receiver.addEventListener('abort', gone, { once: true })
  if (receiver.aborted) gone()
  aborted.addEventListener('abort', abort, { once: true })
  if (aborted.aborted) abort()
  try {
    const { packageId } = draft
    pace.offered(0)
    yield { part: { case: 'package', value: { packageId, fileName, expectedBytes: BigInt(expectedBytes) } } }
    pace.received()
    const hash = createHash('sha256')
    let bytes = 0
    for await (const written of writePackage(input)) {
      hash.update(written)
      bytes += written.length
      for (let at = 0; at < written.length; at += CHUNK_BYTES) {
        const value = written.subarray(at, at + CHUNK_BYTES)
        pace.offered(value.length)
        yield { part: { case: 'chunk', value } }
        pace.received()
        if (aborted.aborted) throw abortError(aborted.reason)
      }
    }
    await end({ status: 'completed', sha256: hash.digest('hex'), bytes })
    if (aborted.aborted) throw abortError(aborted.reason)
  } catch (error) {
    await (aborted.aborted ? endAborted() : end({ status: 'failed' }))
    throw aborted.aborted ? abortError(aborted.reason, error) : error
  } finally {
    pace.stop()
    receiver.removeEventListener('abort', gone)
    aborted.removeEventListener('abort', abort)
    // Has no effect unless the generator was left before its end.
    gone()
    await endAborted()
  }
}

async function begin(ctx: EvidenceContext, call: Call, scope: ExportScope): Promise<Prepared> {
  const prepared = await prepareExport(ctx, call, scope)
  try {
    await prepared.snapshot.hold(prepared.draft.packageId)
    await ctx.exports.begin(call, prepared.draft)
    return prepared
  } catch (error) {
    prepared.snapshot.close()
    throw error
  }
}

/**
 * Returns a function that ends the export with the first outcome that is reported. Later outcomes change nothing. The snapshot
 * and the place are held until the outcome is recorded.
 */
function endOnce(
  ctx: EvidenceContext,
  call: Call,
  { draft, snapshot }: Prepared,
  release: Release,
): (how: ExportEnd) => Promise<void> {
  let ended: Promise<void> | undefined
  return (how) => {
    if (ended !== undefined) return ended
    ended = ctx.exports
      .end({ caller: call.caller, at: ctx.clock.now() }, draft, how)
      .catch((err) => {
        ctx.log.error(
          { err, request_id: call.caller.requestId, end: how.status },
          'end of export not recorded',
        )
        throw err
      })
      .finally(() => {
        snapshot.close()
        release()
      })
    ctx.running.ending(ended)
    return ended
  }
}

/** The error that the receiver of an aborted export gets. */
function abortError(reason: keyof typeof ABORTED, cause?: unknown): DomainError {
  return new DomainError(Reason.UNAVAILABLE, ABORTED[reason], { cause })
}

const ABORTED = {
  [AbortReason.RECEIVER_GONE]: 'the receiver of the export went away',
  [AbortReason.RECEIVER_TOO_SLOW]: 'the receiver of the export was too slow',
  [AbortReason.GAVE_WAY]:
    'the export gave its place to others that waited, since its receiver reads less than 1 MiB/s: try again later',
} satisfies { [reason in Exclude<AbortReason, typeof AbortReason.UNSPECIFIED>]: string }

const CHUNK_BYTES = 256 * 1024

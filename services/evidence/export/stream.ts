import { createHash } from 'node:crypto'
import type { MessageInitShape } from '@bufbuild/protobuf'
import type { ExportEvidenceResponseSchema } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
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
  const stall = new AbortController()
  const stop = (reason: DomainError): void => stall.abort(reason)
  const pace = receiverPace(() => stop(unavailable('the receiver of the export was too slow')))
  const { behindMs } = pace
  const release = await ctx.running.acquire(call.caller.organizationId, receiver, { behindMs, giveWay: stop })
  const prepared = await begin(ctx, call, scope).catch((error) => {
    release()
    throw error
  })
  const { draft, input, fileName, expectedBytes } = prepared
  const disconnected = AbortSignal.any([receiver, stall.signal])
  const end = endOnce(ctx, call, prepared, release)
  const abort = (): void => void end({ status: 'aborted' }).catch(() => {})
  const interrupted = (cause?: unknown): DomainError =>
    stall.signal.aborted
      ? (stall.signal.reason as DomainError)
      : unavailable('the receiver of the export went away', cause)
  disconnected.addEventListener('abort', abort, { once: true })
  if (disconnected.aborted) abort()
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
        if (disconnected.aborted) throw interrupted()
      }
    }
    await end({ status: 'completed', sha256: hash.digest('hex'), bytes })
    if (disconnected.aborted) throw interrupted()
  } catch (error) {
    await end({ status: disconnected.aborted ? 'aborted' : 'failed' })
    throw disconnected.aborted ? interrupted(error) : error
  } finally {
    pace.stop()
    disconnected.removeEventListener('abort', abort)
    await end({ status: 'aborted' })
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

function unavailable(message: string, cause?: unknown): DomainError {
  return new DomainError(Reason.UNAVAILABLE, message, { cause })
}

const CHUNK_BYTES = 256 * 1024

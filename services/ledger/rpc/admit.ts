import type { MethodImpl } from '@connectrpc/connect'
import type { AdmissionService } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import type { LedgerContext } from '../context.ts'
import type { Verdict } from '../store/admission.ts'

/** AdmissionService.Admit */
export function admit(ctx: Pick<LedgerContext, 'admit'>): MethodImpl<typeof AdmissionService.method.admit> {
  return async ({ keyHash, clientAddress, refused }) => {
    const hash = keyHash.length === 32 ? Buffer.from(keyHash.buffer, keyHash.byteOffset, 32) : undefined
    const verdict = await ctx.admit({ keyHash: hash, clientAddress, refused })
    const quota = quotaOf(verdict)
    return verdict.key === undefined ? { quota } : { key: verdict.key, quota }
  }
}

/** AdmissionService.DrawQuota */
export function drawQuota(
  ctx: Pick<LedgerContext, 'draw'>,
): MethodImpl<typeof AdmissionService.method.drawQuota> {
  return async ({ subject, limit }) => ({ quota: quotaOf(await ctx.draw({ subject, limit })) })
}

/** A window as callers see it after a draw. */
export function quotaOf({
  limit,
  used,
  reset,
  retryAfter,
}: Pick<Verdict, 'limit' | 'used' | 'reset' | 'retryAfter'>) {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    reset: BigInt(reset),
    exceeded: used > limit,
    retryAfter,
    used,
  }
}

import type { MethodImpl } from '@connectrpc/connect'
import type { AdmissionService } from '../../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import type { LedgerContext } from '../../context.ts'
import { quotaOf } from '../../domain/quota.ts'

/** AdmissionService.DrawQuota */
export function drawQuota(
  ctx: Pick<LedgerContext, 'draw'>,
): MethodImpl<typeof AdmissionService.method.drawQuota> {
  return async ({ subject, limit }) => ({ quota: quotaOf(await ctx.draw({ subject, limit })) })
}

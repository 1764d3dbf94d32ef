import type { MethodImpl } from '@connectrpc/connect'
import type { KeyService } from '../../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { keyMessage } from '../../domain/access/access-records.ts'

/** KeyService.RevokeKey (docs/api.md 5.1.5): takes effect at once, in every process; the row stays. */
export function revokeKey(
  ctx: Pick<LedgerContext, 'keys' | 'clock'>,
): MethodImpl<typeof KeyService.method.revokeKey> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const key = await ctx.keys.update(call, request.id, ({ revokedAt }) => ({
      revokedAt: revokedAt ?? call.at,
    }))
    if (key === undefined) throw notFound('key')
    return { key: keyMessage(key, call.at) }
  }
}

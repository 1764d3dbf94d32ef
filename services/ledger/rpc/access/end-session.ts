import type { MethodImpl } from '@connectrpc/connect'
import type { SessionService } from '../../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { sha256 } from '../../../kernel/crypto/digest.ts'
import { callerOf, sessionKey } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'

/** SessionService.EndSession */
export function endSession(
  ctx: Pick<LedgerContext, 'sessions' | 'clock'>,
): MethodImpl<typeof SessionService.method.endSession> {
  return async (_, context) => {
    const caller = callerOf(context)
    const tokenHash = sha256(context.values.get(sessionKey) ?? '')
    await ctx.sessions.end({ caller, at: ctx.clock.now() }, caller.actor?.id ?? '', tokenHash)
    return {}
  }
}

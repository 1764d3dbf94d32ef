import type { MethodImpl } from '@connectrpc/connect'
import type { KeyService } from '../../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { changedKeyEnd } from '../../domain/access/access.ts'
import { type ApiKeyState, keyMessage } from '../../domain/access/access-records.ts'

/** KeyService.UpdateKey */
export function updateKey(
  ctx: Pick<LedgerContext, 'keys' | 'clock'>,
): MethodImpl<typeof KeyService.method.updateKey> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const change = (key: ApiKeyState) => {
      requireVersionIfNamed('key', key, request.expectedVersion)
      const changed = { name: request.name ?? key.name, rateLimit: request.rateLimit ?? key.rateLimit }
      return { ...changed, ...changedKeyEnd(key, request, call.at) }
    }
    const key = await ctx.keys.update(call, request.id, change)
    if (key === undefined) throw notFound('key')
    return { key: keyMessage(key, call.at) }
  }
}

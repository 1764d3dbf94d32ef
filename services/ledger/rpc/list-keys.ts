import type { MethodImpl } from '@connectrpc/connect'
import type { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { callerOf } from '../../kernel/caller.ts'
import type { LedgerContext } from '../context.ts'
import { keyMessage } from '../domain/access-records.ts'

/** KeyService.ListKeys */
export function listKeys(ctx: Pick<LedgerContext, 'keys'>): MethodImpl<typeof KeyService.method.listKeys> {
  return async (_, context) => ({
    keys: (await ctx.keys.list(callerOf(context).organizationId)).map(keyMessage),
  })
}

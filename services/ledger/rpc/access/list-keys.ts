import type { MethodImpl } from '@connectrpc/connect'
import type { KeyService } from '../../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { timeRange } from '../../../kernel/lists/list.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { keyMessage } from '../../domain/access/access-records.ts'

/** KeyService.ListKeys */
export function listKeys(
  ctx: Pick<LedgerContext, 'keys' | 'clock'>,
): MethodImpl<typeof KeyService.method.listKeys> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const at = ctx.clock.now()
    const ends = timeRange(request.expiresSince, request.expiresUntil)
    const read = (limit: number, before: string | undefined) =>
      ctx.keys.page(organizationId, limit, before, ends)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { keys: rows.map((key) => keyMessage(key, at)), nextCursor }
  }
}

import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { limitOf, wrongCursor } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { checkpointMessage } from '../../domain/log/log-messages.ts'
import type { CheckpointPlace } from '../../store/log/checkpoints.ts'

/** LogService.ListCheckpoints */
export function listCheckpoints(
  ctx: Pick<LedgerContext, 'checkpoints' | 'statements'>,
): MethodImpl<typeof LogService.method.listCheckpoints> {
  return async ({ page }, context) => {
    const size = limitOf(page, MOST, DEFAULT)
    const { organizationId } = callerOf(context)
    const found = await ctx.checkpoints.page(organizationId, size + 1, placeOf(page?.cursor ?? ''))
    const shown = found.slice(0, size)
    const last = shown.at(-1)
    const statements = await ctx.statements.ofEach(organizationId, shown)
    const checkpoints = shown.map((one, i) => checkpointMessage(one, statements[i]!))
    const hasMore = found.length > size && last !== undefined
    return { checkpoints, nextCursor: hasMore ? `${last.size}_${last.kid}` : '' }
  }
}

/** `<size>_<key>`: opaque to callers. */
function placeOf(cursor: string): CheckpointPlace | undefined {
  if (cursor === '') return undefined
  const [, size, kid] = CURSOR.exec(cursor) ?? []
  if (size === undefined || kid === undefined) throw wrongCursor()
  return { size: Number(size), kid }
}

const CURSOR = /^(\d{1,15})_([0-9A-Za-z_-]{1,100})$/
/** A page holds the time-stamps of its checkpoints, some kilobytes each. */
const MOST = 50
const DEFAULT = 20

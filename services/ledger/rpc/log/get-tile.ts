import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { bundleOf, TILE_WIDTH } from '../../../kernel/tlog/tiles.ts'
import type { LedgerContext } from '../../context.ts'
import { HASH_BYTES } from '../../domain/log/tree.ts'

/** LogService.GetTile */
export function getTile(ctx: Pick<LedgerContext, 'tiles'>): MethodImpl<typeof LogService.method.getTile> {
  return async ({ level, width, entries, ...request }, context) => {
    const { organizationId } = callerOf(context)
    const index = Number(request.index)
    if (entries && level !== 0) throw invalid({ level: ['must be 0 of entries'] })
    const first = index * TILE_WIDTH
    if (entries) {
      const found = await ctx.tiles.entries(organizationId, first, width)
      if (found.length !== width) throw notFound('tile')
      return { tile: bundleOf(found) }
    }
    const tile = await ctx.tiles.hashes(organizationId, level, first, width)
    if (tile.length !== width * HASH_BYTES) throw notFound('tile')
    return { tile }
  }
}

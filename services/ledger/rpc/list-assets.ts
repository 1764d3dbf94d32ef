import type { MethodImpl } from '@connectrpc/connect'
import type { AssetService } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { assetRecords } from '../domain/asset.ts'

/** AssetService.ListAssets (docs/api.md 4.1.1) */
export function listAssets(
  ctx: Pick<LedgerContext, 'assets'>,
): MethodImpl<typeof AssetService.method.listAssets> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.assets.page(organizationId, limit, before)).map(assetRecords.read)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { assets: rows, nextCursor }
  }
}

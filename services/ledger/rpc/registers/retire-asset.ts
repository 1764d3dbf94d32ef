import type { MethodImpl } from '@connectrpc/connect'
import type { AssetService } from '../../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { commitNextVersion } from '../../../kernel/database/commit-next-version.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { assetRecords, retireAsset as retire } from '../../domain/asset.ts'

/** AssetService.RetireAsset */
export function retireAsset(
  ctx: Pick<LedgerContext, 'assets' | 'clock'>,
): MethodImpl<typeof AssetService.method.retireAsset> {
  const assets = { name: 'asset', store: ctx.assets, records: assetRecords }
  return async (request, context) => {
    const by = { caller: callerOf(context), clock: ctx.clock }
    const asset = await commitNextVersion(assets, by, request.id, (current) =>
      retire(current, request.expectedVersion),
    )
    return { asset }
  }
}

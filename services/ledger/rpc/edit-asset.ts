import type { MethodImpl } from '@connectrpc/connect'
import type { AssetService } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { madeFrom } from '../../kernel/audit/made-from.ts'
import { commitRecord } from '../../kernel/database/record-store.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { LedgerContext } from '../context.ts'
import { assetRecords, editAsset as edit } from '../domain/asset.ts'

/** AssetService.EditAsset */
export function editAsset(
  ctx: Pick<LedgerContext, 'assets' | 'clock'>,
): MethodImpl<typeof AssetService.method.editAsset> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const current = await ctx.assets.current(organizationId, request.id.toLowerCase())
    if (current === undefined) throw notFound('asset')
    const asset = edit(assetRecords.read(current), request)
    const row = { id: asset.id, version: asset.version, text: assetRecords.write(organizationId, asset) }
    const call = { caller, at: ctx.clock.now(), details: madeFrom(current) }
    await commitRecord(ctx.assets, call, row)
    return { asset }
  }
}

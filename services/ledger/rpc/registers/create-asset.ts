import type { MethodImpl } from '@connectrpc/connect'
import type { AssetService } from '../../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { commitRecord } from '../../../kernel/database/record-store.ts'
import { idempotencyRecordOf } from '../../../kernel/idempotency/idempotency.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { assetRecords, registerAsset } from '../../domain/asset.ts'

/** AssetService.CreateAsset (docs/api.md 2.2) */
export function createAsset(
  ctx: Pick<LedgerContext, 'assets' | 'clock'>,
): MethodImpl<typeof AssetService.method.createAsset> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const asset = registerAsset(mintId(at), request, at)
    const text = assetRecords.write(caller.organizationId, asset)
    const row = { id: asset.id, version: 1, text }
    const answer = { asset }
    await commitRecord(ctx.assets, { caller, at }, row, idempotencyRecordOf(context, answer))
    return answer
  }
}

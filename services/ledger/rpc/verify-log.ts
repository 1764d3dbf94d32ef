import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { LedgerContext } from '../context.ts'
import { originOf } from '../domain/checkpoint.ts'
import type { CheckpointFile } from '../log/checkpoint-file.ts'
import { verifyLog as verify } from '../log/verify.ts'

/** LogService.VerifyLog */
export function verifyLog(
  ctx: Pick<LedgerContext, 'db' | 'signing' | 'checkpointFile'>,
): MethodImpl<typeof LogService.method.verifyLog> {
  return async ({ checkpoints }, context) => {
    if (checkpoints.length > MAX_CHECKPOINTS)
      throw invalid({ checkpoints: [`must have at most ${MAX_CHECKPOINTS} entries`] })
    const { organizationId } = callerOf(context)
    const keys = await ctx.signing.list()
    const { problems, ...found } = await verify(ctx.db, {
      organizationId,
      outside: outsideNotes(checkpoints, ctx.checkpointFile, originOf(organizationId)),
      publicKeys: keys.map(({ publicKey }) => publicKey),
    })
    return {
      ok: problems.count === 0,
      size: BigInt(found.size),
      root: found.root.toString('hex'),
      problems: problems.list.map(({ index, ...problem }) => ({
        ...problem,
        ...(index === undefined ? {} : { index: BigInt(index) }),
      })),
      problemCount: BigInt(problems.count),
      waiting: BigInt(found.waiting),
      checkpoints: BigInt(found.checkpoints),
      outsideCheckpoints: BigInt(found.outsideCheckpoints),
      receipts: BigInt(found.receipts),
      typesNotChecked: found.typesNotChecked,
    }
  }
}

async function* outsideNotes(given: string[], file: CheckpointFile | undefined, origin: string) {
  yield* given
  if (file !== undefined) yield* file.read(origin)
}

const MAX_CHECKPOINTS = 10_000

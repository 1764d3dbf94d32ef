import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { LedgerContext } from '../context.ts'
import { originOf } from '../domain/checkpoint.ts'
import type { CheckpointFile } from '../log/checkpoint-file.ts'
import { verifyLog as verify } from '../log/verify.ts'

/** LogService.VerifyLog. It is heavy: an organization has one under way, and all of them together two. */
export function verifyLog(
  ctx: Pick<
    LedgerContext,
    'db' | 'signing' | 'checkpointFile' | 'verifications' | 'stateRules' | 'definitions'
  >,
): MethodImpl<typeof LogService.method.verifyLog> {
  return async ({ checkpoints }, context) => {
    if (checkpoints.length > MAX_CHECKPOINTS)
      throw invalid({ checkpoints: [`must have at most ${MAX_CHECKPOINTS} entries`] })
    const { organizationId } = callerOf(context)
    const { signal } = context
    const leave = await ctx.verifications.enter(organizationId, signal)
    const { problems, ...found } = await verifyOne(ctx, organizationId, checkpoints, signal).finally(leave)
    return {
      ok: problems.count === 0 && found.typesNotChecked.length === 0,
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
      rows: BigInt(found.rows),
      typesNotChecked: found.typesNotChecked,
    }
  }
}

async function verifyOne(
  {
    db,
    signing,
    checkpointFile,
    stateRules,
    definitions,
  }: Pick<LedgerContext, 'db' | 'signing' | 'checkpointFile' | 'stateRules' | 'definitions'>,
  organizationId: string,
  checkpoints: string[],
  signal: AbortSignal,
) {
  const keys = await signing.list()
  return await verify(db, {
    organizationId,
    rules: stateRules,
    outside: outsideNotes(new Set(checkpoints), checkpointFile, originOf(organizationId)),
    publicKeys: keys.map(({ publicKey }) => publicKey),
    signal,
    definitions,
  })
}

async function* outsideNotes(given: Set<string>, file: CheckpointFile | undefined, origin: string) {
  yield* given
  if (file !== undefined) yield* file.read(origin)
}

const MAX_CHECKPOINTS = 10_000

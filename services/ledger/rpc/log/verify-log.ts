import type { MethodImpl } from '@connectrpc/connect'
import type {
  LogService,
  VerifiedLog as VerifiedMessage,
  VerifyLogRequest,
} from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { logOrigin } from '../../../kernel/tlog/log-origin.ts'
import type { LedgerContext } from '../../context.ts'
import { decodeTree, encodeFrontier, treeRoot } from '../../domain/log/tree.ts'
import type { CheckpointFile } from '../../log/checkpoint-file.ts'
import type { OutsideNote } from '../../log/checkpoints-check.ts'
import { verifyLog as verify } from '../../log/verify.ts'
import { verifyCheckpoints } from '../../log/verify-checkpoints.ts'
import type { VerifiedLog } from '../../log/verify-entries.ts'

type Context = Pick<
  LedgerContext,
  'verificationDb' | 'signingKeys' | 'checkpointFile' | 'verifications' | 'stateRules' | 'definitions'
>

/** LogService.VerifyLog. It is expensive: one at a time for an organization, two for all of them together. */
export function verifyLog(ctx: Context): MethodImpl<typeof LogService.method.verifyLog> {
  return async (request, context) => {
    const { onlyCheckpoints } = request
    if (onlyCheckpoints && request.since !== undefined)
      throw invalid({ since: ['must not be given with only_checkpoints'] })
    const since = request.since === undefined ? undefined : verifiedOf(request.since)
    const { organizationId } = callerOf(context)
    const { signal } = context
    const release = await ctx.verifications.acquire(organizationId, signal)
    const { problems, verified, ...found } = await verifyOne(
      ctx,
      organizationId,
      request,
      since,
      signal,
    ).finally(release)
    const ok = problems.count === 0 && found.typesNotChecked.length === 0
    const { tree } = verified
    return {
      ok,
      size: BigInt(tree.size),
      root: treeRoot(tree).toString('hex'),
      problems: problems.list.map(({ index, ...problem }) => ({
        ...problem,
        ...(index === undefined ? {} : { index: BigInt(index) }),
      })),
      problemCount: BigInt(problems.count),
      waiting: BigInt(found.waiting),
      checkpoints: BigInt(found.checkpoints),
      outsideCheckpoints: BigInt(found.outsideCheckpoints),
      givenCheckpoints: BigInt(found.givenCheckpoints),
      olderCheckpoints: BigInt(found.olderCheckpoints),
      receipts: BigInt(found.receipts),
      rows: BigInt(found.rows),
      typesNotChecked: found.typesNotChecked,
      notes: problems.notes,
      ...(ok && !onlyCheckpoints ? { verified: messageOf(verified) } : {}),
    }
  }
}

async function verifyOne(
  { verificationDb, signingKeys, checkpointFile, stateRules, definitions }: Context,
  organizationId: string,
  { checkpoints, onlyCheckpoints, listState }: VerifyLogRequest,
  since: VerifiedLog | undefined,
  signal: AbortSignal,
) {
  const db = await verificationDb.get()
  const keys = await signingKeys.list()
  const publicKeys = keys.map(({ publicKey }) => publicKey)
  const file = onlyCheckpoints ? undefined : checkpointFile
  const outside = outsideNotes(new Set(checkpoints), file, logOrigin(organizationId), signal)
  const options = { organizationId, outside, publicKeys, signal }
  return onlyCheckpoints
    ? await verifyCheckpoints(db, options)
    : await verify(db, {
        ...options,
        rules: stateRules,
        definitions,
        listState,
        ...(since === undefined ? {} : { since }),
      })
}

async function* outsideNotes(
  given: Set<string>,
  file: CheckpointFile | undefined,
  origin: string,
  signal: AbortSignal,
): AsyncGenerator<OutsideNote> {
  for (const note of given) yield { note, given: true }
  if (file !== undefined) for await (const note of file.read(origin, signal)) yield { note, given: false }
}

function verifiedOf({ size, frontier, records }: VerifiedMessage): VerifiedLog {
  try {
    const counts = Object.entries(records).map(([type, count]) => [type, Number(count)] as const)
    return { tree: decodeTree(Number(size), Buffer.from(frontier)), records: new Map(counts) }
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ since: [error.message] })
    throw error
  }
}

function messageOf({ tree, records }: VerifiedLog) {
  const counts = [...records].map(([type, count]) => [type, BigInt(count)])
  return { size: BigInt(tree.size), frontier: encodeFrontier(tree), records: Object.fromEntries(counts) }
}

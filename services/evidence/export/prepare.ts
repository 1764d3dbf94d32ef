import { once } from 'node:events'
import type { GetKeySetResponse } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { Call } from '../../kernel/audit/call.ts'
import { isRecordType } from '../../kernel/audit/record-types.ts'
import { fromConnectError } from '../../kernel/errors/connect-errors.ts'
import { DomainError, notFound, Reason } from '../../kernel/errors/errors.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { EvidenceContext } from '../context.ts'
import { csvTypes } from '../domain/csv.ts'
import type { ExportDraft } from '../domain/export-record.ts'
import { AUDIT } from '../domain/format.ts'
import type { PackageInput } from '../domain/package.ts'
import {
  type Bucket,
  expectedBytes,
  fileName,
  linesOf,
  runsOf,
  sequenceSizes,
  stretches,
  typesIn,
} from '../domain/plan.ts'
import type { Neighbour } from '../domain/proofs.ts'
import type { ExportScope } from '../domain/request.ts'
import { admitPackage } from '../domain/size.ts'
import type { Leaves } from '../store/leaves-sql.ts'
import { openSnapshot, type Snapshot } from '../store/snapshot.ts'
import { consistencyProofs, inclusionProofs, signerOf } from './from-ledger.ts'

/**
 * Determines the complete content of a package before its first byte is sent. Gets a signed checkpoint of everything committed so
 * far, opens the snapshot, finds the leaves, bounds the size, and collects proofs and keys.
 *
 * @throws DomainError VALIDATION for a period without entries or too large a package; NOT_FOUND for an incident that the
 *   organization does not have; UNAVAILABLE or INTERNAL when the ledger or its key service fails
 */
export async function prepareExport(ctx: EvidenceContext, call: Call, scope: ExportScope): Promise<Prepared> {
  const { organizationId } = call.caller
  const signed = await signedLog(ctx, organizationId)
  const snapshot = await openSnapshot(ctx.db, organizationId)
  try {
    return await contentOf(ctx, call, scope, { ...signed, snapshot })
  } catch (error) {
    snapshot.close()
    throw error
  }
}

/** Gets a signed checkpoint of everything committed so far, and the published keys. */
async function signedLog(ctx: EvidenceContext, organizationId: string): Promise<SignedLog> {
  const { checkpoint } = await withinTime(ctx.logs.createCheckpoint({ organizationId, witnessed: true }))
  const { note, kid, root, cosignatures, timestamps, treeSize, signedAt } = checkpoint!
  const keys = await withinTime(ctx.signingKeys.getKeySet({ packaged: true }))
  return {
    organizationId,
    statements: { checkpoint: note, cosignatures, timestamps },
    treeSize: Number(treeSize),
    root,
    kid,
    keys,
    signedAt: dateOf(signedAt!),
  }
}

async function contentOf(
  ctx: EvidenceContext,
  { caller: { actor } }: Call,
  scope: ExportScope,
  log: SnapshotOfLog,
): Promise<Prepared> {
  const { snapshot, organizationId, treeSize, root, kid, keys, signedAt } = log
  const leaves = await leavesOf(snapshot, treeSize, scope)
  const buckets = await snapshot.sizes(leaves)
  const entries = 'indices' in leaves ? leaves.indices.length : leaves.end - leaves.first
  checkWhole(entries, buckets)
  admitPackage(stretches(buckets))
  const proofs = await proofsOf(ctx, log, leaves, scope)
  const draft: ExportDraft = {
    organizationId,
    packageId: mintId(ctx.clock.now()),
    ...scope,
    firstIndex: 'indices' in leaves ? null : leaves.first,
    entries,
    treeSize,
    root,
    kid,
    signedAt,
    requestedBy: actor?.id ?? '',
  }
  return {
    draft,
    snapshot,
    fileName: fileName(scope.incidentId, signedAt),
    expectedBytes: expectedBytes(buckets, ctx.verifier.length),
    input: {
      packageId: draft.packageId,
      organization: { id: organizationId, name: await snapshot.organizationName() },
      generator: ctx.generator,
      signedAt,
      exportedAt: ctx.clock.now(),
      signer: signerOf(ctx, keys, kid),
      keys,
      verifier: ctx.verifier,
      log: { ...log.statements, treeSize, ...proofs },
      sequences: sequencesOf(snapshot, leaves, buckets),
      csv: tablesOf(snapshot, leaves, buckets),
    },
  }
}

async function leavesOf(
  snapshot: Snapshot,
  size: number,
  { period, incidentId }: ExportScope,
): Promise<Leaves> {
  if (incidentId !== null) {
    const indices = await snapshot.incident(size, incidentId)
    if (indices.length === 0) throw notFound('incident')
    return { indices }
  }
  const range = await snapshot.range(size, period.from, period.to)
  if (range === undefined) {
    const message = 'the period has no audit entries: there is nothing to export'
    throw new DomainError(Reason.VALIDATION, message, {
      details: { formErrors: [message], fieldErrors: {} },
    })
  }
  return range
}

/** @throws DomainError INTERNAL when entries of the log were removed in the database */
function checkWhole(entries: number, buckets: readonly Bucket[]): void {
  const found = linesOf(AUDIT, buckets)
  if (found !== entries)
    throw new DomainError(
      Reason.INTERNAL,
      `the log is damaged: ${found} of its ${entries} entries are there; \`attestry audit verify\` names the others`,
    )
}

/** Gets the proofs that the log continues those of earlier packages, and that the entries are in it. */
async function proofsOf(ctx: EvidenceContext, log: SnapshotOfLog, leaves: Leaves, scope: ExportScope) {
  const { organizationId, treeSize } = log
  const earlier = await ctx.exports.earlierSizes(organizationId, treeSize)
  const consistency = await withinTime(consistencyProofs(ctx, organizationId, treeSize, earlier))
  return { consistency, ...(await entryProofs(ctx, log, leaves, scope)) }
}

async function entryProofs(
  ctx: EvidenceContext,
  log: SnapshotOfLog,
  leaves: Leaves,
  { period, incidentId }: ExportScope,
) {
  const { organizationId, treeSize } = log
  if ('indices' in leaves)
    return {
      incidentId: incidentId!,
      inclusion: await withinTime(inclusionProofs(ctx, organizationId, treeSize, leaves.indices)),
    }
  const range = { firstIndex: leaves.first, entries: leaves.end - leaves.first }
  const { left, right } = await withinTime(
    ctx.logs.getRangeProof({
      organizationId,
      treeSize: BigInt(treeSize),
      firstIndex: BigInt(range.firstIndex),
      entries: BigInt(range.entries),
    }),
  )
  const neighbours = await neighboursOf(ctx, log, leaves)
  return { range: { ...range, left, right, period, ...neighbours } }
}

/** Reads the entries directly before and after a range, with their inclusion proofs. */
async function neighboursOf(
  ctx: EvidenceContext,
  { organizationId, treeSize, snapshot }: SnapshotOfLog,
  { first, end }: { first: number; end: number },
) {
  const indices = [first - 1, end].filter((index) => index >= 0 && index < treeSize)
  if (indices.length === 0) return {}
  const proofs = await withinTime(inclusionProofs(ctx, organizationId, treeSize, indices))
  const texts = await snapshot.texts(indices)
  const neighbour = (index: number): Neighbour | null => {
    const at = indices.indexOf(index)
    return at === -1 ? null : { entry: texts[at]!, hashes: proofs[at]!.hashes }
  }
  return { before: neighbour(first - 1), after: neighbour(end) }
}

/** Returns one sequence for each type, to be read one after another. Types without records in the snapshot have none. */
function sequencesOf(
  snapshot: Snapshot,
  leaves: Leaves,
  buckets: readonly Bucket[],
): PackageInput['sequences'] {
  const records = typesIn(buckets)
    .filter(isRecordType)
    .map((type) => ({
      type,
      lines: (async function* () {
        const runs: Leaves[] = 'indices' in leaves ? [leaves] : runsOf(type, buckets)
        for (const run of runs) yield* snapshot.records(run, type)
      })(),
    }))
  return [{ type: AUDIT, lines: snapshot.entries(leaves) }, ...records]
}

/** Returns the sequences of which the package has tables, to be read a second time. */
function tablesOf(
  snapshot: Snapshot,
  leaves: Leaves,
  buckets: readonly Bucket[],
): NonNullable<PackageInput['csv']> {
  const types = new Set(csvTypes(sequenceSizes(buckets)))
  return sequencesOf(snapshot, leaves, buckets).filter(({ type }) => types.has(type))
}

/** Waits for the ledger, with a time limit. */
async function withinTime<T>(call: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(LEDGER_MS)
  const late = once(timeout, 'abort').then(() => {
    throw new DomainError(Reason.UNAVAILABLE, `the ledger did not answer within ${LEDGER_MS / 1000} s`)
  })
  try {
    return await Promise.race([call, late])
  } catch (error) {
    throw fromConnectError(error)
  }
}

const LEDGER_MS = 120_000

/** A log up to a signed checkpoint. */
type SignedLog = {
  organizationId: string
  statements: Pick<PackageInput['log'], 'checkpoint' | 'cosignatures' | 'timestamps'>
  treeSize: number
  root: Uint8Array
  kid: string
  keys: GetKeySetResponse
  signedAt: Date
}

type SnapshotOfLog = SignedLog & { snapshot: Snapshot }

export type Prepared = {
  draft: ExportDraft
  snapshot: Snapshot
  input: PackageInput
  fileName: string
  expectedBytes: number
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { MethodImpl } from '@connectrpc/connect'
import {
  AttestationFormat,
  AttestationPredicate,
  type EvidenceService,
} from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { fromConnectError } from '../../kernel/errors/connect-errors.ts'
import { DomainError, invalid, notFound, Reason } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { EvidenceContext } from '../context.ts'
import {
  bundleOf,
  envelopeOf,
  type LoggedDecision,
  signedDetails,
  statementOf,
  summaryOf,
  verdictOf,
} from '../domain/decision-attestation.ts'
import type { NewestDecision } from '../store/decisions.ts'

/** EvidenceService.AttestDecision (docs/decision-attestations.md) */
export function attestDecision(
  ctx: Pick<EvidenceContext, 'decisions' | 'signingKeys' | 'signatures' | 'clock'>,
): MethodImpl<typeof EvidenceService.method.attestDecision> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const at = ctx.clock.now()
    const id = request.decisionId
    const { subjectName: name, subjectSha256: sha256, format } = request
    const isSummary = request.predicate === AttestationPredicate.VSA
    if (isSummary && sha256 === undefined)
      throw invalid({ subject_sha256: ['is required: a verification summary is about an artifact'] })
    const decision = await logged(ctx, organizationId, id)
    const requireNewest = async () =>
      sha256 === undefined ? undefined : requireNotSuperseded(ctx, organizationId, decision)
    await requireNewest()
    const statement =
      isSummary && sha256 !== undefined
        ? summaryOf(decision, { name, sha256 })
        : statementOf(decision, { name, sha256 })
    const release = await ctx.signatures.acquire(organizationId, context.signal)
    const { kid, signature } = await ctx.signingKeys
      .signStatement({ statement })
      .catch((error) => {
        throw fromConnectError(error)
      })
      .finally(release)
    // The key service may have taken its time, and the gate may have blocked meanwhile.
    const newest = await requireNewest()
    const details = signedDetails(decision, { name, sha256 }, statement, newest)
    await ctx.decisions.signed({ caller, at, details })
    const envelope = envelopeOf(statement, kid, signature)
    const bare = format === AttestationFormat.DSSE
    return { attestation: JSON.stringify(bare ? envelope : bundleOf(envelope, kid)), kid }
  }
}

/**
 * Refuses to sign a passing decision for an artifact once the gate has decided to block. Without an artifact a decision may always
 * be signed, because the statement then describes a decision and approves no artifact.
 *
 * @returns the newest decision; undefined where the decision to sign did not pass
 * @throws DomainError CONFLICT
 */
async function requireNotSuperseded(
  { decisions }: Pick<EvidenceContext, 'decisions'>,
  organizationId: string,
  { record }: LoggedDecision,
): Promise<NewestDecision | undefined> {
  const { decision, systemId } = verdictOf(record)
  if (decision !== 'pass') return undefined
  const newest = await decisions.newest(organizationId, systemId)
  if (newest?.decision !== 'block') return newest
  const message =
    'the gate has blocked since this decision: a decision before a block is not signed for an artifact; ask the gate again'
  throw new DomainError(Reason.CONFLICT, message, {
    details: { reason: 'superseded', decision_id: newest.id },
  })
}

/** Waits until the entry of the decision has a place in the log: within a second, unless the sequencer is late. */
async function logged(
  { decisions }: Pick<EvidenceContext, 'decisions'>,
  organizationId: string,
  id: string,
): Promise<LoggedDecision> {
  for (let waited = 0; ; waited += POLL_MS) {
    const decision = await decisions.find(organizationId, id)
    if (decision === undefined) throw notFound('decision')
    const { leafIndex } = decision
    if (leafIndex !== undefined) return { ...decision, leafIndex }
    if (waited >= PATIENCE_MS)
      throw new DomainError(Reason.UNAVAILABLE, 'the decision has no place in the log yet')
    await sleep(POLL_MS)
  }
}

const POLL_MS = 100
const PATIENCE_MS = 10_000

import type { MethodImpl } from '@connectrpc/connect'
import type { SigningKeyService } from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import {
  GATE_DECISION,
  GATE_VERIFIER,
  preAuthenticationEncoding,
  STATEMENT,
  STATEMENT_TYPE,
  VERIFICATION_SUMMARY,
} from '../../../kernel/crypto/dsse.ts'
import { DomainError, invalid, Reason } from '../../../kernel/errors/errors.ts'
import type { LedgerContext } from '../../context.ts'

/** SigningKeyService.SignStatement: signs only texts that can be nothing but a statement about a gate decision. */
export function signStatement(
  ctx: Pick<LedgerContext, 'signingKeys'>,
): MethodImpl<typeof SigningKeyService.method.signStatement> {
  return async ({ statement }) => {
    if (!isStatement(statement))
      throw invalid({ statement: ['must be an in-toto statement of a gate decision'] })
    const key = (await ctx.signingKeys.list()).find(({ status }) => status === 'active')
    if (key === undefined) throw new DomainError(Reason.UNAVAILABLE, 'there is no active signing key')
    const message = preAuthenticationEncoding(STATEMENT_TYPE, Buffer.from(statement))
    return { kid: key.kid, signature: await ctx.signingKeys.sign(key, message) }
  }
}

function isStatement(text: string): boolean {
  try {
    const { _type, predicateType, predicate } = JSON.parse(text) as StatementText
    if (_type !== STATEMENT) return false
    const isSummary = predicateType === VERIFICATION_SUMMARY && predicate?.verifier?.id === GATE_VERIFIER
    return isSummary || predicateType === GATE_DECISION
  } catch {
    return false
  }
}

type StatementText = {
  _type?: unknown
  predicateType?: unknown
  predicate?: { verifier?: { id?: unknown } }
}

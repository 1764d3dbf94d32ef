import { canonicalJson, type JsonValue } from '../../kernel/canonical-json.ts'
import { GATE_DECISION, STATEMENT, STATEMENT_TYPE } from '../../kernel/crypto/dsse.ts'
import { leafHash } from '../../kernel/crypto/merkle.ts'

/** A recorded decision, and where its audit entry stands in the organization's log. */
export type LoggedDecision = { record: string; entryId: string; leafIndex: number }

/** The artifact that a decision is attested for. `sha256`: 64 hex digits. */
export type Subject = { name: string | undefined; sha256: string | undefined }

/**
 * The in-toto statement of a decision (docs/decision-attestations.md): RFC 8785 text. Without an artifact the subject is the snapshot
 * that was decided on.
 */
export function statementOf({ record, entryId, leafIndex }: LoggedDecision, subject: Subject): string {
  const { snapshot, ...decision } = JSON.parse(record) as DecisionRecord
  const system = snapshot.ai_system
  return canonicalJson({
    _type: STATEMENT,
    predicateType: GATE_DECISION,
    subject: [
      { name: subject.name ?? system.name, digest: { sha256: subject.sha256 ?? decision.payload_hash } },
    ],
    predicate: {
      ...decision,
      ai_system_name: system.name,
      log: {
        entry_id: entryId,
        leaf_index: leafIndex,
        record_hash: leafHash(record).toString('hex'),
      },
    },
  } as JsonValue)
}

/** A DSSE envelope (DSSE 1.0.0, envelope.md). @param signature DER, over the pre-authentication encoding */
export function envelopeOf(statement: string, kid: string, signature: Uint8Array): Envelope {
  return {
    payload: Buffer.from(statement).toString('base64'),
    payloadType: STATEMENT_TYPE,
    signatures: [{ keyid: kid, sig: Buffer.from(signature).toString('base64') }],
  }
}

/** A Sigstore bundle 0.3 of an envelope that is verified with a public key: no certificate, no transparency log of Sigstore's. */
export function bundleOf(envelope: Envelope, kid: string) {
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: kid } },
    dsseEnvelope: envelope,
  }
}

export type Envelope = {
  payload: string
  payloadType: string
  signatures: { keyid: string; sig: string }[]
}

type DecisionRecord = {
  payload_hash: string
  snapshot: { ai_system: { name: string } }
  [key: string]: unknown
}

import { logSizeDetails } from '../../kernel/audit/log-size.ts'
import { sha256Hex } from '../../kernel/crypto/digest.ts'
import {
  GATE_DECISION,
  GATE_VERIFIER,
  STATEMENT,
  STATEMENT_TYPE,
  VERIFICATION_SUMMARY,
} from '../../kernel/crypto/dsse.ts'
import { leafHash } from '../../kernel/crypto/merkle.ts'
import type { ErrorDetails } from '../../kernel/errors/errors.ts'
import { canonicalJson } from '../../kernel/json/canonical-json.ts'

/** A recorded decision, and the place of its audit entry in the organization's log. */
export type LoggedDecision = { record: string; entryId: string; leafIndex: number }

/** The artifact for which a decision is attested. `sha256`: 64 hex digits. */
type Subject = { name: string | undefined; sha256: string | undefined }

/**
 * Makes the in-toto statement of a decision (docs/decision-attestations.md), as RFC 8785 text. Without an artifact, the subject
 * is the snapshot of the decision.
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
  })
}

/** Reads what was decided, and about which AI system. */
export function verdictOf(record: string): { decision: string; systemId: string } {
  const { decision, snapshot } = JSON.parse(record) as DecisionRecord
  return { decision, systemId: snapshot.ai_system.id }
}

/**
 * Makes the SLSA verification summary of an artifact (https://slsa.dev/spec/v1.1/verification_summary), as RFC 8785 text. It
 * claims no SLSA level, because the gate does not check how the artifact was built.
 *
 * @param artifact named by the caller
 */
export function summaryOf(
  { record }: LoggedDecision,
  artifact: { name: string | undefined; sha256: string },
): string {
  const { id, decision, decided_at, payload_hash, snapshot } = JSON.parse(record) as DecisionRecord
  const { ai_system, rules_version } = snapshot
  const isPassed = decision === 'pass'
  return canonicalJson({
    _type: STATEMENT,
    predicateType: VERIFICATION_SUMMARY,
    subject: [{ name: artifact.name ?? ai_system.name, digest: { sha256: artifact.sha256 } }],
    predicate: {
      verifier: { id: GATE_VERIFIER },
      timeVerified: decided_at,
      resourceUri: `urn:attestry:ai-system:${ai_system.id}`,
      policy: { uri: `urn:attestry:gate-rules:${rules_version}` },
      inputAttestations: [{ uri: `urn:attestry:gate-snapshot:${id}`, digest: { sha256: payload_hash } }],
      verificationResult: isPassed ? 'PASSED' : 'FAILED',
      verifiedLevels: [isPassed ? 'ATTESTRY_GATE_PASS' : 'FAILED'],
      slsaVersion: '1.1',
    },
  })
}

/**
 * Returns the details of the audit entry: what was signed. The artifact is the caller's claim. The verifier compares the hash
 * of the record with the log, and the newest decision too, where one was read.
 */
export function signedDetails(
  { record }: LoggedDecision,
  artifact: Subject,
  statement: string,
  newest: { id: string; logSize: number } | undefined,
): ErrorDetails {
  const { id, decision } = JSON.parse(record) as DecisionRecord
  return {
    decision_id: id,
    decision,
    subject_name: artifact.name ?? null,
    subject_sha256: artifact.sha256 ?? null,
    statement_sha256: sha256Hex(statement),
    record_hash: leafHash(record).toString('hex'),
    newest_decision_id: newest?.id ?? null,
    ...(newest && logSizeDetails(newest.logSize)),
  }
}

/** Makes a DSSE envelope (DSSE 1.0.0, envelope.md). @param signature DER, over the pre-authentication encoding */
export function envelopeOf(statement: string, kid: string, signature: Uint8Array): Envelope {
  return {
    payload: Buffer.from(statement).toString('base64'),
    payloadType: STATEMENT_TYPE,
    signatures: [{ keyid: kid, sig: Buffer.from(signature).toString('base64') }],
  }
}

/**
 * Makes a Sigstore bundle 0.3 of an envelope. It is verified with a public key: it has no certificate and no entry of
 * Sigstore's transparency log.
 */
export function bundleOf(envelope: Envelope, kid: string) {
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: kid } },
    dsseEnvelope: envelope,
  }
}

type Envelope = {
  payload: string
  payloadType: string
  signatures: { keyid: string; sig: string }[]
}

type DecisionRecord = {
  id: string
  decision: string
  decided_at: string
  payload_hash: string
  snapshot: { ai_system: { id: string; name: string }; rules_version: number }
  [key: string]: unknown
}

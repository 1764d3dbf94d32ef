import { type KeyObject, verify } from 'node:crypto'

/** The requirements of a release on a signed decision. `sha256`: the hash of the artifact, in lower-case hex. */
export type Policy = { key: KeyObject; systemId: string; sha256: string; maxAgeMs: number }

/**
 * Returns why a file does not show that the gate passed an artifact; undefined where it does show it. A signature alone is not
 * enough: the same key signs blocks and the decisions about every AI system of every organization, and old decisions stay signed.
 *
 * @param text a Sigstore bundle or a DSSE envelope
 * @param now in milliseconds
 */
export function refusalOf(text: string, policy: Policy, now: number): string | undefined {
  const statement = signedStatement(text, policy.key)
  if (statement === undefined) return 'is not signed by this key'
  const claim = claimOf(statement)
  if (claim === undefined) return 'is not a decision of the gate'
  const { subject } = statement
  const [artifact] = Array.isArray(subject) && subject.length === 1 ? subject : []
  if (artifact?.digest?.sha256 !== policy.sha256) return 'is about another artifact'
  if (claim.system !== policy.systemId) return 'is about another AI system'
  if (!claim.passed) return 'the gate blocked'
  const age = now - Date.parse(String(claim.at))
  if (!(age <= policy.maxAgeMs)) return `was decided at ${claim.at}, which is too long ago`
  if (age < -CLOCKS_APART_MS) return `was decided at ${claim.at}, which is in the future`
  return undefined
}

/**
 * Whether a document is the envelope of a statement about this decision, and about this artifact where one was named. Does not
 * verify the signature, for which the key is needed.
 */
export function isAbout(document: unknown, decisionId: string, sha256: string | undefined): boolean {
  const { payload } = ((document as Json)?.dsseEnvelope ?? document ?? {}) as { payload?: unknown }
  const { subject, predicate } = jsonOf(Buffer.from(String(payload), 'base64').toString()) ?? {}
  const snapshotUri = predicate?.inputAttestations?.[0]?.uri ?? `urn:attestry:gate-snapshot:${predicate?.id}`
  const isOfArtifact = sha256 === undefined || subject?.[0]?.digest?.sha256 === sha256
  return snapshotUri === `urn:attestry:gate-snapshot:${decisionId}` && isOfArtifact
}

/**
 * Returns the statement of an envelope that the key signed (DSSE 1.0, in-toto Statement 1); undefined where it did not sign it.
 */
function signedStatement(text: string, key: KeyObject): Json | undefined {
  const document = jsonOf(text)
  const envelope: Json = document?.dsseEnvelope ?? document
  const { payload, payloadType, signatures } = envelope ?? {}
  if (payloadType !== STATEMENT_TYPE || typeof payload !== 'string' || !Array.isArray(signatures))
    return undefined
  const bytes = Buffer.from(payload, 'base64')
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${bytes.length} `
  const signed = Buffer.concat([Buffer.from(head), bytes])
  const isSigned = signatures.some(
    (one) => typeof one?.sig === 'string' && isBy(key, signed, Buffer.from(one.sig, 'base64')),
  )
  const statement = isSigned ? jsonOf(bytes.toString()) : undefined
  return statement?._type === 'https://in-toto.io/Statement/v1' ? statement : undefined
}

function isBy(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify('sha256', signed, key, signature)
  } catch {
    return false
  }
}

/** Reads from either of the two predicates which AI system it is about, whether the gate passed it, and when. */
function claimOf({ predicateType, predicate }: Json): Claim | undefined {
  if (predicateType === 'urn:attestry:gate-decision:v1') {
    const { ai_system_id: system, decision, decided_at: at } = predicate ?? {}
    return { system, passed: decision === 'pass', at }
  }
  if (predicateType !== 'https://slsa.dev/verification_summary/v1') return undefined
  const { verifier, resourceUri, verificationResult, timeVerified: at } = predicate ?? {}
  if (verifier?.id !== 'urn:attestry:gate') return undefined
  const system = /^urn:attestry:ai-system:(.+)$/.exec(String(resourceUri))?.[1]
  return { system, passed: verificationResult === 'PASSED', at }
}

type Claim = { system: unknown; passed: boolean; at: unknown }

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an untrusted document, of which each member is compared before it is used.
type Json = any

const STATEMENT_TYPE = 'application/vnd.in-toto+json'
const CLOCKS_APART_MS = 5 * 60_000

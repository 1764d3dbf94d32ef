/** The media type of in-toto statements (in-toto Attestation Framework 1). */
export const STATEMENT_TYPE = 'application/vnd.in-toto+json'
/** The type of an in-toto statement, and of our predicate about a gate decision. */
export const STATEMENT = 'https://in-toto.io/Statement/v1'
export const GATE_DECISION = 'urn:attestry:gate-decision:v1'
/** SLSA's type of a verification summary, and the verifier that it names. */
export const VERIFICATION_SUMMARY = 'https://slsa.dev/verification_summary/v1'
export const GATE_VERIFIER = 'urn:attestry:gate'

/** The bytes that a DSSE signature covers: the pre-authentication encoding of a payload (DSSE 1.0.0, protocol.md). */
export function preAuthenticationEncoding(type: string, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload])
}

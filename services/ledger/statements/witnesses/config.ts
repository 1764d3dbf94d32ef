import { NoteError } from '../../../kernel/tlog/signed-note.ts'
import { parseVerifierKey, SignatureType, type VerifierKey } from '../../../kernel/tlog/verifier-key.ts'
import { readTargets, refused, type TargetVariable } from '../../outbound/targets.ts'

/** A witness that the operator has named. `url`: its submission prefix, without a slash at the end. */
export type WitnessTarget = { url: string; key: VerifierKey }

/** Reads ATTESTRY_WITNESSES: `URL VERIFIER_KEY`. @throws DomainError VALIDATION naming the variable */
export function readWitnesses(env: NodeJS.ProcessEnv): WitnessTarget[] {
  const witnesses = readTargets(env, VARIABLE).map(({ url, word }) => ({
    url: url.replace(/\/+$/, ''),
    key: keyOf(word),
  }))
  if (new Set(witnesses.map(({ key }) => key.text)).size !== witnesses.length)
    throw refused(VARIABLE, 'has a witness twice')
  return witnesses
}

function keyOf(text: string): VerifierKey {
  try {
    const key = parseVerifierKey(text)
    if (key.type === SignatureType.COSIGNATURE) return key
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
  }
  throw refused(VARIABLE, 'must have the verifier key of a witness (Ed25519, type 4) after each address')
}

const VARIABLE: TargetVariable = {
  name: 'ATTESTRY_WITNESSES',
  max: 16,
  what: 'witnesses',
  form: 'URL VERIFIER_KEY',
}

/** A text with signature lines (C2SP signed-note). The text ends with a line feed. */
export type SignedNote = { text: string; signatures: NoteSignature[] }

/** `line` is the whole line, with its line feed. */
export type NoteSignature = { name: string; keyId: Buffer; signature: Buffer; line: string }

/**
 * Reads a signed note without checking a signature: its text MUST NOT be trusted.
 *
 * @throws NoteError
 */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note MUST NOT hold them
  if (end === -1 || /[\0-\x09\x0b-\x1f]/.test(note)) throw new NoteError('not a signed note')
  const lines = note.slice(end + 2).split('\n')
  if (lines.pop() !== '' || lines.length === 0 || lines.length > MAX_SIGNATURES)
    throw new NoteError('not a signed note')
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignatureLine) }
}

/** @throws NoteError */
export function parseSignatureLine(line: string): NoteSignature {
  const { name = '', signed = '' } = LINE.exec(line)?.groups ?? {}
  const bytes = base64(signed)
  if (!isKeyName(name) || bytes === undefined || bytes.length <= KEY_ID_BYTES)
    throw new NoteError('not a signature line')
  const [keyId, signature] = [bytes.subarray(0, KEY_ID_BYTES), bytes.subarray(KEY_ID_BYTES)]
  return { name, keyId, signature, line: `${line}\n` }
}

export function signatureLine(name: string, keyId: Uint8Array, signature: Uint8Array): string {
  return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`
}

/** Whether a text is a key name: not empty, without spaces of any script and without a plus. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\p{White_Space}+]/u.test(name)
}

/** The bytes of base64 with padding in its one form (RFC 4648 section 4). */
export function base64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

export class NoteError extends Error {
  override name = 'NoteError'
}

export const KEY_ID_BYTES = 4
/** Twice what every verifier has to accept. */
const MAX_SIGNATURES = 32
const LINE = /^— (?<name>[^ \n]+) (?<signed>[A-Za-z0-9+/=]+)$/

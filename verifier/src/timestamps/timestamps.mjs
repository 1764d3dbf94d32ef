import { X509Certificate } from 'node:crypto'
import { Failure } from '../report/failure.mjs'
import { NotDer } from '../shared/time-stamps/der.mjs'
import { assertSigned, isTrusted, linksFor, readToken } from '../shared/time-stamps/token.mjs'

const MAX_CERTIFICATES = 16
/** A package has the tokens of at most four authorities. */
const TOKENS = 4
const MAX_TOKEN = 128 * 1024
const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

/**
 * Reads the certificates in a PEM file: time-stamp authorities that are trusted from outside.
 *
 * @param {Buffer} bytes
 * @param {string} file
 */
export function readAuthorities(bytes, file) {
  const blocks = bytes
    .toString('latin1')
    .split(BEGIN)
    .slice(1, MAX_CERTIFICATES + 1)
  try {
    const found = blocks.map((block) => new X509Certificate(BEGIN + block.split(END)[0] + END))
    if (found.length > 0) return found
  } catch {}
  throw new Failure('usage', `--tsa takes a PEM file with certificates, ${file} is not one`)
}

/**
 * Throws unless a trusted authority has time-stamped the checkpoint. Tokens of other authorities are ignored.
 *
 * @param {string} note the checkpoint with the signature of the log
 * @param {{ name: string, size: number, read: () => Buffer }[]} tokens
 * @param {X509Certificate[]} trusted
 * @param {(at: Date, by: string) => void} [onTime] receives the time of each time-stamp
 * @returns {string[]} each a time and its authority
 */
export function assertStamped(note, tokens, trusted, onTime) {
  const links = linksFor(TOKENS)
  const found = tokens.flatMap(({ name, size, read }) => {
    if (size > MAX_TOKEN) throw new Failure('timestamp_wrong', `${size} bytes`, { file: name })
    try {
      const stamped = readToken(read())
      if (!isTrusted(stamped, trusted, links)) return []
      assertSigned(stamped, note)
      const by = stamped.signer.subject.replaceAll('\n', ', ')
      onTime?.(stamped.at, by)
      return [`${stamped.at.toISOString()} by ${by}`]
    } catch (cause) {
      // Bytes that make a parser or Node.js throw are not a time-stamp.
      const why = cause instanceof NotDer ? cause.message : ''
      throw new Failure('timestamp_wrong', why || 'not a time-stamp token in DER', { file: name })
    }
  })
  if (found.length === 0)
    throw new Failure('timestamp_missing', `${tokens.length} time-stamps, of other authorities`)
  return found
}

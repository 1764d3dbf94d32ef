import { X509Certificate } from 'node:crypto'
import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { assertSigned, isTrusted, readToken } from './token.ts'

/** A time-stamp as it is stored: the token, and the certificate by which its authority is trusted. */
type Stamp = { token: Buffer; anchor: X509Certificate }

/** The source of a stamp: which certificate is trusted. */
export function sourceOf(anchor: X509Certificate): string {
  return sha256Hex(anchor.raw)
}

/** Token and certificate, both DER in base64. */
export function stampText({ token, anchor }: Stamp): string {
  return `${token.toString('base64')} ${anchor.raw.toString('base64')}`
}

/** The token in a text, where that is a time-stamp of the checkpoint by the authority of this source; otherwise undefined. */
export function tokenOf(text: string, source: string, note: string): Buffer | undefined {
  const stamp = stampIn(text)
  if (stamp === undefined || sourceOf(stamp.anchor) !== source) return undefined
  return isStamp(stamp.token, note, stamp.anchor) ? stamp.token : undefined
}

/**
 * Whether a token is a time-stamp of the checkpoint whose signer is the authority, or leads to it through certificates in the
 * token.
 */
function isStamp(token: Buffer, note: string, anchor: X509Certificate): boolean {
  try {
    const read = readToken(token)
    if (!isTrusted(read, [anchor])) return false
    assertSigned(read, note)
    return true
  } catch {
    // A token on which the parser or Node.js throws is no time-stamp.
    return false
  }
}

function stampIn(text: string): Stamp | undefined {
  const [token, anchor, ...more] = text.split(' ').map((part) => Buffer.from(part, 'base64'))
  if (token === undefined || anchor === undefined || more.length > 0) return undefined
  try {
    const stamp = { token, anchor: new X509Certificate(anchor) }
    return stampText(stamp) === text ? stamp : undefined
  } catch {
    return undefined
  }
}

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

/** The token of a text that is a stamp of a checkpoint by an authority of this source; undefined where it is none. */
export function tokenOf(text: string, source: string, note: string): Buffer | undefined {
  const stamp = stampIn(text)
  const isOfSource = stamp !== undefined && sourceOf(stamp.anchor) === source
  return isOfSource && stampedAt(stamp.token, note, stamp.anchor) !== undefined ? stamp.token : undefined
}

/**
 * When an authority saw a checkpoint; undefined where the token is not its token of that checkpoint.
 *
 * @param anchor the authority's certificate, or one that its certificate leads to through those in the token
 */
export function stampedAt(token: Buffer, note: string, anchor: X509Certificate): Date | undefined {
  try {
    const read = readToken(token)
    if (!isTrusted(read, [anchor])) return undefined
    assertSigned(read, note)
    return read.at
  } catch {
    // Bytes that make a reader or Node.js throw are no time-stamp.
    return undefined
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

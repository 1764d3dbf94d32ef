import { X509Certificate } from 'node:crypto'
import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { stampedAt } from './timestamp.ts'

/** A time-stamp as it is kept: the token, and the certificate that its authority is trusted by. */
export type Stamp = { token: Buffer; anchor: X509Certificate }

/** The source of a stamp: which certificate is trusted. */
export function sourceOf(anchor: X509Certificate): string {
  return sha256Hex(anchor.raw)
}

/** Token and certificate, both DER in base64. */
export function stampText({ token, anchor }: Stamp): string {
  return `${token.toString('base64')} ${anchor.raw.toString('base64')}`
}

/** Reads a stamp back; undefined where the text is none. */
export function stampIn(text: string): Stamp | undefined {
  const [token, anchor, ...more] = text.split(' ').map((part) => Buffer.from(part, 'base64'))
  if (token === undefined || anchor === undefined || more.length > 0) return undefined
  try {
    const stamp = { token, anchor: new X509Certificate(anchor) }
    return stampText(stamp) === text ? stamp : undefined
  } catch {
    return undefined
  }
}

/** Whether a text is a stamp of a checkpoint by an authority of this source. */
export function isStampOf(text: string, source: string, note: string): boolean {
  const stamp = stampIn(text)
  return (
    stamp !== undefined &&
    sourceOf(stamp.anchor) === source &&
    stampedAt(stamp.token, note, stamp.anchor) !== undefined
  )
}

import { randomBytes } from 'node:crypto'
import { sha256 } from '../../../kernel/crypto/digest.ts'
import { children, content, element } from '../../domain/time-stamps/der.ts'
import { readToken } from '../../domain/time-stamps/token.ts'

/** A query for a time-stamp of a checkpoint (RFC 3161). It asks for the certificate of the authority too. */
export function timestampQuery(note: string): { query: Buffer; nonce: Buffer } {
  const nonce = randomBytes(16)
  // A positive INTEGER in its shortest form, so that each part of the query has one length.
  nonce[0] = (nonce[0]! & 0x3f) | 0x40
  const query = [BEFORE_HASH, sha256(Buffer.from(note)), BEFORE_NONCE, nonce, CERTIFICATE_ASKED]
  return { query: Buffer.concat(query), nonce }
}

/** The token in an answer to a query; undefined where the authority granted none or answered another query. */
export function tokenIn(answer: Buffer, nonce: Buffer): Buffer | undefined {
  try {
    const outer = element(answer)
    const [information, token] = children(outer)
    const status = content(children(information)[0], 2).toString('hex')
    if (outer.all.length !== answer.length || !GRANTED.has(status) || token === undefined) return undefined
    return readToken(token.all).nonce?.equals(nonce) === true ? Buffer.from(token.all) : undefined
  } catch {
    return undefined
  }
}

// TimeStampReq in DER: version 1, SHA-256 with its hash, the nonce, certReq.
const BEFORE_HASH = Buffer.from('304b0201013031300d060960864801650304020105000420', 'hex')
const BEFORE_NONCE = Buffer.from('0210', 'hex')
const CERTIFICATE_ASKED = Buffer.from('0101ff', 'hex')
/** The statuses granted, and granted with modifications. */
const GRANTED = new Set(['00', '01'])

import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { children, content, type Element, element, NotDer, oid, SEQUENCE } from './der.ts'

// RFC 3161 time-stamp tokens, RFC 5652 signed data, RFC 5035 signing certificates. Object identifiers in hex. verify.mjs has the
// same rules (verifier/build.mjs): it accepts every token that the ledger stores.

/** A parsed token. Only `assertSigned` checks what the signer signed. */
export type Token = {
  info: Buffer
  at: Date
  /** Undefined where the authority left it out. */
  nonce: Buffer | undefined
  imprint: { hash: string | undefined; value: Buffer }
  pool: X509Certificate[]
  signer: X509Certificate
  attributes: Element
  hash: string
  named: string
  signature: Buffer
}

/** Reads a token. Throws NotDer. */
export function readToken(bytes: Buffer): Token {
  const outer = element(bytes)
  const [type, wrapped] = children(outer)
  if (outer.all.length !== bytes.length || oid(type) !== SIGNED_DATA) throw new NotDer('no signed data')
  const [signed] = children(wrapped, 0xa0)
  const [, , encapsulated, ...rest] = children(signed)
  const [contentType, explicit] = children(encapsulated)
  if (oid(contentType) !== TST_INFO) throw new NotDer('no time-stamp')
  const info = content(children(explicit, 0xa0)[0], 4)
  const certificates = rest.filter(({ tag }) => tag === 0xa0).flatMap((set) => children(set, 0xa0))
  const [signer, ...more] = children(rest.at(-1), SET)
  if (!signer || more.length > 0) throw new NotDer('not one signer')
  const [version, policy, imprint, serial, time, ...options] = children(element(info))
  const [algorithm, hash] = children(imprint)
  if (content(version, INTEGER).toString('hex') !== '01') throw new NotDer('not version 1')
  oid(policy)
  content(serial, INTEGER)
  const pool = certificates.slice(0, MAX_CERTIFICATES).flatMap(certificateOf)
  const stamped = HASHES[oid(children(algorithm)[0])]
  return {
    info,
    pool,
    at: timeOf(content(time, 0x18).toString('latin1')),
    nonce: options.find(({ tag }) => tag === INTEGER)?.body,
    imprint: { hash: stamped, value: content(hash, 4) },
    ...signerOf(signer, pool),
  }
}

function signerOf(info: Element, pool: readonly X509Certificate[]) {
  const [, id, digest, attributes, algorithm, signature] = children(info)
  const signer = pool.find((one) => isNamed(one, id))
  const hash = HASHES[oid(children(digest)[0])]
  if (!signer || attributes?.tag !== 0xa0 || hash === undefined)
    throw new NotDer('no certificate of the signer, no signed attributes, or another hash')
  const named = SIGNATURES[oid(children(algorithm)[0])] ?? hash
  return { signer, attributes, hash, named, signature: content(signature, 4) }
}

/**
 * Whether a signer names this certificate, by its issuer and its number. The name of the issuer is compared where it stands: it
 * may be elsewhere in a certificate too, and to search long bytes may take a second.
 */
function isNamed({ raw }: X509Certificate, id: Element | undefined): boolean {
  try {
    const [issuer, serial] = children(id)
    const fields = children(children(element(raw))[0])
    // Without a version in the first version of certificates.
    const [own, , by] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields
    const isNumber = content(serial, INTEGER).equals(content(own, INTEGER))
    return isNumber && content(issuer, SEQUENCE).equals(content(by, SEQUENCE))
  } catch {
    return false
  }
}

/** How many signatures of certificates may still be checked, however many certificates the tokens bring. */
type Links = { left: number }

/** The budget of checks for this many tokens: a token of an honest authority needs a few. */
export function linksFor(tokens: number): Links {
  return { left: tokens * LINKS }
}

/**
 * Whether the certificate of the signer leads to a trusted one, all of them valid at the time of the token.
 *
 * @param links the budget of checks, shared by all tokens that are read together
 */
export function isTrusted(
  { signer, pool, at }: Token,
  trusted: readonly X509Certificate[],
  links = linksFor(1),
): boolean {
  const isAnchor = (one: X509Certificate) => trusted.some(({ raw }) => raw.equals(one.raw))
  const isValid = (one: X509Certificate) =>
    Date.parse(one.validFrom) <= at.getTime() && at.getTime() <= Date.parse(one.validTo)
  const open = [signer]
  const seen: Set<string> = new Set()
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.fingerprint256) || !isValid(next)) continue
    seen.add(next.fingerprint256)
    if (isAnchor(next)) return true
    open.push(...[...trusted, ...pool].filter((one) => hasIssued(one, next, links)))
  }
  return false
}

/** Whether a certificate issued another one. A certificate that cannot be read in full has issued none. */
function hasIssued(one: X509Certificate, subject: X509Certificate, links: Links): boolean {
  try {
    if (!one.ca || !subject.checkIssued(one) || isLong(one.publicKey)) return false
    return links.left-- > 0 && subject.verify(one.publicKey)
  } catch {
    return false
  }
}

/** Whether a signature by a key takes long to check. */
function isLong({ asymmetricKeyDetails }: KeyObject): boolean {
  return (asymmetricKeyDetails?.modulusLength ?? 0) > MAX_MODULUS
}

/** The signer MUST have signed this text, with a certificate that is for time-stamps and nothing else. Throws NotDer. */
export function assertSigned(token: Token, note: string): void {
  const { signer, attributes, hash, named, signature, info, imprint } = token
  const values = new Map(
    children(attributes, 0xa0).map((one) => {
      const [type, set] = children(one)
      return [oid(type), children(set, SET)]
    }),
  )
  const only = (type: string) => {
    const found = values.get(type)
    return found?.length === 1 ? found[0] : undefined
  }
  if (oid(only(CONTENT_TYPE)) !== TST_INFO) throw new NotDer('the signature is of something else')
  const digest = createHash(hash).update(info).digest()
  if (!content(only(MESSAGE_DIGEST), 4).equals(digest)) throw new NotDer('the signature is of another time')
  if (!namesSigner(only(SIGNING_CERTIFICATE_V2), only(SIGNING_CERTIFICATE), signer))
    throw new NotDer('the signature does not name its certificate')
  if (signer.keyUsage?.length !== 1 || signer.keyUsage[0] !== TIME_STAMPING)
    throw new NotDer('the certificate is not for time-stamps')
  // The signature is over the SET, not over the tagged form in the token.
  const signed = Buffer.from(attributes.all)
  signed[0] = SET
  const { publicKey: key } = signer
  if (isLong(key)) throw new NotDer('the key of the signer is too long')
  const algorithm = /^ed(25519|448)$/.test(key.asymmetricKeyType ?? '') ? null : named
  if (!verify(algorithm, signed, key, signature)) throw new NotDer('the signature is wrong')
  const expected = imprint.hash && createHash(imprint.hash).update(note).digest()
  if (!expected || !imprint.value.equals(expected)) throw new NotDer('it is of another checkpoint')
}

function namesSigner(v2: Element | undefined, v1: Element | undefined, signer: X509Certificate): boolean {
  const first = children(children(children(v2 ?? v1)[0])[0])
  const [algorithm, hash] = first[0]?.tag === 0x30 ? first : [undefined, first[0]]
  const name = algorithm ? HASHES[oid(children(algorithm)[0])] : v2 ? 'sha256' : 'sha1'
  return name !== undefined && content(hash, 4).equals(createHash(name).update(signer.raw).digest())
}

/** Parses the certificates in a token. They are not signed by it, so one that cannot be read is ignored. */
function certificateOf({ all }: Element): X509Certificate[] {
  try {
    return [new X509Certificate(all)]
  } catch {
    return []
  }
}

function timeOf(text: string): Date {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text)
  const [, year, month, day, hour, minute, second, fraction = '.0'] = match ?? []
  const at = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4).padEnd(4, '0')}Z`,
  )
  if (Number.isNaN(at.getTime())) throw new NotDer('no time')
  return at
}

const SIGNED_DATA = '2a864886f70d010702'
const TST_INFO = '2a864886f70d0109100104'
const CONTENT_TYPE = '2a864886f70d010903'
const MESSAGE_DIGEST = '2a864886f70d010904'
const SIGNING_CERTIFICATE = '2a864886f70d010910020c'
const SIGNING_CERTIFICATE_V2 = '2a864886f70d010910022f'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const HASHES: { [oid: string]: string } = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}
/** Signature algorithms that name their hash. The others use the hash that the signer names. */
const SIGNATURES: { [oid: string]: string } = {
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
}
const MAX_CERTIFICATES = 16
const LINKS = 16
/** In bits. */
const MAX_MODULUS = 8192
const INTEGER = 2
const SET = 0x31

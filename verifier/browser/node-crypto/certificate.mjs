import { children, content, element, NotDer, oid } from '../../src/shared/time-stamps/der.mjs'
import { Buffer } from '../buffer.mjs'
import { digest } from './digest.mjs'
import { canonical, dotted, printed, readName } from './names.mjs'
import { readPublicKey, verify } from './signature.mjs'

const SUBJECT_KEY = '551d0e'
const KEY_USAGE = '551d0f'
const BASIC_CONSTRAINTS = '551d13'
const AUTHORITY_KEY = '551d23'
const EXTENDED_KEY_USAGE = '551d25'
/** Signatures of certificates, by object identifiers in hex: the kind of key, and the hash. */
/** @type {Record<string, { type: string, hash: string | null }>} */
const SIGNATURES = {
  '2a864886f70d010105': { type: 'rsa', hash: 'sha1' },
  '2a864886f70d01010b': { type: 'rsa', hash: 'sha256' },
  '2a864886f70d01010c': { type: 'rsa', hash: 'sha384' },
  '2a864886f70d01010d': { type: 'rsa', hash: 'sha512' },
  '2a8648ce3d0401': { type: 'ec', hash: 'sha1' },
  '2a8648ce3d040302': { type: 'ec', hash: 'sha256' },
  '2a8648ce3d040303': { type: 'ec', hash: 'sha384' },
  '2a8648ce3d040304': { type: 'ec', hash: 'sha512' },
  '2b6570': { type: 'ed25519', hash: null },
}

/** The part of Node.js's class that the rules of time-stamps use. A certificate is read in DER (RFC 5280), and nothing else. */
export class X509Certificate {
  /** @param {Uint8Array | string} given DER, or PEM as a text */
  constructor(given) {
    const all = asNodes(typeof given === 'string' ? fromPem(given) : Buffer.from(given))
    const outer = element(all)
    if (outer.all.length !== all.length) throw new NotDer('bytes behind a certificate')
    const [signed, algorithm, signature, ...more] = children(outer)
    if (signed === undefined || more.length > 0) throw new NotDer('no certificate')
    this.raw = all
    this.signed = signed.all
    this.algorithm = oid(children(algorithm)[0])
    this.signature = content(signature, 3).subarray(1)
    const fields = children(signed)
    const versioned = fields[0]?.tag === 0xa0 ? fields : [undefined, ...fields]
    const [, serial, inner, issuer, validity, subject, spki, ...optional] = versioned
    /** Another algorithm inside than outside is never verified. */
    this.isOneAlgorithm = algorithm !== undefined && inner?.all.equals(algorithm.all) === true
    this.serialNumber = content(serial, 2).toString('hex').toUpperCase()
    this.issuerName = readName(issuer)
    this.subjectName = readName(subject)
    const [from, to] = children(validity)
    this.validFrom = timeIn(from)
    this.validTo = timeIn(to)
    content(children(spki)[1], 3)
    this.spki = asNodes(spki?.all)
    this.extensions = extensionsIn(optional.find((one) => one?.tag === 0xa3))
    this.fingerprint256 = digest('sha256', all).toString('hex')
  }

  get publicKey() {
    return readPublicKey(this.spki)
  }

  get subject() {
    return printed(this.subjectName) || undefined
  }

  /** Whether it may certify others: the basic constraints say so, and the key's usage, where there is one. */
  get ca() {
    const constraints = this.extensions.get(BASIC_CONSTRAINTS)
    const [first] = constraints === undefined ? [] : children(element(constraints))
    return first?.tag === 1 && first.body[0] !== 0 && this.signsCertificates
  }

  get signsCertificates() {
    const usage = this.extensions.get(KEY_USAGE)
    return usage === undefined || ((content(element(usage), 3)[1] ?? 0) & 0x04) !== 0
  }

  /** The purposes of the key, with dots; Node.js calls them so. */
  get keyUsage() {
    const purposes = this.extensions.get(EXTENDED_KEY_USAGE)
    return purposes && children(element(purposes)).map((one) => dotted(oid(one)))
  }

  /**
   * Whether that one names itself as the issuer. Its signature is not checked.
   *
   * @param {X509Certificate} issuer
   */
  checkIssued(issuer) {
    if (canonical(this.issuerName) !== canonical(issuer.subjectName) || !issuer.signsCertificates)
      return false
    const authority = this.extensions.get(AUTHORITY_KEY)
    if (authority === undefined) return true
    const named = children(element(authority))
    const id = named.find(({ tag }) => tag === 0x80)
    const own = issuer.extensions.get(SUBJECT_KEY)
    if (id && own && !content(element(own), 4).equals(id.body)) return false
    const serial = named.find(({ tag }) => tag === 0x82)
    return !serial || serial.body.toString('hex').toUpperCase() === issuer.serialNumber
  }

  /** @param {ReturnType<typeof readPublicKey>} key */
  verify(key) {
    const how = SIGNATURES[this.algorithm]
    if (how === undefined || how.type !== key.asymmetricKeyType || !this.isOneAlgorithm) return false
    return verify(how.hash, this.signed, key, this.signature)
  }
}

/**
 * The extensions by their object identifiers in hex. Throws NotDer.
 *
 * @param {Parameters<typeof children>[0]} list
 * @returns {Map<string, import('node:buffer').Buffer>}
 */
function extensionsIn(list) {
  const found = new Map()
  for (const one of list === undefined ? [] : children(children(list, 0xa3)[0])) {
    const [type, ...rest] = children(one)
    const name = oid(type)
    if (found.has(name)) throw new NotDer('an extension twice')
    found.set(name, content(rest.at(-1), 4))
  }
  return found
}

/** @param {Parameters<typeof content>[0]} time */
function timeIn(time) {
  const text = content(time, time?.tag === 0x17 ? 0x17 : 0x18).toString('latin1')
  const short = time?.tag === 0x17
  const full = short ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? []
  const [year, month, day, hour, minute, second] = parts
  return parts.length === 0 ? 'never' : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

/**
 * The same bytes, of the type that the rules are written for.
 *
 * @param {unknown} bytes
 */
function asNodes(bytes) {
  return /** @type {import('node:buffer').Buffer} */ (bytes)
}

/** @param {string} text */
function fromPem(text) {
  const [, body = ''] =
    /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(text) ?? []
  return Buffer.from(body.replaceAll(/\s/g, ''), 'base64')
}

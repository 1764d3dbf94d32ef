import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { addressBytes } from './address.ts'
import { bits, boolean, integer, octets, oid, sequence, set, tagged, time, utf8 } from './der.ts'

/** A certificate with its private key, both as PEM texts. */
export type Issued = { certificate: string; key: string }

/** An authority that can issue: what it signs with, and the name and key id that its certificates point to. */
export type Authority = Issued & { name: string; privateKey: KeyObject; keyId: Buffer }

/** How long certificates are good for. */
export type Validity = { from: Date; until: Date }

/** Makes a certificate authority (P-256), whose certificates may not issue in turn (path length 0). */
export function makeAuthority(name: string, validity: Validity): Authority {
  const { privateKey, publicKey } = keyPair()
  const keyId = keyIdOf(publicKey)
  const certificate = signed({
    issuer: { name, privateKey },
    subject: name,
    publicKey,
    validity,
    extensions: [
      extension(BASIC_CONSTRAINTS, true, sequence(boolean(true), integer(Buffer.of(0)))),
      extension(KEY_USAGE, true, bits(Buffer.of(KEY_CERT_SIGN | CRL_SIGN), 1)),
      extension(SUBJECT_KEY_ID, false, octets(keyId)),
    ],
  })
  return { name, privateKey, keyId, certificate, key: pemOf(privateKey) }
}

/**
 * Issues a certificate (P-256) that is good for both ends of a connection: a server by one of these host names or
 * addresses, and a client.
 */
export function issue(authority: Authority, name: string, hosts: string[], validity: Validity): Issued {
  const { privateKey, publicKey } = keyPair()
  const certificate = signed({
    issuer: authority,
    subject: name,
    publicKey,
    validity,
    extensions: [
      extension(BASIC_CONSTRAINTS, true, sequence()),
      extension(KEY_USAGE, true, bits(Buffer.of(DIGITAL_SIGNATURE), 7)),
      extension(EXTENDED_KEY_USAGE, false, sequence(oid(SERVER_AUTH), oid(CLIENT_AUTH))),
      extension(SUBJECT_ALT_NAME, false, sequence(...hosts.map(alternativeName))),
      extension(SUBJECT_KEY_ID, false, octets(keyIdOf(publicKey))),
      extension(AUTHORITY_KEY_ID, false, sequence(tagged(0, authority.keyId, false))),
    ],
  })
  return { certificate, key: pemOf(privateKey) }
}

/** RFC 5280 section 4.1, signed with ECDSA and SHA-256 (RFC 5758 section 3.2). */
function signed(options: {
  issuer: { name: string; privateKey: KeyObject }
  subject: string
  publicKey: KeyObject
  validity: Validity
  extensions: Buffer[]
}): string {
  const { issuer, subject, publicKey, validity, extensions } = options
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const body = sequence(
    tagged(0, integer(Buffer.of(2)), true),
    integer(randomBytes(16)),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(validity.from), time(validity.until)),
    distinguishedName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions), true),
  )
  const der = sequence(body, algorithm, bits(sign('sha256', body, issuer.privateKey)))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function keyPair(): { privateKey: KeyObject; publicKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** RFC 7093 section 2, method 1: the first 160 bits of SHA-256. */
function keyIdOf(publicKey: KeyObject): Buffer {
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
  return createHash('sha256').update(point).digest().subarray(0, 20)
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value))
}

function distinguishedName(commonName: string): Buffer {
  return sequence(set(sequence(oid(COMMON_NAME), utf8(commonName))))
}

/** RFC 5280 section 4.2.1.6: dNSName or iPAddress. */
function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? tagged(2, Buffer.from(host), false) : tagged(7, addressBytes(host), false)
}

const COMMON_NAME = '2.5.4.3'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const SUBJECT_KEY_ID = '2.5.29.14'
const KEY_USAGE = '2.5.29.15'
const SUBJECT_ALT_NAME = '2.5.29.17'
const BASIC_CONSTRAINTS = '2.5.29.19'
const AUTHORITY_KEY_ID = '2.5.29.35'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
/** Bits of KeyUsage, the first one the highest of its byte. */
const DIGITAL_SIGNATURE = 0x80
const KEY_CERT_SIGN = 0x04
const CRL_SIGN = 0x02

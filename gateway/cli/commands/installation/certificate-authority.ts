// The decorators of @peculiar/x509 need this import first.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate with its private key, both as PEM texts. */
type Issued = { certificate: string; key: string }

/** An authority that can issue certificates: its signing key, and its name. */
type Authority = Issued & { name: string; keys: webcrypto.CryptoKeyPair }

/** The validity of certificates. */
type Validity = { from: Date; until: Date }

/** Makes a certificate authority (P-256), whose certificates may not issue others (path length 0). */
export async function makeAuthority(name: string, validity: Validity): Promise<Authority> {
  const keys = await keyPair()
  const certificate = await signed(name, { name, keys }, keys, validity, [
    new BasicConstraintsExtension(true, 0, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
  ])
  return { name, keys, certificate, key: await pemOf(keys.privateKey) }
}

/**
 * Issues a certificate (P-256) for both ends of a connection: for a server with one of these host names or addresses, and for a
 * client.
 */
export async function issue(
  authority: Authority,
  name: string,
  hosts: string[],
  validity: Validity,
): Promise<Issued> {
  const keys = await keyPair()
  const names = hosts.map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }))
  const certificate = await signed(name, authority, keys, validity, [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
    new SubjectAlternativeNameExtension(names),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(authority.keys.publicKey),
  ])
  return { certificate, key: await pemOf(keys.privateKey) }
}

/**
 * Makes a certificate (RFC 5280 section 4.1), signed with ECDSA and SHA-256 (RFC 5758 section 3.2). The serial number is random.
 */
async function signed(
  subject: string,
  issuer: { name: string; keys: webcrypto.CryptoKeyPair },
  { publicKey }: webcrypto.CryptoKeyPair,
  validity: Validity,
  extensions: Extension[],
): Promise<string> {
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [subject] }],
    issuer: [{ CN: [issuer.name] }],
    notBefore: validity.from,
    notAfter: validity.until,
    publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions,
  })
  return `${certificate.toString('pem')}\n`
}

function keyPair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`
}

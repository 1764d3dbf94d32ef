import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { type Attribute, ContentInfo, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'

/** A query for a time-stamp of a checkpoint (RFC 3161), with the certificate of the authority asked for. */
export function timestampQuery(note: string): { query: Buffer; nonce: Buffer } {
  const nonce = randomBytes(16)
  nonce[0] = (nonce[0]! & 0x3f) | 0x40
  const query = new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
      hashedMessage: new OctetString(digest('sha256', Buffer.from(note))),
    }),
    nonce: exact(nonce),
    certReq: true,
  })
  return { query: Buffer.from(AsnConvert.serialize(query)), nonce }
}

/** The token of an answer to a query; undefined where the authority granted none, or answered another query. */
export function tokenIn(answer: Buffer, nonce: Buffer): Buffer | undefined {
  try {
    const { status, timeStampToken } = AsnConvert.parse(exact(answer), TimeStampResp)
    if (status.status > 1 || timeStampToken === undefined) return undefined
    const token = Buffer.from(AsnConvert.serialize(timeStampToken))
    return Buffer.from(infoOf(token).info.nonce ?? new ArrayBuffer(0)).equals(nonce) ? token : undefined
  } catch {
    return undefined
  }
}

/**
 * When an authority saw a checkpoint; undefined where the token is not its token of that checkpoint.
 *
 * @param anchor the authority's certificate, or one that its certificate leads to through those in the token
 */
export function stampedAt(token: Buffer, note: string, anchor: X509Certificate): Date | undefined {
  try {
    const { signed, text, info } = infoOf(token)
    const [signer, ...more] = signed.signerInfos
    const pool = [...(signed.certificates ?? [])]
      .flatMap(({ certificate }) => (certificate === undefined ? [] : [certificate]))
      .slice(0, MAX_CERTIFICATES)
      .map((one) => new X509Certificate(Buffer.from(AsnConvert.serialize(one))))
    const own = pool.find((one) => isOf(signer, one))
    if (signer === undefined || more.length > 0 || own === undefined) return undefined
    const { hashAlgorithm, hashedMessage } = info.messageImprint
    const stamped = HASHES[hashAlgorithm.algorithm]
    const isOfNote =
      stamped !== undefined && digest(stamped, Buffer.from(note)).equals(Buffer.from(hashedMessage.buffer))
    const at = new Date(info.genTime)
    return isOfNote && isSigned(signer, text, own) && leadsTo(own, pool, anchor, at) ? at : undefined
  } catch {
    return undefined
  }
}

function infoOf(token: Buffer) {
  const outer = AsnConvert.parse(exact(token), ContentInfo)
  if (outer.contentType !== SIGNED_DATA) throw new TypeError('no signed data')
  const signed = AsnConvert.parse(outer.content, SignedData)
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== TST_INFO || eContent?.single === undefined) throw new TypeError('no time-stamp')
  const text = Buffer.from(eContent.single.buffer)
  return { signed, text, info: AsnConvert.parse(exact(text), TSTInfo) }
}

function isOf(signer: SignerInfo | undefined, certificate: X509Certificate): boolean {
  const issued = signer?.sid.issuerAndSerialNumber
  if (issued === undefined) return false
  const serial = BigInt(`0x${Buffer.from(issued.serialNumber).toString('hex')}`)
  const issuer = Buffer.from(AsnConvert.serialize(issued.issuer))
  return serial === BigInt(`0x${certificate.serialNumber}`) && certificate.raw.includes(issuer)
}

/** The signature is of this text, by a certificate that is for time-stamps and nothing else, and names it. */
function isSigned(signer: SignerInfo, text: Buffer, own: X509Certificate): boolean {
  const hash = HASHES[signer.digestAlgorithm.algorithm]
  const { signedAttrs = [] } = signer
  if (hash === undefined) return false
  const only = (type: string): Buffer | undefined => {
    const [found, ...more] = signedAttrs.filter(({ attrType }: Attribute) => attrType === type)
    return more.length === 0 && found?.attrValues.length === 1 ? Buffer.from(found.attrValues[0]!) : undefined
  }
  const certificate = only(SIGNING_CERTIFICATE_V2) ?? only(SIGNING_CERTIFICATE)
  const isNamed = ['sha1', ...Object.values(HASHES)].some((name) =>
    certificate?.includes(digest(name, own.raw)),
  )
  const attributes = setOf(signedAttrs.map((one) => Buffer.from(AsnConvert.serialize(one))))
  const named = SIGNATURES[signer.signatureAlgorithm.algorithm] ?? hash
  const algorithm = own.publicKey.asymmetricKeyType?.startsWith('ed') ? null : named
  return (
    isNamed &&
    only(CONTENT_TYPE)?.equals(TST_INFO_DER) === true &&
    only(MESSAGE_DIGEST)?.subarray(2).equals(digest(hash, text)) === true &&
    own.keyUsage?.length === 1 &&
    own.keyUsage[0] === TIME_STAMPING &&
    verify(algorithm, attributes, own.publicKey, Buffer.from(signer.signature.buffer))
  )
}

function leadsTo(
  own: X509Certificate,
  pool: readonly X509Certificate[],
  anchor: X509Certificate,
  at: Date,
): boolean {
  const open = [own]
  const seen = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const subject = next
    const isValid =
      Date.parse(subject.validFrom) <= at.getTime() && at.getTime() <= Date.parse(subject.validTo)
    if (!isValid || seen.has(subject.fingerprint256)) continue
    seen.add(subject.fingerprint256)
    if (subject.raw.equals(anchor.raw)) return true
    open.push(
      ...[anchor, ...pool].filter(
        (one) => one.ca && subject.checkIssued(one) && subject.verify(one.publicKey),
      ),
    )
  }
  return false
}

/** The DER of a SET, of elements that are in its order. What is signed is this, not the tagged form in the token. */
function setOf(elements: readonly Buffer[]): Buffer {
  const body = Buffer.concat(elements)
  const head = Buffer.from([SET, 0x82, body.length >> 8, body.length & 0xff])
  const short = body.length < 0x80 ? [SET, body.length] : [SET, 0x81, body.length]
  return Buffer.concat([body.length > 0xff ? head : Buffer.from(short), body])
}

function digest(hash: string, bytes: Buffer): Buffer {
  return createHash(hash).update(bytes).digest()
}

/** Bytes in memory of their own, as the library wants them. */
function exact(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TST_INFO_DER = Buffer.from('060b2a864886f70d0109100104', 'hex')
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const HASHES: { [oid: string]: string } = {
  [SHA256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
/** Signatures that name their hash; the others go by the hash of the signer. */
const SIGNATURES: { [oid: string]: string } = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const SET = 0x31
const MAX_CERTIFICATES = 16

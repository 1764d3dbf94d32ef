import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { KmsError } from './errors.ts'

/**
 * Checks an AWS Signature Version 4 on a request for the path `/` without a query: the JSON protocol uses no other. The
 * signature MUST cover the host, the date, every `x-amz-` header and the body.
 *
 * Source: AWS General Reference, "Signing AWS API requests" (Signature Version 4).
 *
 * @throws KmsError of the kind AWS answers with
 */
export async function verifySigV4(request: SignedRequest, expected: Expected): Promise<void> {
  const authorization = request.headers.authorization?.join(',')
  if (!authorization)
    throw new KmsError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  const claim = AUTHORIZATION.exec(authorization)?.groups
  const date = single(request.headers['x-amz-date'])
  if (!claim || !date || !DATE.test(date))
    throw new KmsError('IncompleteSignatureException', 'Authorization or X-Amz-Date header is malformed')
  const { accessKeyId, day, region, service } = claim
  if (accessKeyId !== expected.accessKeyId || request.headers['x-amz-security-token'])
    throw new KmsError('UnrecognizedClientException', 'The security token included in the request is invalid')
  if (day !== date.slice(0, 8) || region !== expected.region || service !== expected.service)
    throw refused('Credential is not scoped to this day, region and service')
  const skew = Math.abs(expected.now.getTime() - parseDate(date))
  if (!(skew <= MAX_SKEW_MS))
    throw refused(`Signature not current: ${date} against ${isoBasic(expected.now)}`)
  const signedHeaders = (claim.signedHeaders ?? '').split(';')
  requireCovered(signedHeaders, Object.keys(request.headers))
  const bodyHash = createHash('sha256').update(request.body).digest('hex')
  const claimedHash = single(request.headers['x-amz-content-sha256'])
  if (claimedHash !== undefined && claimedHash !== bodyHash)
    throw refused('X-Amz-Content-SHA256 is not the hash of the body')
  const signature = await sign(request, signedHeaders, new Date(parseDate(date)), expected)
  if (!timingSafeEqual(signature, Buffer.from(claim.signature ?? '', 'hex')))
    throw refused('The request signature we calculated does not match the signature you provided')
}

/** Returns the 32 bytes of the signature that the holder of the secret makes for these headers and the body. */
async function sign(
  request: SignedRequest,
  names: string[],
  signingDate: Date,
  { accessKeyId, secretAccessKey, region, service }: Expected,
): Promise<Buffer> {
  const credentials = { accessKeyId, secretAccessKey }
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256, applyChecksum: false })
  const headers = Object.fromEntries(names.map((name) => [name, (request.headers[name] ?? []).join(',')]))
  const { method, body } = request
  const signed = await signer.sign(
    { method, body, headers, path: '/', protocol: 'http:', hostname: headers.host ?? '' },
    { signingDate, signableHeaders: new Set(names) },
  )
  return Buffer.from(signed.headers.authorization?.slice(-64) ?? '', 'hex')
}

/** SHA-256, or HMAC-SHA-256 under a secret, with the interface that the signer expects of a hash. */
class Sha256 {
  readonly #hash: Hash | Hmac

  constructor(secret?: SourceData) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }

  update(data: SourceData): void {
    this.#hash.update(bytesOf(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    throw new TypeError('a hash is used once')
  }
}

function bytesOf(data: SourceData): Uint8Array | string {
  if (typeof data === 'string') return data
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

function requireCovered(signed: string[], present: string[]): void {
  if (signed.some((name, at) => at > 0 && name <= (signed[at - 1] ?? '')))
    throw refused('SignedHeaders must be lower case, sorted and distinct')
  const missing = signed.find((name) => !present.includes(name))
  if (missing !== undefined) throw refused(`The signed header ${missing} is not in the request`)
  const required = ['host', 'x-amz-date', ...present.filter((name) => name.startsWith('x-amz-'))]
  const open = required.find((name) => !signed.includes(name))
  if (open !== undefined) throw refused(`The header ${open} must be signed`)
}

function single(values: string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined
}

function parseDate(basic: string): number {
  return Date.parse(basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function isoBasic(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function refused(message: string): KmsError {
  return new KmsError('InvalidSignatureException', message)
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=(?<accessKeyId>[^/, ]+)\/(?<day>\d{8})\/(?<region>[a-z0-9-]+)\/(?<service>[a-z0-9-]+)\/aws4_request, *SignedHeaders=(?<signedHeaders>[a-z0-9-]+(?:;[a-z0-9-]+)*), *Signature=(?<signature>[0-9a-f]{64})$/
const DATE = /^\d{8}T\d{6}Z$/
const MAX_SKEW_MS = 5 * 60 * 1000

/** Header names in lower case, each with its values in order of appearance. All of it is the caller's claim. */
export type SignedRequest = { method: string; headers: Partial<Record<string, string[]>>; body: Uint8Array }
export type Expected = {
  accessKeyId: string
  secretAccessKey: string
  region: string
  service: string
  now: Date
}
/** The data that the signer hashes. */
type SourceData = string | ArrayBuffer | ArrayBufferView

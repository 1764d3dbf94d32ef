import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { KmsError } from './errors.ts'

/**
 * Checks an AWS Signature Version 4 on a request for the path `/` without a query, which is all that the JSON protocol
 * uses. The signature must cover the host, the date, every `x-amz-` header and the body.
 *
 * Source: AWS General Reference, "Signing AWS API requests" (Signature Version 4).
 * @throws KmsError of the kind AWS answers with
 */
export function verifySigV4(request: SignedRequest, expected: Expected): void {
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
  const scope = `${day}/${region}/${service}/aws4_request`
  const canonical = canonicalRequest(request, signedHeaders, bodyHash)
  const signature = sign(expected.secretAccessKey, scope, date, canonical)
  if (!timingSafeEqual(signature, Buffer.from(claim.signature ?? '', 'hex')))
    throw refused('The request signature we calculated does not match the signature you provided')
}

/** The "canonical request" of the specification, for the path `/` and no query. */
function canonicalRequest(request: SignedRequest, signedHeaders: string[], bodyHash: string): string {
  const headers = signedHeaders.map((name) => {
    const values = request.headers[name] ?? []
    return `${name}:${values.map((value) => value.trim().replace(/ +/g, ' ')).join(',')}\n`
  })
  return [request.method, '/', '', headers.join(''), signedHeaders.join(';'), bodyHash].join('\n')
}

function sign(secret: string, scope: string, date: string, canonical: string): Buffer {
  const digest = createHash('sha256').update(canonical).digest('hex')
  const stringToSign = ['AWS4-HMAC-SHA256', date, scope, digest].join('\n')
  return hmac(signingKey(secret, scope), stringToSign)
}

/** The key derived from a secret for a scope `day/region/service/aws4_request`; 32 bytes. */
export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
}

function hmac(key: Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
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

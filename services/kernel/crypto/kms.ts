import type { KMSClient } from '@aws-sdk/client-kms'
import { DomainError, Reason } from '../errors/errors.ts'
import { boundAnswers } from './bounded-answers.ts'
import { boundedConnections } from './bounded-connections.ts'
import { sha256 } from './digest.ts'
import { p256Spki, toLowS, verifySignature } from './ecdsa.ts'

/**
 * The key service: AWS KMS, or another service with the same protocol at `endpoint`. The AWS SDK is loaded with the first
 * call. After a temporary fault (throttled, unreachable, too slow) a call is repeated with growing pauses.
 *
 * Every method throws DomainError: UNAVAILABLE for a temporary fault, INTERNAL for a permanent one. The SDK's error is the
 * cause; `details.key_service` has a KeyServiceFault.
 */
export function createKms(config: KmsConfig): Kms {
  let loading: Promise<Loaded> | undefined
  const loaded = () => {
    loading ??= load(config)
    return loading
  }
  return {
    publicKey: async (keyArn) => fetchPublicKey(await loaded(), keyArn),
    signMessage: async (keyArn, spki, message) => signMessage(await loaded(), { keyArn, spki, message }),
    createSigningKey: async (description) => createSigningKey(await loaded(), description),
    generateDataKey: async (keyArn, context) => generateDataKey(await loaded(), keyArn, context),
    decrypt: async (keyArn, blob, context) => decrypt(await loaded(), keyArn, blob, context),
    close: async () => (await loading?.catch(() => undefined))?.client.destroy(),
  }
}

async function fetchPublicKey({ sdk, client }: Loaded, keyArn: string): Promise<Buffer> {
  const answer = await calling(keyArn, () => client.send(new sdk.GetPublicKeyCommand({ KeyId: keyArn })))
  const spki = bytes(answer.PublicKey, 'public key')
  try {
    return p256Spki(spki)
  } catch (cause) {
    throw fault('wrong_answer', `${keyArn} is not a P-256 signing key with an uncompressed point`, cause)
  }
}

async function signMessage(
  { sdk, client }: Loaded,
  { keyArn, spki, message }: { keyArn: string; spki: Buffer; message: string | Uint8Array },
): Promise<Buffer> {
  const command = new sdk.SignCommand({
    KeyId: keyArn,
    Message: sha256(message),
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  })
  const answer = await calling(keyArn, () => client.send(command))
  const signature = toLowS(bytes(answer.Signature, 'signature'))
  if (!signature || !verifySignature(spki, message, signature))
    throw fault(
      'wrong_answer',
      `the key service answered with a signature that does not verify under ${keyArn}; nothing was signed`,
    )
  return signature
}

async function createSigningKey({ sdk, client }: Loaded, description: string): Promise<string> {
  const command = new sdk.CreateKeyCommand({
    KeySpec: 'ECC_NIST_P256',
    KeyUsage: 'SIGN_VERIFY',
    Description: description,
  })
  const answer = await calling('a new signing key', () => client.send(command))
  const arn: unknown = answer.KeyMetadata?.Arn
  if (typeof arn !== 'string' || arn === '' || arn.length > ARN_LENGTH) throw without('key ARN')
  return arn
}

async function generateDataKey({ sdk, client }: Loaded, keyArn: string, context: Context): Promise<DataKey> {
  const command = new sdk.GenerateDataKeyCommand({
    KeyId: keyArn,
    KeySpec: 'AES_256',
    EncryptionContext: context,
  })
  const answer = await calling(keyArn, () => client.send(command))
  return {
    plaintext: dataKey(answer.Plaintext),
    blob: bytes(answer.CiphertextBlob, 'wrapped data key'),
  }
}

async function decrypt(
  { sdk, client }: Loaded,
  keyArn: string,
  blob: Uint8Array,
  context: Context,
): Promise<Buffer> {
  const command = new sdk.DecryptCommand({
    KeyId: keyArn,
    CiphertextBlob: blob,
    EncryptionContext: context,
  })
  const answer = await calling(keyArn, () => client.send(command))
  return dataKey(answer.Plaintext)
}

async function load(config: KmsConfig): Promise<Loaded> {
  const [sdk, { StandardRetryStrategy }] = await Promise.all([
    import('@aws-sdk/client-kms'),
    import('@smithy/core/retry'),
  ])
  const { region, endpoint, credentials, attempts = 5, timeoutMs = 5000 } = config
  const client = new sdk.KMSClient({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    // A copy, because the SDK writes into the object.
    ...(credentials === undefined ? {} : { credentials: { ...credentials } }),
    maxAttempts: attempts,
    requestHandler: {
      ...boundedConnections(timeoutMs),
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  })
  // Each call has its own budget of attempts. The client's budget is used up by nine calls that failed: calls of others would have
  // one attempt each, long after the fault.
  client.config.retryStrategy = async () => new StandardRetryStrategy(attempts)
  boundAnswers(client, timeoutMs)
  return { sdk, client }
}

async function calling<T>(key: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    const { $metadata, $retryable } = cause as SdkError
    // A host with several addresses gives an error for each.
    const first: unknown = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
    const { name = 'Error', message = '' } = first as SdkError
    const passing =
      $retryable !== undefined || TEMPORARY.has(name) || !(($metadata?.httpStatusCode ?? 500) < 500)
    const why = name === 'Error' && message !== '' ? (HINTS.get(message) ?? message) : name
    if (passing) throw fault('no_answer', `the key service does not answer for ${key} (${why})`, cause)
    throw fault('refused', `the key service refused for ${key} (${why})`, cause)
  }
}

/** Requires a data key of 32 bytes. A key of another length MUST NOT seal or open anything. */
function dataKey(value: unknown): Buffer {
  const key = bytes(value, 'data key')
  if (key.length !== 32) throw without('data key of 32 bytes')
  return key
}

/** Checks a value that must be bytes: the SDK passes on whatever type the answer has. */
function bytes(value: unknown, what: string): Buffer {
  if (!(value instanceof Uint8Array) || value.length === 0) throw without(what)
  return Buffer.from(value)
}

function without(what: string): DomainError {
  return fault('wrong_answer', `the key service answered without a ${what}`)
}

/** How the key service failed. Callers tell people in their own words, without the names of keys. */
export type KeyServiceFault = 'no_answer' | 'refused' | 'wrong_answer'

function fault(how: KeyServiceFault, message: string, cause?: unknown): DomainError {
  const reason = how === 'no_answer' ? Reason.UNAVAILABLE : Reason.INTERNAL
  return new DomainError(reason, message, {
    details: { key_service: how },
    ...(cause === undefined ? {} : { cause }),
  })
}

/** Errors with a 4xx status that are temporary all the same. */
const TEMPORARY: ReadonlySet<string> = new Set([
  'DependencyTimeoutException',
  'KeyUnavailableException',
  'KMSInternalException',
  'LimitExceededException',
  'RequestTimeout',
  'ThrottlingException',
  'TimeoutError',
])

/** What to do about an error of the SDK that has no name of its own. */
const HINTS: ReadonlyMap<string, string> = new Map([['Region is missing', 'AWS_REGION is not set']])

const ARN_LENGTH = 2048

type Loaded = { sdk: typeof import('@aws-sdk/client-kms'); client: KMSClient }
/** The encryption context that a data key is bound to. */
type Context = Record<string, string>
type DataKey = { plaintext: Buffer; blob: Buffer }
type SdkError = {
  name?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
  $retryable?: object
}

export type KmsConfig = {
  /** Region, endpoint and credentials left out are found as the AWS SDK finds them (environment, instance role). */
  region?: string
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  /** How many times one call is tried, the first included; default 5. */
  attempts?: number
  /** Timeout of one try in milliseconds; default 5000. */
  timeoutMs?: number
}

export type Kms = {
  /**
   * Returns the SPKI DER of a P-256 signing key, with an uncompressed point. It is not cached, so that a wrong answer has no later
   * effect.
   */
  publicKey(keyArn: string): Promise<Buffer>
  /**
   * Signs a message (not its digest): SHA-256 is computed here and sent as MessageType DIGEST. The DER signature is
   * low-S and has been verified against the message and `spki`, the public half that the caller knows.
   */
  signMessage(keyArn: string, spki: Buffer, message: string | Uint8Array): Promise<Buffer>
  /** Creates another P-256 signing key. @returns its ARN */
  createSigningKey(description: string): Promise<string>
  /** Returns a new data key of 32 bytes, in plaintext and wrapped under `keyArn` for this context. */
  generateDataKey(keyArn: string, context: Context): Promise<DataKey>
  /** Unwraps a blob; the context must be the one it was wrapped with. */
  decrypt(keyArn: string, blob: Uint8Array, context: Context): Promise<Buffer>
  close(): Promise<void>
}

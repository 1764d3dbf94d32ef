import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '../../kernel/crypto/digest.ts'
import { seal, sealedBy, unseal } from './encryption.ts'
import { KmsError } from './errors.ts'
import type { Fault } from './faults.ts'
import { blob, choice, encryptionContext, type Input, invalid, text } from './input.ts'
import { type KeyStore, type KmsKey, publicKeyDer, type SigningKey, type WrappingKey } from './keys.ts'

/**
 * The operations of AWS KMS that Attestry uses, with the names of its API Reference, for ECC_NIST_P256 keys (ECDSA_SHA_256) and
 * SYMMETRIC_DEFAULT keys.
 */
export const operations: Record<string, Operation> = {
  CreateKey: async (input, { keys, now }) => {
    const spec = choice(
      input,
      'KeySpec',
      ['SYMMETRIC_DEFAULT', 'ECC_NIST_P256'] as const,
      'SYMMETRIC_DEFAULT',
    )
    choice(input, 'KeyUsage', [usageOf(spec)], spec === 'SYMMETRIC_DEFAULT' ? 'ENCRYPT_DECRYPT' : undefined)
    const description = typeof input.Description === 'string' ? input.Description : ''
    return { KeyMetadata: metadata(await keys.create(spec, description, now), keys) }
  },

  DescribeKey: async (input, { keys }) => ({ KeyMetadata: metadata(await anyKey(input, keys), keys) }),

  ListKeys: async (_input, { keys }) => ({
    Keys: (await keys.list()).map((id) => ({ KeyId: id, KeyArn: keys.arn({ id }) })),
    Truncated: false,
  }),

  GetPublicKey: async (input, { keys, fault }) => {
    const key = await signingKey(input, keys)
    const isWrong = fault === 'wrong_public_key' || fault === 'other_key'
    const shown = isWrong ? { ...key, privateKey: unregisteredKey() } : key
    return {
      KeyId: keys.arn(key),
      PublicKey: publicKeyDer(shown).toString('base64'),
      KeySpec: key.spec,
      CustomerMasterKeySpec: key.spec,
      KeyUsage: usageOf(key.spec),
      SigningAlgorithms: [ALGORITHM],
    }
  },

  Sign: async (input, { keys, fault }) => {
    const key = await signingKey(input, keys)
    choice(input, 'SigningAlgorithm', [ALGORITHM])
    const digest = fault === 'double_hash' ? sha256(digestOf(input)) : digestOf(input)
    const isWrong = fault === 'wrong_key' || fault === 'other_key'
    const scalar = scalarOf(isWrong ? unregisteredKey() : key.privateKey)
    return {
      KeyId: keys.arn(key),
      Signature: Buffer.from(p256.sign(digest, scalar, { ...SIGNATURE, extraEntropy: true })).toString(
        'base64',
      ),
      SigningAlgorithm: ALGORITHM,
    }
  },

  Verify: async (input, { keys }) => {
    const key = await signingKey(input, keys)
    choice(input, 'SigningAlgorithm', [ALGORITHM])
    const publicKey = p256.getPublicKey(scalarOf(key.privateKey))
    if (!isSignature(blob(input, 'Signature', 6144), digestOf(input), publicKey))
      throw new KmsError('KMSInvalidSignatureException', 'The signature is not valid')
    return { KeyId: keys.arn(key), SignatureValid: true, SigningAlgorithm: ALGORITHM }
  },

  GenerateDataKey: async (input, { keys }) => {
    const key = await wrappingKey(input, keys)
    const plaintext = randomBytes(dataKeyLength(input))
    return {
      KeyId: keys.arn(key),
      Plaintext: plaintext.toString('base64'),
      CiphertextBlob: seal(key, plaintext, encryptionContext(input)).toString('base64'),
    }
  },

  Encrypt: async (input, { keys }) => {
    const key = await wrappingKey(input, keys)
    choice(input, 'EncryptionAlgorithm', ['SYMMETRIC_DEFAULT'], 'SYMMETRIC_DEFAULT')
    const sealed = seal(key, blob(input, 'Plaintext', 4096), encryptionContext(input))
    return {
      KeyId: keys.arn(key),
      CiphertextBlob: sealed.toString('base64'),
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    }
  },

  Decrypt: async (input, { keys }) => {
    const sealed = blob(input, 'CiphertextBlob', 6144)
    choice(input, 'EncryptionAlgorithm', ['SYMMETRIC_DEFAULT'], 'SYMMETRIC_DEFAULT')
    const id = sealedBy(sealed)
    if (input.KeyId !== undefined && (await wrappingKey(input, keys)).id !== id)
      throw new KmsError('IncorrectKeyException', 'The key in the request did not make this ciphertext')
    const key = await wrappingKey({ KeyId: id }, keys)
    return {
      KeyId: keys.arn(key),
      Plaintext: unseal(key, sealed, encryptionContext(input)).toString('base64'),
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    }
  },
}

/** Returns the 32 bytes to sign. A DIGEST is taken as it is, because hashing it again would sign something else. */
function digestOf(input: Input): Buffer {
  const type = choice(input, 'MessageType', ['RAW', 'DIGEST'] as const, 'RAW')
  const message = blob(input, 'Message', 4096)
  if (type === 'RAW') return sha256(message)
  if (message.length !== 32) throw invalid(`Digest is invalid length for algorithm ${ALGORITHM}`)
  return message
}

/** Whether the bytes are a DER signature of the digest. Bytes that are not DER are not a signature. */
function isSignature(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return p256.verify(signature, digest, publicKey, SIGNATURE)
  } catch {
    return false
  }
}

function scalarOf(key: JsonWebKey): Uint8Array {
  return Buffer.from(key.d ?? '', 'base64url')
}

function dataKeyLength(input: Input): number {
  if ((input.KeySpec === undefined) === (input.NumberOfBytes === undefined))
    throw invalid('Give either KeySpec or NumberOfBytes')
  if (input.KeySpec !== undefined)
    return choice(input, 'KeySpec', ['AES_256', 'AES_128'] as const) === 'AES_256' ? 32 : 16
  const length = Number(input.NumberOfBytes)
  if (!Number.isInteger(length) || length < 1 || length > 1024)
    throw invalid('NumberOfBytes must be 1 to 1024')
  return length
}

function anyKey(input: Input, keys: KeyStore): Promise<KmsKey> {
  return keys.get(text(input, 'KeyId'))
}

async function signingKey(input: Input, keys: KeyStore): Promise<SigningKey> {
  const key = await anyKey(input, keys)
  if (key.spec !== 'ECC_NIST_P256') throw wrongUsage(key, keys)
  return key
}

async function wrappingKey(input: Input, keys: KeyStore): Promise<WrappingKey> {
  const key = await anyKey(input, keys)
  if (key.spec !== 'SYMMETRIC_DEFAULT') throw wrongUsage(key, keys)
  return key
}

function wrongUsage(key: KmsKey, keys: KeyStore): KmsError {
  return new KmsError('InvalidKeyUsageException', `${keys.arn(key)} key usage is ${usageOf(key.spec)}`)
}

function metadata(key: KmsKey, keys: KeyStore): object {
  return {
    AWSAccountId: keys.arn(key).split(':')[4],
    KeyId: key.id,
    Arn: keys.arn(key),
    CreationDate: Date.parse(key.createdAt) / 1000,
    Description: key.description,
    Enabled: true,
    KeyState: 'Enabled',
    KeyManager: 'CUSTOMER',
    Origin: 'AWS_KMS',
    MultiRegion: false,
    KeySpec: key.spec,
    CustomerMasterKeySpec: key.spec,
    KeyUsage: usageOf(key.spec),
    ...(key.spec === 'ECC_NIST_P256'
      ? { SigningAlgorithms: [ALGORITHM] }
      : { EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'] }),
  }
}

function usageOf(spec: KmsKey['spec']): 'SIGN_VERIFY' | 'ENCRYPT_DECRYPT' {
  return spec === 'ECC_NIST_P256' ? 'SIGN_VERIFY' : 'ENCRYPT_DECRYPT'
}

function unregisteredKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

const ALGORITHM = 'ECDSA_SHA_256'
/** Signs a digest that is already computed (Node's own `sign` always hashes). As with AWS, s may be high. */
const SIGNATURE = { prehash: false, lowS: false, format: 'der' } as const

type Operation = (
  input: Input,
  context: { keys: KeyStore; now: Date; fault: Fault | null },
) => Promise<object>

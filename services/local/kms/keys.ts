import { createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '../../kernel/values/ids.ts'
import { keepPrivate, makeDirectory } from '../data-directory.ts'
import { readOurs } from '../ownership.ts'
import { KmsError } from './errors.ts'

/** The keys of a local KMS: one file each (mode 0600) in `directory` (mode 0700). */
export async function openKeys(directory: string, arnPrefix: string): Promise<KeyStore> {
  await makeDirectory(directory, 0o700)
  const read = async (id: string): Promise<KmsKey | null> => {
    const text = isUuid(id) ? await readOurs(join(directory, `${id}.json`)) : null
    return text === null ? null : (JSON.parse(text) as KmsKey)
  }
  return {
    create: async (spec, description, now) => {
      const key = makeKey(spec, description, now)
      await keepPrivate(join(directory, `${key.id}.json`), () => JSON.stringify(key))
      return key
    },
    get: async (reference) => {
      const id = reference.startsWith(arnPrefix) ? reference.slice(arnPrefix.length) : reference
      const key = await read(id)
      if (!key) throw new KmsError('NotFoundException', `Key '${reference}' does not exist`)
      return key
    },
    list: async () => {
      const names = await readdir(directory)
      return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
    },
    arn: (key) => `${arnPrefix}${key.id}`,
  }
}

/** Returns the public key as DER SubjectPublicKeyInfo. */
export function publicKeyDer(key: SigningKey): Buffer {
  return createPublicKey({ key: key.privateKey, format: 'jwk' }).export({ format: 'der', type: 'spki' })
}

function makeKey(spec: KeySpec, description: string, now: Date): KmsKey {
  const common = { id: randomUUID(), description, createdAt: now.toISOString() }
  if (spec === 'SYMMETRIC_DEFAULT') return { ...common, spec, secret: randomBytes(32).toString('base64') }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...common, spec, privateKey: privateKey.export({ format: 'jwk' }) }
}

export type KeySpec = KmsKey['spec']
export type KmsKey = SigningKey | WrappingKey
export type SigningKey = Common & { spec: 'ECC_NIST_P256'; privateKey: JsonWebKey }
/** `secret`: 32 bytes, base64. */
export type WrappingKey = Common & { spec: 'SYMMETRIC_DEFAULT'; secret: string }
type Common = { id: string; description: string; createdAt: string }

export type KeyStore = {
  create(spec: KeySpec, description: string, now: Date): Promise<KmsKey>
  /** Finds a key by its key id or ARN. */
  get(reference: string): Promise<KmsKey>
  /** Key ids. */
  list(): Promise<string[]>
  arn(key: { id: string }): string
}

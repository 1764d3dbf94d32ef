import { randomBytes } from 'node:crypto'
import type { Kms } from '../../kernel/crypto/kms.ts'
import { mintSecret } from '../../kernel/crypto/secrets.ts'
import { unwrapDataKey, type WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { INSTALLATION_ID } from '../../kernel/values/ids.ts'
import { contextOf, type EndpointRef, seal, unseal } from '../domain/webhook/seal.ts'

/** A secret as it is stored: sealed under a data key, which is wrapped by the key service for that endpoint. */
export type SealedSecret = { wrappedKey: Buffer; sealedSecret: Buffer }

/** Seals and opens signing secrets. Each has a data key of its own, so that the key service's log names the endpoint. */
export type SecretBox = {
  /** A new secret, `whsec_…`, and its stored form. */
  make(endpoint: EndpointRef): Promise<{ secret: string; sealed: SealedSecret }>
  /**
   * The secret. Opened secrets are cached by their ciphertext, so that the key service is called once a process and secret, not
   * once a delivery. A rotated secret has another ciphertext, and is never mistaken for the old one.
   */
  open(endpoint: EndpointRef, sealed: SealedSecret): Promise<string>
  /** A dummy for unknown endpoints, so that the same work is done. No sender knows its secret. */
  decoy: EndpointRef & SealedSecret
}

export function secretBox(kms: Kms, keys: WrappingKeys, capacity = 10_000): SecretBox {
  const opened = new Map<string, Promise<string>>()
  const nameOf = ({ id }: EndpointRef, { sealedSecret }: SealedSecret): string =>
    id + sealedSecret.toString('base64')
  const decoy = { orgId: INSTALLATION_ID, id: INSTALLATION_ID, ...randomSealed() }
  const decoyName = nameOf(decoy, decoy)
  const decoySecret = Promise.resolve(mintSecret('whsec').secret)

  const keep = (name: string, secret: Promise<string>): Promise<string> => {
    opened.delete(name)
    opened.set(name, secret)
    if (opened.size > capacity) opened.delete(opened.keys().next().value!)
    return secret
  }
  const unwrap = async (endpoint: EndpointRef, sealed: SealedSecret): Promise<string> => {
    const key = await unwrapDataKey(kms, keys, { key: sealed.wrappedKey, context: contextOf(endpoint) })
    try {
      return unseal(key, endpoint, sealed.sealedSecret)
    } finally {
      key.fill(0)
    }
  }
  return {
    decoy,
    async make(endpoint) {
      if (keys.current === '')
        throw new DomainError(Reason.UNAVAILABLE, 'no wrapping key: ATTESTRY_KMS_WRAPPING_KEY_ARN is not set')
      const { secret } = mintSecret('whsec')
      const { plaintext, blob } = await kms.generateDataKey(keys.current, contextOf(endpoint))
      const sealed = { wrappedKey: blob, sealedSecret: seal(plaintext, endpoint, secret) }
      plaintext.fill(0)
      keep(nameOf(endpoint, sealed), Promise.resolve(secret))
      return { secret, sealed }
    },
    open(endpoint, sealed) {
      const name = nameOf(endpoint, sealed)
      const known = name === decoyName ? decoySecret : opened.get(name)
      if (known !== undefined) return name === decoyName ? known : keep(name, known)
      const secret = unwrap(endpoint, sealed)
      secret.catch(() => opened.delete(name))
      return keep(name, secret)
    },
  }
}

function randomSealed(): SealedSecret {
  return { wrappedKey: randomBytes(180), sealedSecret: randomBytes(77) }
}

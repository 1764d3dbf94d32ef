import { DomainError, Reason } from '../errors/errors.ts'
import type { Kms } from './kms.ts'
import { openSecret, type SealContext, sealSecret } from './sealed.ts'
import { unwrapDataKey, type WrappingKeys } from './wrapping-keys.ts'

/** A stored secret, sealed under a separate data key, which the key service has wrapped for the context of the secret. */
export type SealedSecret = { wrappedKey: Buffer; sealedSecret: Buffer }

/**
 * Seals and opens secrets. Each secret has a separate data key, so that the log of the key service names the object that the
 * secret belongs to.
 */
type SealedSecrets = {
  /**
   * The key service has opened the wrapped key once, and what it returned opens the secret.
   *
   * @throws DomainError UNAVAILABLE without a wrapping key; INTERNAL where the wrapped key is not that of the data key
   */
  seal(context: SealContext, secret: string): Promise<SealedSecret>
  /** The secret. Not cached. */
  unwrap(context: SealContext, sealed: SealedSecret): Promise<string>
}

export function sealedSecrets(
  kms: Pick<Kms, 'generateDataKey' | 'decrypt'>,
  keys: WrappingKeys,
): SealedSecrets {
  return {
    async seal(context, secret) {
      if (keys.current === '')
        throw new DomainError(Reason.UNAVAILABLE, 'no wrapping key: ATTESTRY_KMS_WRAPPING_KEY_ARN is not set')
      const { plaintext, blob } = await kms.generateDataKey(keys.current, context)
      const sealedSecret = sealSecret(plaintext, context, secret)
      plaintext.fill(0)
      openWith(await kms.decrypt(keys.current, blob, context), context, sealedSecret)
      return { wrappedKey: blob, sealedSecret }
    },
    async unwrap(context, { wrappedKey, sealedSecret }) {
      return openWith(await unwrapDataKey(kms, keys, { key: wrappedKey, context }), context, sealedSecret)
    },
  }
}

/** Overwrites the key. */
function openWith(key: Buffer, context: SealContext, sealedSecret: Buffer): string {
  try {
    return openSecret(key, context, sealedSecret)
  } finally {
    key.fill(0)
  }
}

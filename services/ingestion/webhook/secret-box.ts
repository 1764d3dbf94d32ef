import { randomBytes } from 'node:crypto'
import type { Kms } from '../../kernel/crypto/kms.ts'
import { nameOfSealed, OpenedSecrets } from '../../kernel/crypto/opened-secrets.ts'
import { type SealedSecret, sealedSecrets } from '../../kernel/crypto/sealed-secrets.ts'
import { mintSecret } from '../../kernel/crypto/secrets.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { INSTALLATION_ID } from '../../kernel/values/ids.ts'
import { contextOf, type EndpointRef } from '../domain/webhook/seal.ts'

/** Seals and opens signing secrets. Each has a separate data key, so that the log of the key service names the endpoint. */
export type SecretBox = {
  /** A new secret, `whsec_…`, and its stored form. */
  make(endpoint: EndpointRef): Promise<{ secret: string; sealed: SealedSecret }>
  /**
   * Returns the secret. Opened secrets are cached by their ciphertext, so that a process calls the key service once for each
   * secret, not once for each delivery. A rotated secret has another ciphertext, and is never mistaken for the old one.
   */
  open(endpoint: EndpointRef, sealed: SealedSecret): Promise<string>
  /** A dummy endpoint that stands for unknown ones, so that the same work is done for them. No sender knows its secret. */
  decoy: EndpointRef & SealedSecret
}

export function secretBox(kms: Kms, keys: WrappingKeys): SecretBox {
  const { seal, unwrap } = sealedSecrets(kms, keys)
  const opened = new OpenedSecrets<string>(CAPACITY)
  const decoy = { orgId: INSTALLATION_ID, id: INSTALLATION_ID, ...randomSealed() }
  const decoyName = nameOfSealed(decoy.id, decoy)
  const decoySecret = Promise.resolve(mintSecret('whsec').secret)
  return {
    decoy,
    async make(endpoint) {
      const { secret } = mintSecret('whsec')
      const sealed = await seal(contextOf(endpoint), secret)
      opened.keep(nameOfSealed(endpoint.id, sealed), Promise.resolve(secret))
      return { secret, sealed }
    },
    open(endpoint, sealed) {
      const name = nameOfSealed(endpoint.id, sealed)
      return name === decoyName ? decoySecret : opened.get(name, () => unwrap(contextOf(endpoint), sealed))
    },
  }
}

function randomSealed(): SealedSecret {
  return { wrappedKey: randomBytes(180), sealedSecret: randomBytes(77) }
}

/** How many opened secrets a process caches. */
const CAPACITY = 10_000

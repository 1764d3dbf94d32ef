import { setTimeout as sleep } from 'node:timers/promises'
import { RecentMap } from '../values/recent-map.ts'
import type { SealedSecret } from './sealed-secrets.ts'

/**
 * Caches at least the `least` opened secrets that were used last. A failure to open a secret is cached for a second, so that repeated
 * requests call the key service only once in that time.
 */
export class OpenedSecrets<Secret> {
  readonly #rest: () => Promise<unknown>
  readonly #opened: RecentMap<string, Promise<Secret>>

  /** @param rest how long a failure is kept */
  constructor(least: number, rest: () => Promise<unknown> = aSecond) {
    this.#opened = new RecentMap(least)
    this.#rest = rest
  }

  /** The secret with a name. `open` opens it where it is not cached. */
  get(name: string, open: () => Promise<Secret>): Promise<Secret> {
    const known = this.#opened.get(name)
    if (known !== undefined) return known
    const secret = open()
    secret.catch(async () => {
      await this.#rest()
      if (this.#opened.get(name) === secret) this.#opened.delete(name)
    })
    return this.keep(name, secret)
  }

  keep(name: string, secret: Promise<Secret>): Promise<Secret> {
    this.#opened.set(name, secret)
    return secret
  }
}

const aSecond = () => sleep(1000, undefined, { ref: false })

/** Returns a name that no other ciphertext has, so that a changed secret is never mistaken for the old one. */
export const nameOfSealed = (id: string, { sealedSecret }: SealedSecret): string =>
  id + sealedSecret.toString('base64')

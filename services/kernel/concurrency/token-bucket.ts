/** A token bucket of `burst` tokens, which refills by `perSecond` tokens a second. It begins full. */
export class TokenBucket {
  readonly #rate: TokenRate
  #left: number
  #at = performance.now()

  constructor(rate: TokenRate) {
    this.#rate = rate
    this.#left = rate.burst
  }

  /** Takes a token. @returns false where there is none */
  take(): boolean {
    const { burst, perSecond } = this.#rate
    const now = performance.now()
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

export type TokenRate = { burst: number; perSecond: number }

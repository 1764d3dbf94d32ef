/** Why a call to another host failed, in words for the people of the organization. Never holds an address or a secret. */
export class OutboundProblem extends Error {
  /** Seconds after which the receiver may be called again (Retry-After). */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.name = 'OutboundProblem'
    this.retryAfter = retryAfter
  }
}

/** Why a notification was not delivered, in words for the people of the organization. Never holds an address or a secret. */
export class DeliveryProblem extends Error {
  /** When the receiver wants to be asked again, in seconds. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.name = 'DeliveryProblem'
    this.retryAfter = retryAfter
  }
}

/** There is nobody any more to be told. */
export class ReceiverGone extends Error {}

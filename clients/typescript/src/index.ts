export { Attestry, type AttestryOptions } from './client.ts'
export {
  ApiError,
  AttestryError,
  type ErrorCode,
  Forbidden,
  InvalidSignature,
  LogChanged,
  NotFound,
  PayloadTooLarge,
  RateLimited,
  type Refusal,
  ServerError,
  Unauthorized,
  Unreachable,
  ValidationFailed,
} from './errors.ts'
/** `Patience` is the earlier name. */
export type { RetryOptions, RetryOptions as Patience } from './http.ts'
export type { List, Page } from './list.ts'
export { type Notification, verifyNotification } from './notification.ts'
export type { CallOptions, CreateOptions } from './transport.ts'
export type * from './types.ts'
export { type Delivery, isSigned, sendIncident, sign } from './webhook.ts'

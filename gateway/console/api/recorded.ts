const ids = new WeakMap<object, string>()

/** Stores the request id of an answer. */
export function answered(message: object, requestId: string | null): void {
  if (requestId !== null) ids.set(message, requestId)
}

/** Returns the id of the audit entry of the call that gave this answer. */
export const entryOf = (message: object): string | undefined => ids.get(message)

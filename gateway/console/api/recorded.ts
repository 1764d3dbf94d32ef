const ids = new WeakMap<object, string>()

/** Notes the request id that an answer came with. */
export function answered(message: object, requestId: string | null): void {
  if (requestId !== null) ids.set(message, requestId)
}

/** The id of the audit entry of the call that gave this answer. */
export const entryOf = (message: object): string | undefined => ids.get(message)

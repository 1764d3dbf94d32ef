/** The signal that ends a call, on behalf of its caller or its deadline. */
export function linkedSignal(
  signal: AbortSignal | undefined,
  timeoutMs: number | undefined,
): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal
  const timeout = AbortSignal.timeout(Math.max(0, timeoutMs))
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout])
}

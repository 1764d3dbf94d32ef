import type { Obligation } from './types.ts'

/** Returns the obligation of a list that requires the same report to the same recipient. */
export function sameObligation(
  list: readonly Obligation[],
  { regime, step, recipient }: Obligation,
): Obligation | undefined {
  return list.find((one) => one.regime === regime && one.step === step && one.recipient === recipient)
}

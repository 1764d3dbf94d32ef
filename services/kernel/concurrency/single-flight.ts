/**
 * Returns the function with concurrent calls sharing one execution and its result. This bounds the cost of calls that anybody may
 * make.
 */
export function singleFlight<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

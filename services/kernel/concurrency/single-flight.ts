/**
 * Wraps a function so that concurrent calls share one execution and its result. This bounds the cost of calls that anyone may
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

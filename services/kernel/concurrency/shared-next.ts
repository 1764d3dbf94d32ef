/**
 * Wraps a function so that one run of a key is under way at a time. Calls that arrive during a run share the next one, so that no
 * caller gets the result of a run that began before its call.
 */
export function sharedNext<T>(run: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Run<T>>()
  const begin = (key: string): Promise<T> => {
    const result = run(key)
    const current: Run<T> = { settled: result.then(ignore, ignore), next: undefined }
    underWay.set(key, current)
    void current.settled.then(() => {
      if (current.next === undefined) underWay.delete(key)
    })
    return result
  }
  return (key) => {
    const current = underWay.get(key)
    if (current === undefined) return begin(key)
    current.next ??= current.settled.then(() => begin(key))
    return current.next
  }
}

type Run<T> = { settled: Promise<void>; next: Promise<T> | undefined }

function ignore(): void {}

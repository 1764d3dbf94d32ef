/** A queue of items, each with its own due time. */
type DueQueue<T> = {
  /** Adds an item that becomes due after a wait in milliseconds. */
  add(item: T, waitMs?: number): void
  /** Begins no work for so many milliseconds. */
  pause(waitMs: number): void
  readonly stopped: boolean
  /** Begins no further work. Resolves when the work in progress has ended. */
  stop(): Promise<void>
}

/** Works on due items, in the order in which they were added, up to `concurrency` at a time. @param work MUST NOT reject */
export function dueQueue<T>(concurrency: number, work: (item: T) => Promise<void>): DueQueue<T> {
  const waiting: { item: T; due: number }[] = []
  const working = new Set<Promise<void>>()
  let pausedUntil = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  function pump(): void {
    clearTimeout(timer)
    if (stopped) return
    const now = Date.now()
    while (working.size < concurrency && pausedUntil <= now) {
      const index = waiting.findIndex(({ due }) => due <= now)
      if (index < 0) break
      begin(waiting.splice(index, 1)[0]!.item)
    }
    if (working.size >= concurrency || waiting.length === 0) return
    const next = Math.max(pausedUntil, Math.min(...waiting.map(({ due }) => due)))
    timer = setTimeout(pump, Math.max(1, next - Date.now()))
  }

  function begin(item: T): void {
    const done = work(item).then(() => {
      working.delete(done)
      pump()
    })
    working.add(done)
  }

  return {
    add: (item, waitMs = 0) => {
      waiting.push({ item, due: waitMs === 0 ? 0 : Date.now() + waitMs })
      pump()
    },
    pause: (waitMs) => {
      pausedUntil = Date.now() + waitMs
    },
    get stopped() {
      return stopped
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await Promise.all(working)
    },
  }
}

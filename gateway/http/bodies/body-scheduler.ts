/** Schedules the reading of large bodies: waiting bodies are read further in an order that is fair to owners. */
export type BodyScheduler = {
  /** @param read reads the next piece of a body */
  wait(owner: string, read: () => void): void
  /** Reports that a connection was accepted in this turn of the event loop. Further ones may wait for their turns. */
  accepted(): void
}

/**
 * Limits how much of large bodies one turn of the event loop reads. In each of its turns the event loop reads every connection that
 * has bytes, and accepts one new connection. Without a limit, a thousand connections that send large bodies make each turn take
 * hundreds of milliseconds, and a new connection waits for as many turns as there are others before it. Owners take turns. While
 * connections arrive, one body at a time is read further.
 *
 * @param perTurn the number of bodies that are read further in one turn of the event loop
 */
export function bodyScheduler(perTurn: number): BodyScheduler {
  const owners = new Map<string, (() => void)[]>()
  let scheduled = false
  let accepting = false

  const schedule = (): void => {
    if (scheduled || owners.size === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const reads: (() => void)[] = []
      const most = accepting ? 1 : perTurn
      accepting = false
      while (reads.length < most && owners.size > 0) reads.push(next())
      for (const read of reads) read()
      schedule()
    })
  }
  const next = (): (() => void) => {
    const [owner, waiting] = owners.entries().next().value!
    const read = waiting.shift()!
    owners.delete(owner)
    if (waiting.length > 0) owners.set(owner, waiting)
    return read
  }
  return {
    accepted: () => {
      accepting = true
    },
    wait: (owner, read) => {
      const waiting = owners.get(owner)
      if (waiting === undefined) owners.set(owner, [read])
      else waiting.push(read)
      schedule()
    },
  }
}

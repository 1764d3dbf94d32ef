import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/** The exports under way: each holds a database connection and keeps a processor busy. */
export type Running = {
  /** @throws DomainError RATE_LIMITED when 4 are under way */
  enter(): void
  leave(): void
  /** Has a last write waited for by `settled`. */
  ending(write: Promise<void>): void
  settled(): Promise<void>
}

export function running(): Running {
  let count = 0
  const endings = new Set<Promise<void>>()
  return {
    enter: () => {
      if (count >= MAX_RUNNING)
        throw new DomainError(Reason.RATE_LIMITED, `${MAX_RUNNING} exports are under way: try again later`, {
          details: { retry_after: 30 },
        })
      count += 1
    },
    leave: () => {
      count -= 1
    },
    ending: (write) => {
      const done = write.then(
        () => {},
        () => {},
      )
      endings.add(done)
      void done.then(() => endings.delete(done))
    },
    settled: async () => {
      await Promise.all(endings)
    },
  }
}

const MAX_RUNNING = 4

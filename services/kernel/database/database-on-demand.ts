import type { Database } from './database.ts'

/** A separate pool for work that is rare and holds connections for long. */
export type DatabaseOnDemand = {
  /** Opened at the first call. @throws what opening throws; the next call tries again */
  get(): Promise<Database>
  close(): Promise<void>
}

export function databaseOnDemand(open: () => Promise<Database>): DatabaseOnDemand {
  let opened: Promise<Database> | undefined
  return {
    get: () => {
      if (opened !== undefined) return opened
      const opening = open()
      opened = opening
      opening.catch(() => {
        if (opened === opening) opened = undefined
      })
      return opening
    },
    close: async () => {
      const database = await opened?.catch(() => undefined)
      await database?.close()
    },
  }
}

import { query } from './query.ts'

/** Waits out the last seconds of a minute, so that a test's calls fall into one quota window. */
export async function insideOneWindow(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 10_000) await new Promise((go) => setTimeout(go, left + 50))
}

/**
 * Makes calls that have to fall into one quota window. Repeats them if they failed and a new minute had begun meanwhile. The
 * function makes its own keys and endpoints, or uses addresses and accounts: their windows are new in the next minute.
 */
export async function inOneWindow(calls: () => Promise<void>): Promise<void> {
  for (;;) {
    const minute = minuteOf(Date.now())
    try {
      return await calls()
    } catch (error) {
      if (minuteOf(Date.now()) === minute) throw error
    }
  }
}

const minuteOf = (ms: number): number => Math.floor(ms / 60_000)

/** Moves the current window back by one, as if its minute had passed. */
export async function passAMinute(databaseUrl: string, subject: string): Promise<void> {
  const text = 'update ledger.quotas set bucket = bucket - 1 where subject = $1 returning 1'
  const { length } = await query(databaseUrl, text, [subject])
  if (length !== 1) throw new Error(`no window of ${subject}`)
}

import type { Duplex } from 'node:stream'
import pg, { type ClientBase, type QueryConfig } from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../logging/log.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { stoppable } from './stoppable.ts'

/**
 * The installation's clock: the clock of the process, corrected by the clock of the database, which all processes share. Ids,
 * deadlines and signature windows therefore agree between processes even where the clock of one machine is wrong. Differences up to
 * a second are not corrected. While the database is unavailable, the last correction applies. Where the database's clock was set
 * back by a minute or more, that is logged: times in the logs of organizations then run backwards.
 *
 * @param options.elapsed milliseconds, unaffected by changes of the clock
 * @param options.signal ends the first query
 * @throws the error of the database when the first query fails
 */
export async function databaseClock(
  url: string,
  options: { clock: Clock; log: Log; elapsed?: () => number; signal?: AbortSignal },
): Promise<Clock & { stop(): Promise<void> }> {
  return stoppable(options.signal, (stream) => compared(poolOf(url, stream), options))
}

function poolOf(url: string, stream: () => Duplex): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'attestry-clock',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    stream,
    onConnect: (client: ClientBase) =>
      client.query({ text: SESSION_SETTINGS, query_timeout: TIMEOUT_MS } as QueryConfig),
  })
  pool.on('error', () => {})
  return pool
}

async function compared(
  pool: pg.Pool,
  { clock, log, elapsed = () => performance.now() }: { clock: Clock; log: Log; elapsed?: () => number },
): Promise<Clock & { stop(): Promise<void> }> {
  let offMs = 0
  let earliestMs = Number.NEGATIVE_INFINITY
  const compare = async (): Promise<void> => {
    const sent = clock.now().getTime()
    const before = elapsed()
    const { rows } = await pool.query<{ ms: number }>(NOW)
    const answered = clock.now().getTime()
    // The database's time when `elapsed` was 0: at most `latestMs`, at least `earliestMs`. They differ by the time that the
    // answer took.
    const latestMs = rows[0]!.ms - before
    if (latestMs <= earliestMs - SET_BACK_MS)
      log.error({ seconds: (earliestMs - latestMs) / 1000 }, 'the clock of the database was set back')
    earliestMs = rows[0]!.ms - elapsed()
    const found = Math.round(rows[0]!.ms - (sent + answered) / 2)
    // The precision is half of the time that the answer took.
    if (Math.abs(found - offMs) <= TOLERANCE_MS + (answered - sent)) return
    offMs = Math.abs(found) <= TOLERANCE_MS ? 0 : found
    log.warn(
      { seconds: found / 1000 },
      'the clock of this process differs from the clock of the database, which is used',
    )
  }
  await compare()
  const timer = setInterval(() => void compare().catch(() => {}), EVERY_MS).unref()
  return {
    now: () => (offMs === 0 ? clock.now() : new Date(clock.now().getTime() + offMs)),
    stop: async () => {
      clearInterval(timer)
      await pool.end()
    },
  }
}

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'
const TOLERANCE_MS = 1000
const SET_BACK_MS = 60_000
const TIMEOUT_MS = 5000
const EVERY_MS = 10_000

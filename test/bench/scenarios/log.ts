import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { compose } from '../../../gateway/cli/process/compose.ts'
import { migrateDatabase } from '../../../gateway/cli/process/migrations.ts'
import { systemClock } from '../../../services/kernel/clock.ts'
import { mintSecret } from '../../../services/kernel/crypto/secrets.ts'
import { silentLog } from '../../../services/kernel/logging/log.ts'
import { createDatabase, sql } from '../../harness/database.ts'
import { makeOrganization } from '../../harness/organization.ts'
import { type Load, paired, rate } from '../support/load.ts'
import type { Stand } from '../support/stand.ts'

/** Calls per second with the sequencer on ÷ off, each in a database of its own. */
export async function logCost(stand: Stand): Promise<{ ratio: number; on: number; off: number }> {
  const [on, off] = [await serveLog(stand, 'on'), await serveLog(stand, 'off')]
  const { ratio, ours, bare } = await paired(on.load, off.load)
  await Promise.all([on.stop(), off.stop()])
  return { ratio, on: ours, off: bare }
}

/** Leaves per second that the sequencer takes from a full queue ÷ entries per second that full load appends. */
export async function logRate(stand: Stand): Promise<{ ratio: number; leaves: number; appended: number }> {
  const off = await serveLog(stand, 'off')
  await rate(off.load, 2)
  const appended = await rate(off.load, 10)
  await off.stop()
  const queued = await count(off.databaseUrl, 'ledger.queue')
  const on = await stand.serve({ ...off.env, ATTESTRY_SEQUENCER: 'on' })
  const first = await until(off.databaseUrl, (left) => left < queued)
  const last = await until(off.databaseUrl, (left) => left === 0)
  await on.stop()
  const leaves = first.left / ((last.at - first.at) / 1000)
  return { ratio: leaves / appended, leaves, appended }
}

/**
 * Measures the seconds from commit to leaf under full load, of every 50th entry, and returns their 99th percentile. The queue is
 * read every 10 ms. The time of an entry is from the first reading that shows it to the first that no longer does.
 */
export async function logLag(stand: Stand): Promise<{ seconds: number; p50: number; samples: number }> {
  const on = await serveLog(stand, 'on')
  await rate(on.load, 2)
  const watching = new AbortController()
  const watched = watch(on.databaseUrl, watching.signal)
  await rate(on.load, 10)
  watching.abort()
  const lags = (await watched).sort((a, b) => a - b)
  await on.stop()
  const at = (share: number): number =>
    lags[Math.min(lags.length - 1, Math.floor(lags.length * share))]! / 1000
  return { seconds: at(0.99), p50: at(0.5), samples: lags.length }
}

async function watch(databaseUrl: string, signal: AbortSignal): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const lags: number[] = []
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    const { rows } = await client.query<{ seq: string }>('select seq from ledger.queue where seq % 50 = 0')
    const now = performance.now()
    const waiting = new Set(rows.map(({ seq }) => seq))
    for (const seq of waiting) if (!seen.has(seq)) seen.set(seq, now)
    for (const [seq, since] of seen) {
      if (waiting.has(seq)) continue
      lags.push(now - since)
      seen.delete(seq)
    }
    await sleep(10)
  }
  await client.end()
  return lags
}

/** Starts a database, an organization and a process of ours for one measurement. */
async function serveLog(stand: Stand, sequencer: 'on' | 'off') {
  databases += 1
  const databaseUrl = await createDatabase(stand.databaseUrl, `log_${databases}`)
  await migrateDatabase(databaseUrl)
  const env = { DATABASE_URL: databaseUrl, ATTESTRY_CLIENT_TOKEN: mintSecret('atc').secret }
  const quiet = { ...env, ATTESTRY_SEQUENCER: 'off' }
  const composed = await compose(['ledger'], quiet, { clock: systemClock, log: silentLog })
  const { key } = await makeOrganization(composed, systemClock, {}).finally(() => composed.destroy())
  const { baseUrl, stop } = await stand.serve({ ...env, ATTESTRY_SEQUENCER: sequencer })
  const load: Load = {
    url: `${baseUrl}/api/v1/incidents`,
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      title: 'Unusual outbound traffic',
      severity: 'high',
      affected_systems: ['billing-api'],
    }),
    expect: 201,
  }
  return { databaseUrl, env, load, stop }
}

async function until(
  databaseUrl: string,
  reached: (left: number) => boolean,
): Promise<{ left: number; at: number }> {
  for (;;) {
    const left = await count(databaseUrl, 'ledger.queue')
    if (reached(left)) return { left, at: performance.now() }
    await sleep(5)
  }
}

async function count(databaseUrl: string, table: string): Promise<number> {
  return Number((await sql<{ n: string }>(databaseUrl, `select count(*) as n from ${table}`))[0]!.n)
}

let databases = 0

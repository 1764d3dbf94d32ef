import { type Load, rate } from '../support/load.ts'
import { latencies } from '../support/open-load.ts'
import { processorTime } from '../support/processor-time.ts'
import type { Stand } from '../support/stand.ts'

/**
 * POST /incidents at half of the rate that 32 connections reach, in one process and with a process for each role. Measures the
 * 50th, 99th and 99.9th percentile in milliseconds, and the microseconds of processor time per call by role. Reported without a
 * bar.
 * `ratio`: processor time per call of all roles and PostgreSQL, in one process ÷ apart.
 */
export async function latency(stand: Stand): Promise<{ [figure: string]: number }> {
  const one = await shape(stand, 'one', stand.baseUrl, { all: stand.pid })
  const apart = await stand.serveApart()
  try {
    const split = await shape(stand, 'apart', apart.baseUrl, apart.pids)
    return { ratio: one.total / split.total, ...one.figures, ...split.figures }
  } finally {
    await apart.stop()
  }
}

async function shape(stand: Stand, name: string, baseUrl: string, pids: { [role: string]: number }) {
  const load: Load & { body: string } = {
    url: `${baseUrl}/api/v1/incidents`,
    method: 'POST',
    headers: { authorization: `Bearer ${stand.key}` },
    body: JSON.stringify({ title: 'Across a process', severity: 'low' }),
    expect: 201,
  }
  await rate(load, 4)
  const full = await rate(load, 6)
  const processes = { ...pids, postgres: stand.postgresPid }
  const before = await times(processes)
  const measured = await latencies(load, { perSecond: full / 2, seconds: 15 })
  const after = await times(processes)
  const at = (share: number): number =>
    measured[Math.min(measured.length - 1, Math.floor(measured.length * share))]!
  const figures: { [figure: string]: number } = {
    [`${name}_full_rps`]: full,
    [`${name}_p50_ms`]: at(0.5),
    [`${name}_p99_ms`]: at(0.99),
    [`${name}_p999_ms`]: at(0.999),
  }
  let total = 0
  for (const role of Object.keys(processes)) {
    const used = ((after[role]! - before[role]!) * 1000) / measured.length
    figures[`${name}_${role}_us`] = used
    total += used
  }
  return { figures, total }
}

async function times(pids: { [role: string]: number }): Promise<{ [role: string]: number }> {
  const used = Object.entries(pids).map(async ([role, pid]) => {
    return [role, await processorTime(pid, role === 'postgres')] as const
  })
  return Object.fromEntries(await Promise.all(used))
}

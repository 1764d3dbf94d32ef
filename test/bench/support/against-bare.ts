import { type Load, median, type Paired, paired, rate } from './load.ts'
import { processorTime } from './processor-time.ts'
import type { Stand } from './stand.ts'

/**
 * Measures requests per second, ours ÷ the reference. `processor`: processor time per request, of the reference ÷ ours. It counts
 * the process and PostgreSQL, without the load generator. Other work on the machine slows our rate more than that of the
 * reference, which sixteen backends serve where a few serve ours. `processor` suffers far less from it.
 */
export async function againstBare(
  stand: Stand,
  ours: Load,
  bare: Load,
): Promise<Paired & { processor: number }> {
  const used = { ours: [] as number[], bare: [] as number[] }
  const turn = async (load: Load, seconds: number): Promise<number> => {
    const pid = load === ours ? stand.pid : stand.barePid
    const before = await usedBy(stand, pid)
    const perSecond = await rate(load, seconds)
    const microseconds = ((await usedBy(stand, pid)) - before) * 1000
    used[load === ours ? 'ours' : 'bare'].push(microseconds / (perSecond * seconds))
    return perSecond
  }
  const measured = await paired(ours, bare, { turn })
  return { ...measured, processor: median(used.bare) / median(used.ours) }
}

async function usedBy(stand: Stand, pid: number): Promise<number> {
  return (await processorTime(pid)) + (await processorTime(stand.postgresPid, true))
}

import { readdir, readFile } from 'node:fs/promises'

/**
 * Returns the milliseconds of processor time that a process has used, read from Linux's /proc in steps of 10 ms. NaN on other
 * systems.
 *
 * @param withChildren adds the time of its children, also of those that have ended (the backends of PostgreSQL)
 */
export async function processorTime(pid: number, withChildren = false): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const pids = withChildren ? [pid, ...(await childrenOf(pid))] : [pid]
  const times = await Promise.all(pids.map((one) => timeOf(one, withChildren ? ALL_FIELDS : OWN_FIELDS)))
  return times.reduce((sum, time) => sum + time, 0)
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(async (pid) => Number((await statOf(pid))?.[PPID])))
  return pids.filter((_, i) => parents[i] === parent)
}

async function timeOf(pid: number, fields: readonly number[]): Promise<number> {
  const stat = await statOf(pid)
  return stat === undefined ? 0 : fields.reduce((sum, field) => sum + Number(stat[field]), 0) * TICK_MS
}

/** Returns the fields of /proc/PID/stat from the third on (proc_pid_stat(5)). The second may contain spaces and parentheses. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

const PPID = 1
/** utime and stime; ALL_FIELDS also has cutime and cstime, which are of children that have ended. */
const OWN_FIELDS = [11, 12]
const ALL_FIELDS = [11, 12, 13, 14]
const TICK_MS = 10

/** A log with rows of some kind that are behind it. */
export type Outdated = { org_id: string; size: string; behind: string }

/**
 * A projection: rows that follow from the log. `outdated` returns the logs with rows that are behind; `follow` brings the rows of
 * one log forward by one step.
 */
type Projection = { outdated(): Promise<Outdated[]>; follow(organizationId: string): Promise<unknown> }

/** How many logs one call works on. */
const LOGS = 100

/** Moves a projection towards the end of the logs. MUST be called once a second. */
export type ProjectionJob = (signal: AbortSignal) => Promise<void>

/**
 * Keeps a projection near the end of the logs: one step after the other, and none in a log that grows quickly. A call that needs
 * the rows catches up by itself. Where the step of one organization fails, the others are still done, and the first failure is
 * thrown. The next call begins where the last one ended.
 *
 * @param far rows that are further behind are brought forward however quickly their log grows
 * @param most how many logs one call works on
 */
export function projectionJob({ outdated, follow }: Projection, far: number, most = LOGS): ProjectionJob {
  const logs = new QuietLogs(far)
  let last = ''
  return async (signal) => {
    const failures: unknown[] = []
    const due = logs.due(await outdated()).sort()
    const next = due.filter((id) => id > last)
    for (const organizationId of [...next, ...due.slice(0, due.length - next.length)].slice(0, most)) {
      if (signal.aborted) return
      last = organizationId
      await follow(organizationId).catch((failure) => failures.push(failure))
    }
    if (failures.length > 0) throw failures[0]
  }
}

/** Finds the logs that do not grow quickly, and those with rows far behind. `due` is called once a second. */
class QuietLogs {
  /** The size of each log, and for how many calls in a row it has not grown quickly. */
  #known = new Map<string, { size: number; calm: number }>()
  readonly #far: number

  constructor(far: number) {
    this.#far = far
  }

  /** Returns the organizations whose rows are updated now. @param outdated all logs with rows that are behind */
  due(outdated: readonly Outdated[]): string[] {
    const now = new Map<string, { size: number; calm: number }>()
    for (const { org_id, size } of outdated) {
      const before = this.#known.get(org_id)
      const quick = before === undefined || Number(size) - before.size > BUSY
      now.set(org_id, { size: Number(size), calm: quick ? 0 : before.calm + 1 })
    }
    this.#known = now
    return outdated
      .filter(({ org_id, behind }) => now.get(org_id)!.calm >= CALM || Number(behind) > this.#far)
      .map(({ org_id }) => org_id)
  }
}

/**
 * A log grows quickly beyond BUSY leaves a second. For CALM seconds it must not have done so, so that a load that pauses is not
 * disturbed.
 */
const BUSY = 200
const CALM = 5

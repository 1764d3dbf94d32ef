/** A log whose rows of some kind are behind it. */
export type Outdated = { org_id: string; size: string; behind: string }

/** A projection: rows that follow from the log. `outdated` gives the logs that it is behind, `follow` takes one step towards the end of one. */
type Projection = { outdated(): Promise<Outdated[]>; follow(organizationId: string): Promise<unknown> }

/** Logs whose rows follow in one call. */
const LOGS = 100

/** Brings a projection some of the way to the end of the logs. To be called once a second. */
export type ProjectionJob = (signal: AbortSignal) => Promise<void>

/**
 * Keeps a projection near the end of the logs: one step after the other, never while a log grows quickly. A call that needs the rows
 * catches up by itself. Where one organization's fail, those of the others still follow, and the first failure is thrown: the next call begins
 * where the last one ended.
 *
 * @param far rows that are further behind follow however quickly their log grows
 * @param most logs of one call
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

/** Finds the logs that do not grow quickly, and those whose rows are far behind. It receives them once a second. */
export class QuietLogs {
  /** The size of each log, and how often in a row it had not grown quickly. */
  #known = new Map<string, { size: number; calm: number }>()
  readonly #far: number

  constructor(far: number) {
    this.#far = far
  }

  /** The organizations whose rows are to follow now. @param outdated all logs with rows that are behind */
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

/** Leaves a second from which a log grows quickly, and for how many seconds it must not have, so that a load that pauses is not disturbed. */
const BUSY = 200
const CALM = 5

/** A log whose rows of some kind are behind it. */
export type Outdated = { org_id: string; size: string; behind: string }

/** Rows that follow from the log: which logs they are behind, and a step of bringing them up to one. */
type Following = { outdated(): Promise<Outdated[]>; follow(organizationId: string): Promise<unknown> }

/** Brings rows some of the way to the end of their logs. To be called once a second. */
export type Keeper = (signal: AbortSignal) => Promise<void>

/**
 * Keeps rows near the end of the logs: one step after the other, never while a log grows quickly. A call that needs them goes the
 * rest of the way itself.
 *
 * @param far rows that are further behind follow however quickly their log grows
 */
export function keeperOf({ outdated, follow }: Following, far: number): Keeper {
  const logs = new CalmLogs(far)
  return async (signal) => {
    for (const organizationId of logs.due(await outdated())) {
      if (signal.aborted) return
      await follow(organizationId)
    }
  }
}

/** Finds the logs that do not grow quickly, and those whose rows are far behind. It receives them once a second. */
export class CalmLogs {
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

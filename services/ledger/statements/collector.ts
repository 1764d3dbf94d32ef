import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kernel/logging/log.ts'
import { everyPage } from '../log/every-page.ts'
import { OutboundProblem } from '../outbound/problem.ts'
import type { StoredCheckpoint } from '../store/log/checkpoints.ts'
import type { Statement, StatementStore } from '../store/log/statements.ts'

/** A third party that signs checkpoints: a witness or a time-stamp authority. */
export type Source = Pick<Statement, 'kind' | 'source'> & {
  /** Its name in log messages. */
  name: string
  /** @throws OutboundProblem where there is no answer */
  ask(checkpoint: StoredCheckpoint, known: number): Promise<Asked>
}

/** `ahead`: the source has signed a larger checkpoint of this log. */
type Asked = { statement: string } | 'ahead' | { refused: string }

/** Collects statements of third parties about checkpoints. Only an export waits for them, some seconds. */
export type StatementCollector = {
  /**
   * Asks every source that has not signed this checkpoint, and waits until all have answered or the time is over.
   * @returns whether a source had signed a larger checkpoint
   */
  gather(checkpoint: StoredCheckpoint): Promise<{ isBehind: boolean }>
  /**
   * A round for each source, which asks for the newest checkpoint of every log. Sources MUST NOT wait for each other: each has its own
   * time between rounds. One that does not answer is not asked again in the round, and the next one begins after the log that it did not
   * answer about. A log of which nothing can be asked, such as a damaged one, holds up no other.
   */
  rounds: ((signal: AbortSignal) => Promise<void>)[]
}

export function statementCollector(deps: {
  sources: readonly Source[]
  statements: StatementStore
  log: Log
}): StatementCollector {
  const { sources, statements, log } = deps
  /** Sources that did not answer, and until when no export asks them. */
  const awayUntil = new Map<Source, number>()

  const ask = async (source: Source, checkpoint: StoredCheckpoint): Promise<Asked | 'away' | 'failed'> => {
    const { organizationId: organization_id, size: tree_size } = checkpoint
    const about = { organization_id, tree_size, source: source.name }
    try {
      const known = await statements.newestSize(organization_id, source)
      const asked = await source.ask(checkpoint, known)
      awayUntil.delete(source)
      if (asked === 'ahead') return asked
      if ('refused' in asked)
        log.error({ ...about, why: asked.refused }, 'checkpoint refused by another party')
      else await statements.keep(checkpoint, { kind: source.kind, source: source.source, ...asked })
      return asked
    } catch (err) {
      if (!(err instanceof OutboundProblem)) {
        log.warn({ err, ...about }, 'another party was not asked about a checkpoint')
        return 'failed'
      }
      awayUntil.set(source, performance.now() + AWAY_MS)
      log.warn({ err, ...about }, 'no answer about a checkpoint')
      return 'away'
    }
  }

  const roundOf = (source: Source): ((signal: AbortSignal) => Promise<void>) => {
    const read = (after: string | null, limit: number) => statements.missing(source, after, limit)
    /** The log about which the source did not answer in the last round. */
    let last: string | null = null
    return async (signal) => {
      const first = last
      last = null
      const answered = async (checkpoint: StoredCheckpoint): Promise<boolean> => {
        if (signal.aborted) return false
        if ((await ask(source, checkpoint)) !== 'away') return true
        last = checkpoint.organizationId
        return false
      }
      for await (const checkpoint of everyPage(read, PAGE, first)) if (!(await answered(checkpoint))) return
      if (first === null) return
      for await (const checkpoint of everyPage(read, PAGE)) {
        if (checkpoint.organizationId > first || !(await answered(checkpoint))) return
      }
    }
  }

  return {
    gather: async (checkpoint) => {
      if (sources.length === 0) return { isBehind: false }
      const had = await statements.of(checkpoint)
      const isMissing = (source: Source): boolean =>
        !had.some((one) => one.kind === source.kind && one.source === source.source) &&
        (awayUntil.get(source) ?? 0) <= performance.now()
      const answers: (Asked | 'away' | 'failed')[] = []
      const asking = sources
        .filter(isMissing)
        .map(async (source) => answers.push(await ask(source, checkpoint)))
      // A statement that arrives later is still stored.
      await Promise.race([Promise.all(asking), sleep(WAIT_MS, undefined, { ref: false })])
      return { isBehind: answers.includes('ahead') }
    },
    rounds: sources.map(roundOf),
  }
}

/** How long an export waits. */
const WAIT_MS = 5000
const AWAY_MS = 30_000
const PAGE = 64

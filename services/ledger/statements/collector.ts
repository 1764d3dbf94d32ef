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
   * One round for each source: it asks for statements on the newest checkpoint of every log. Sources MUST NOT wait for each other:
   * each has its own time between rounds. A source that does not answer is not asked again in the round, and its next round begins
   * after the log without an answer. A log that cannot be processed, such as a damaged one, does not delay the others.
   */
  rounds: ((signal: AbortSignal) => Promise<void>)[]
}

export function statementCollector(deps: {
  sources: readonly Source[]
  statements: StatementStore
  log: Log
}): StatementCollector {
  const { sources, statements } = deps
  const { ask, isAway } = asker(deps)
  return {
    gather: async (checkpoint) => {
      if (sources.length === 0) return { isBehind: false }
      const had = await statements.of(checkpoint)
      const isMissing = (source: Source): boolean =>
        !had.some((one) => one.kind === source.kind && one.source === source.source) && !isAway(source)
      const answers: Answer[] = []
      const asking = sources
        .filter(isMissing)
        .map(async (source) => answers.push(await ask(source, checkpoint)))
      // A statement that arrives later is still stored.
      await Promise.race([Promise.all(asking), sleep(WAIT_MS, undefined, { ref: false })])
      return { isBehind: answers.includes('ahead') }
    },
    rounds: sources.map((source) =>
      roundsOf(
        (after, limit) => statements.missing(source, after, limit),
        async (checkpoint) => (await ask(source, checkpoint)) !== 'away',
      ),
    ),
  }
}

/** `away`: there was no answer. `failed`: the source was not asked. */
type Answer = Asked | 'away' | 'failed'

/** Asks sources and stores what they sign. */
function asker({ statements, log }: { statements: StatementStore; log: Log }) {
  /** Until when exports skip a source that did not answer. */
  const awayUntil = new Map<Source, number>()
  const ask = async (source: Source, checkpoint: StoredCheckpoint): Promise<Answer> => {
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
        log.warn({ err, ...about }, 'a witness or a time-stamp authority was not asked about a checkpoint')
        return 'failed'
      }
      awayUntil.set(source, performance.now() + AWAY_MS)
      log.warn({ err, ...about }, 'no answer about a checkpoint')
      return 'away'
    }
  }
  return { ask, isAway: (source: Source) => (awayUntil.get(source) ?? 0) > performance.now() }
}

/** Returns the round of a source. `ask` asks the source about a checkpoint and returns false where it does not answer. */
function roundsOf(
  read: Read,
  ask: (checkpoint: StoredCheckpoint) => Promise<boolean>,
): (signal: AbortSignal) => Promise<void> {
  /** The log about which the source did not answer in the last round. */
  let last: string | null = null
  return async (signal) => {
    const first = last
    last = null
    for await (const checkpoint of allAfter(read, first)) {
      if (signal.aborted) return
      if (await ask(checkpoint)) continue
      last = checkpoint.organizationId
      return
    }
  }
}

/** The newest checkpoints of all logs: first those after the log `first`, then those up to it. */
async function* allAfter(read: Read, first: string | null): AsyncGenerator<StoredCheckpoint> {
  yield* everyPage(read, PAGE, first)
  if (first === null) return
  for await (const checkpoint of everyPage(read, PAGE)) {
    if (checkpoint.organizationId > first) return
    yield checkpoint
  }
}

type Read = (after: string | null, limit: number) => ReturnType<StatementStore['missing']>

/** How long an export waits for statements. */
const WAIT_MS = 5000
const AWAY_MS = 30_000
const PAGE = 64

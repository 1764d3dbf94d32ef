import { groupCommit } from '../../kernel/concurrency/group-commit.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { type RecordStore, recordStore } from '../../kernel/database/record-store.ts'
import type { ReviewFacts } from '../domain/approvals/review.ts'
import { type LockedSnapshot, locked } from '../domain/decision/decision-record.ts'
import type { CurrentSnapshot } from '../domain/decision/snapshot.ts'
import { type DecisionList, decisionList } from './decision-list.ts'
import { readReviewFacts } from './review.ts'
import { readSnapshots, type SystemKey } from './snapshot.ts'

/** The inputs of decisions, and the stored decisions. */
export type DecisionStore = Pick<RecordStore, 'type' | 'append' | 'current'> & {
  list: DecisionList
  /** The newest `among` decisions about a system, counted by UTC day, newest day first; and how many decisions that were. */
  byDay(key: SystemKey, among: number): Promise<{ counted: number; days: DecisionDay[] }>
  /**
   * The snapshot of a system as of now, or undefined. Concurrent calls share one statement, and those for the same system share
   * one row.
   */
  readSnapshot(key: SystemKey): Promise<(LockedSnapshot & { logSize: number }) | undefined>
  /** The facts that a person reviews about a system, as of now, or undefined. */
  review(key: SystemKey): Promise<{ snapshot: CurrentSnapshot; facts: ReviewFacts } | undefined>
}

type DecisionDay = { day: string; passed: number; blocked: number; last: 'pass' | 'block' }

export function decisionStore(db: Database): DecisionStore {
  const { type, append, current } = recordStore(db, 'gate.decisions', 'gate-decisions')
  const run = (text: string, values: unknown[]) => db.query({ name: 'snapshots', text, values })
  return {
    type,
    append,
    current,
    list: decisionList(db),
    byDay: async ({ organizationId, systemId }, among) => {
      const days = await db.query<DecisionDay>({
        name: 'decisions by day',
        text: `
          with newest as materialized (
            select id, record::json ->> 'decision' as decision, left(record::json ->> 'decided_at', 10) as day
            from gate.decisions where org_id = $1 and system_id = $2 order by id desc limit $3
          )
          select day, count(*) filter (where decision = 'pass')::int as passed,
            count(*) filter (where decision = 'block')::int as blocked,
            (array_agg(decision order by id desc))[1] as last
          from newest group by day order by day desc`,
        values: [organizationId, systemId, among],
      })
      return { days, counted: days.reduce((sum, { passed, blocked }) => sum + passed + blocked, 0) }
    },
    review: async (key) => {
      const [read] = await readSnapshots(run, [key])
      if (read === undefined) return undefined
      const { snapshot } = read
      const facts = await readReviewFacts((text, values) => db.query({ text, values }), snapshot)
      return { snapshot, facts }
    },
    readSnapshot: groupCommit<SystemKey, (LockedSnapshot & { logSize: number }) | undefined>({
      name: 'gate snapshot',
      maxBatch: 64,
      retriable: isStatementRefused,
      run: async (keys) => {
        const distinct = new Map(keys.map((key) => [`${key.organizationId} ${key.systemId}`, key]))
        const found = (await readSnapshots(run, [...distinct.values()])).map(
          (one) => one && { ...locked(one.snapshot), logSize: one.logSize },
        )
        const byKey = new Map([...distinct.keys()].map((name, i) => [name, found[i]]))
        return keys.map((key) => byKey.get(`${key.organizationId} ${key.systemId}`))
      },
    }),
  }
}

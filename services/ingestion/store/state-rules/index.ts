import {
  bound,
  type Check,
  field,
  migrationsOf,
  records,
  type TableRule,
} from '../../../kernel/state/rules.ts'
import { CONSECUTIVE, WRITTEN_EVENTS } from './consecutive-events.ts'
import { FINDING_SUBJECTS } from './finding-subjects.ts'
import { NEWEST_RESULTS } from './newest-results.ts'
import { WEBHOOK_TABLES } from './webhooks.ts'

/** How every column of ingestion's tables follows from the log. */
export const ingestionState: readonly TableRule[] = [
  records(
    'ingestion.evaluations',
    'evaluations',
    {
      system_id: field('ai_system_id'),
      eval_type: field('eval_type'),
      mark: bound('the order of the log'),
    },
    { checks: [marks()] },
  ),
  records('ingestion.agent_runs', 'agent-runs', {
    run_ref: field('run_ref'),
    agent_identity: field('agent_identity'),
  }),
  records(
    'ingestion.agent_events',
    'agent-events',
    { run_id: field('run_id'), seq: field('seq'), consecutive: bound('the events beside it') },
    { without: ['version'], written: WRITTEN_EVENTS, checks: [CONSECUTIVE] },
  ),
  records('ingestion.findings', 'findings'),
  FINDING_SUBJECTS,
  NEWEST_RESULTS,
  ...WEBHOOK_TABLES,
  {
    kind: 'excepted',
    table: 'ingestion.spans',
    why: 'what has arrived and is not a run yet, and what a repeated span is recognised by; runs and events are records',
  },
  {
    kind: 'excepted',
    table: 'ingestion.settled_spans',
    why: 'what repeated and late spans are recognised by, for seven days; runs and events are records',
  },
  migrationsOf('ingestion'),
]

/**
 * Checks that a result has a higher mark than the results before it in its call, and than every result of a call more than half a
 * minute before. Of calls at the same time only the database knows the order. No mark is beyond the sequence. Results that are
 * older than marks have none.
 */
function marks(): Check {
  return {
    field: 'mark',
    problem: 'is not in the order of the log',
    sql: `select 'id=' || id as row from (
        select v.id, v.mark, max(v.mark) over (
            order by l.at range between unbounded preceding and interval '30 seconds' preceding) as before,
          lag(v.mark) over (partition by v.entry_id order by v.position) as beside
        from ingestion.evaluations v join ledger.leaves l on l.org_id = v.org_id and l.entry_id = v.entry_id
        where v.org_id = $1 and l.org_id = $1) v
      where mark <= before or mark <= beside or (mark is null and before is not null) or mark < 1
        or mark > coalesce(pg_sequence_last_value('ingestion.result_marks'::regclass), 0)`,
  }
}

import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import {
  type DecisionDay,
  GateService,
  Verdict,
  VerdictSchema,
} from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { Operator, SuiteService, type Threshold } from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import {
  EvaluationService,
  type MetricPoint,
} from '../../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { Badge, EnumBadge } from '../../components/badge.tsx'
import { DayStrip } from '../../components/charts/day-strip.tsx'
import { LineChart } from '../../components/charts/line-chart.tsx'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { plural, readable } from '../../language/words.ts'
import { required } from './required.ts'

/** Each metric that the gate uses, over time, with its threshold. */
export function Metrics({ systemId }: { systemId: string }): ReactNode {
  const query = useQuery(SuiteService.method.getSuiteOutcome, { aiSystemId: systemId })
  const thresholds = query.data?.thresholds.flatMap(({ threshold }) => threshold ?? []) ?? []
  if (thresholds.length === 0) return null
  return (
    <Card title="Metrics over time" about="The line is the threshold; a square is a value that misses it.">
      <div className="charts">
        {thresholds.map((threshold) => (
          <Metric
            key={`${threshold.metricName} ${threshold.evalType}`}
            systemId={systemId}
            threshold={threshold}
          />
        ))}
      </div>
    </Card>
  )
}

function Metric({ systemId, threshold }: { systemId: string; threshold: Threshold }): ReactNode {
  const { metricName, evalType } = threshold
  const query = useQuery(EvaluationService.method.getMetricSeries, {
    aiSystemId: systemId,
    metricName,
    evalType,
  })
  return (
    <figure>
      <figcaption>
        <strong>{metricName}</strong>{' '}
        <span className="muted">
          {readable(evalType)}, required {required(threshold)}
        </span>
      </figcaption>
      <Loaded query={query}>
        {({ points, more }) =>
          points.length === 0 ? (
            <p className="muted">No result yet.</p>
          ) : (
            <Series points={points} more={more} threshold={threshold} />
          )
        }
      </Loaded>
    </figure>
  )
}

function Series({
  points,
  more,
  threshold,
}: {
  points: MetricPoint[]
  more: boolean
  threshold: Threshold
}): ReactNode {
  const shown = points.flatMap(({ evaluatedAt, metricValue }) =>
    evaluatedAt === undefined
      ? []
      : [{ at: evaluatedAt, value: metricValue, met: satisfies(threshold, metricValue) }],
  )
  const missed = shown.filter(({ met }) => !met).length
  const last = shown.at(-1)!
  const about = `${threshold.metricName}: ${plural(shown.length, 'value')}, ${missed} of them outside of ${required(threshold)}. The last is ${last.value}.`
  return (
    <>
      <LineChart points={shown} limit={threshold.value} about={about} />
      <details>
        <summary>{more ? 'The newest values as a table' : 'The values as a table'}</summary>
        <Table
          caption={`Values of ${threshold.metricName}`}
          columns={VALUES}
          rows={points.toReversed().map((point) => ({ point, met: satisfies(threshold, point.metricValue) }))}
          id={({ point }) => point.evaluationId}
        />
      </details>
    </>
  )
}

const VALUES: Column<{ point: MetricPoint; met: boolean }>[] = [
  { label: 'Measured', cell: ({ point }) => <Exact at={point.evaluatedAt} /> },
  { label: 'Value', kind: 'number', cell: ({ point }) => <>{point.metricValue}</> },
  { label: 'Suite version', kind: 'number', cell: ({ point }) => <>{point.evalSuiteVersion ?? 'none'}</> },
  { label: 'Threshold', cell: ({ met }) => <Badge word={met ? 'met' : 'not_met'} /> },
]

/** Whether a value satisfies a threshold. For the chart only: the gate decides for itself. */
function satisfies({ operator, value }: Threshold, found: number): boolean {
  if (operator === Operator.LTE) return found <= value
  if (operator === Operator.LT) return found < value
  if (operator === Operator.GTE) return found >= value
  if (operator === Operator.GT) return found > value
  return found === value
}

/** The decisions by day. */
export function GateHistory({ systemId }: { systemId: string }): ReactNode {
  const query = useQuery(GateService.method.summarizeDecisions, { aiSystemId: systemId })
  if (query.data !== undefined && query.data.days.length === 0) return null
  return (
    <Card
      title="Gate by day"
      about="Low and green: the last answer of the day was pass. High and red: block. A dark edge: both on one day. Days are UTC."
    >
      <Loaded query={query}>
        {({ days, more }) => (
          <>
            <DayStrip
              days={days
                .slice(0, 60)
                .reverse()
                .map(({ day, last, passed, blocked }) => ({
                  day,
                  tone: last === Verdict.PASS ? 'good' : 'bad',
                  mixed: passed > 0 && blocked > 0,
                }))}
              about={`${plural(days.length, 'day')} with decisions; ${days.filter(({ last }) => last === Verdict.BLOCK).length} ended with a block.`}
            />
            <details>
              <summary>{more ? 'The newest days as a table' : 'The days as a table'}</summary>
              <Table caption="Gate by day" columns={DAYS} rows={days} id={({ day }) => day} />
            </details>
          </>
        )}
      </Loaded>
    </Card>
  )
}

const DAYS: Column<DecisionDay>[] = [
  { label: 'Day (UTC)', cell: ({ day }) => <>{day}</> },
  { label: 'Last answer', cell: ({ last }) => <EnumBadge schema={VerdictSchema} value={last} /> },
  { label: 'Passed', kind: 'number', cell: ({ passed }) => <>{passed}</> },
  { label: 'Blocked', kind: 'number', cell: ({ blocked }) => <>{blocked}</> },
]

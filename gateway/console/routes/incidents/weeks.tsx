import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import { IncidentService, type Week } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { StackedBars } from '../../components/charts/stacked-bars.tsx'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { plural } from '../../language/words.ts'

/** Incidents by the week in which they were detected, and reports by the week in which they are due. */
export function Weeks(): ReactNode {
  const query = useQuery(IncidentService.method.summarizeWeeks, {}, { staleTime: 60_000 })
  if (query.data?.weeks.every((week) => detected(week) + reports(week) === 0)) return null
  return (
    <Card
      title="By week"
      about="Weeks begin on Monday, UTC. A report is counted in the week of its deadline, even one that is still to come."
    >
      <Loaded query={query}>{({ weeks, more }) => <Pictures weeks={weeks} more={more} />}</Loaded>
    </Card>
  )
}

function Pictures({ weeks, more }: { weeks: Week[]; more: boolean }): ReactNode {
  const today = new Date().toISOString().slice(0, 10)
  const now = weeks.findLastIndex(({ monday }) => monday <= today)
  const total = (of: (week: Week) => number) => weeks.reduce((sum, week) => sum + of(week), 0)
  return (
    <>
      <div className="charts">
        <figure>
          <figcaption>
            <strong>Incidents detected</strong>
          </figcaption>
          <StackedBars
            bars={weeks.map((week) => ({
              label: week.monday,
              values: [week.significant, week.detected - week.significant],
            }))}
            series={[
              { name: 'Significant', tone: 'warn' },
              { name: 'Others', tone: 'plain' },
            ]}
            now={now}
            about={`Incidents by week: ${plural(total(detected), 'incident')} detected in ${weeks.length} weeks, ${total(({ significant }) => significant)} of them significant.`}
          />
        </figure>
        <figure>
          <figcaption>
            <strong>Reports by their deadline</strong>
          </figcaption>
          <StackedBars
            bars={weeks.map(({ monday, filed, filedLate, overdue, due }) => ({
              label: monday,
              values: [filed, filedLate, due, overdue],
            }))}
            series={[
              { name: 'Filed in time', tone: 'good' },
              { name: 'Filed late', tone: 'warn' },
              { name: 'Due', tone: 'info' },
              { name: 'Overdue', tone: 'bad' },
            ]}
            now={now}
            about={`Reports by the week of their deadline: ${total(({ filed }) => filed)} filed in time, ${total(({ filedLate }) => filedLate)} late, ${total(({ overdue }) => overdue)} overdue, ${total(({ due }) => due)} due.`}
          />
        </figure>
      </div>
      {more && <p className="muted">There were too many to count all: the oldest weeks are not complete.</p>}
      <details>
        <summary>The weeks as a table</summary>
        <Table caption="By week" columns={WEEKS} rows={weeks.toReversed()} id={({ monday }) => monday} />
      </details>
    </>
  )
}

const detected = (week: Week): number => week.detected
const reports = ({ filed, filedLate, overdue, due }: Week): number => filed + filedLate + overdue + due

const WEEKS: Column<Week>[] = [
  { label: 'Week from', cell: ({ monday }) => <>{monday}</> },
  { label: 'Incidents', kind: 'number', cell: (week) => <>{week.detected}</> },
  { label: 'Significant', kind: 'number', cell: ({ significant }) => <>{significant}</> },
  { label: 'Filed in time', kind: 'number', cell: ({ filed }) => <>{filed}</> },
  { label: 'Filed late', kind: 'number', cell: ({ filedLate }) => <>{filedLate}</> },
  { label: 'Overdue', kind: 'number', cell: ({ overdue }) => <>{overdue}</> },
  { label: 'Due', kind: 'number', cell: ({ due }) => <>{due}</> },
]

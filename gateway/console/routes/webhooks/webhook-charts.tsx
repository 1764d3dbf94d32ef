import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import { WebhookService } from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { type Series, StackedBars } from '../../components/charts/stacked-bars.tsx'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { plural } from '../../language/words.ts'

/** The outcomes of calls to an endpoint by day. */
export function DeliveriesByDay({ id }: { id: string }): ReactNode {
  const accepted = useQuery(IncidentService.method.summarizeDeliveries, { endpointId: id })
  const rejected = useQuery(WebhookService.method.summarizeRejectedDeliveries, { endpointId: id })
  const query = {
    data:
      accepted.data === undefined || rejected.data === undefined
        ? undefined
        : { accepted: accepted.data, rejected: rejected.data },
    error: accepted.error ?? rejected.error,
    isFetching: accepted.isFetching || rejected.isFetching,
    refetch: () => Promise.all([accepted.refetch(), rejected.refetch()]),
  }
  if (query.data !== undefined && query.data.accepted.days.length + query.data.rejected.days.length === 0)
    return null
  return (
    <Card
      title="Calls by day"
      about="The newest 60 days with calls. Days are UTC. Only the newest rejected calls are kept."
    >
      <Loaded query={query}>
        {({ accepted: { days, more }, rejected: { days: rejectedDays } }) => (
          <Picture
            days={joined(
              days,
              rejectedDays.map(({ day, signed, unsigned }) => ({ day, rejected: signed + unsigned })),
            )}
            more={more}
          />
        )}
      </Loaded>
    </Card>
  )
}

type Day = {
  day: string
  created: number
  replay: number
  closure: number
  acknowledged: number
  rejected: number
}

/** Both answers as one list of days, newest first. */
function joined(
  accepted: readonly Omit<Day, 'rejected'>[],
  rejected: readonly { day: string; rejected: number }[],
): Day[] {
  const none = { created: 0, replay: 0, closure: 0, acknowledged: 0, rejected: 0 }
  const days = new Map<string, Day>()
  for (const { day, created, replay, closure, acknowledged } of accepted)
    days.set(day, { ...none, day, created, replay, closure, acknowledged })
  for (const { day, rejected: count } of rejected)
    days.set(day, { ...(days.get(day) ?? { ...none, day }), rejected: count })
  return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, 60)
}

function Picture({ days, more }: { days: Day[]; more: boolean }): ReactNode {
  const total = (of: (day: Day) => number) => days.reduce((sum, day) => sum + of(day), 0)
  return (
    <>
      <StackedBars
        bars={days.toReversed().map((day) => ({
          label: day.day,
          values: [day.created, day.replay, day.closure, day.acknowledged, day.rejected],
        }))}
        series={SERIES}
        about={`Calls by outcome on ${plural(days.length, 'day')}: ${total(({ created }) => created)} opened an incident, ${total(({ replay }) => replay)} repeated one, ${total(({ closure }) => closure)} closed one, ${total(({ acknowledged }) => acknowledged)} opened none, ${total(({ rejected }) => rejected)} were rejected.`}
      />
      <details>
        <summary>{more ? 'The newest days as a table' : 'The days as a table'}</summary>
        <Table caption="Calls by day" columns={DAYS} rows={days} id={({ day }) => day} />
      </details>
    </>
  )
}

const SERIES: Series[] = [
  { name: 'Opened an incident', tone: 'plain' },
  { name: 'Repeated one', tone: 'info' },
  { name: 'Closed one', tone: 'good' },
  { name: 'Opened none', tone: 'warn' },
  { name: 'Rejected', tone: 'bad' },
]

const DAYS: Column<Day>[] = [
  { label: 'Day (UTC)', cell: ({ day }) => <>{day}</> },
  { label: 'Opened', kind: 'number', cell: ({ created }) => <>{created}</> },
  { label: 'Repeated', kind: 'number', cell: ({ replay }) => <>{replay}</> },
  { label: 'Closed', kind: 'number', cell: ({ closure }) => <>{closure}</> },
  { label: 'Opened none', kind: 'number', cell: ({ acknowledged }) => <>{acknowledged}</> },
  { label: 'Rejected', kind: 'number', cell: ({ rejected }) => <>{rejected}</> },
]

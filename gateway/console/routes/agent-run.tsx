import { callUnaryMethod, useQuery } from '@connectrpc/connect-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import {
  type AgentRun,
  AgentRunService,
  EventTypeSchema,
  type RunEvent,
  RunStatusSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { type List, listOf } from '../api/list.ts'
import { SystemName } from '../api/system-names.tsx'
import { transport } from '../api/transport.ts'
import { EnumBadge } from '../components/badge.tsx'
import { Dialog } from '../components/forms/dialog.tsx'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, Code, Facts, PageHead } from '../components/page.tsx'
import { RecordId } from '../components/record-id.tsx'
import { Empty, Loaded } from '../components/states.tsx'
import { Exact, None } from '../components/time.tsx'
import { dateOf, type Instant } from '../language/instant.ts'
import { capital, plural, readable, wordOf } from '../language/words.ts'

/** One run of an agent, with its events as a trace. */
export function Page(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(AgentRunService.method.getRun, { id })
  return (
    <Loaded query={query}>
      {({ run }) => (
        <>
          <PageHead
            title={run!.runRef}
            crumb={{ to: '/agent-runs', label: 'Agent runs' }}
            badge={<EnumBadge schema={RunStatusSchema} value={run!.status} />}
          />
          <Card>
            <Facts
              of={[
                ['Agent', run!.agentIdentity],
                ['Model', run!.modelName],
                ['Model version', run!.modelVersion],
                ['Started', <Exact key="a" at={run!.startedAt} />],
                ['Recorded', <Exact key="c" at={run!.createdAt} />],
                [
                  'Agent profile',
                  run!.aiAgentProfileId === undefined ? (
                    <>
                      none documents this agent; see the <a href="#/proposals">proposals</a>
                    </>
                  ) : (
                    <ProfileOf key="p" id={run!.aiAgentProfileId} />
                  ),
                ],
                ['Id', <RecordId key="id" id={run!.id} />],
              ]}
            />
          </Card>
          <Trace run={run!} />
        </>
      )}
    </Loaded>
  )
}

/** Leads to the system whose profile documents the agent. */
function ProfileOf({ id }: { id: string }): ReactNode {
  const { data } = useQuery(ProfileService.method.listProfiles, { search: id, page: { limit: 1 } })
  const profile = data?.profiles.find((one) => one.id === id)
  if (profile === undefined) return <Code value={id} />
  return (
    <a href={`#/systems/${profile.aiSystemId}?part=profiles`}>
      of <SystemName id={profile.aiSystemId} />
    </a>
  )
}

function Trace({ run }: { run: AgentRun }): ReactNode {
  const list = useEvents(run.id)
  const [open, setOpen] = useState<RunEvent>()
  const times = [run.startedAt, ...list.rows.map(({ event }) => event!.occurredAt)].flatMap((at) =>
    at === undefined ? [] : [dateOf(at).getTime()],
  )
  const [from, until] = [Math.min(...times), Math.max(...times)]
  return (
    <Card
      title="Events"
      about={
        list.rows.length === 0
          ? 'The actions of the agent in this run.'
          : `In the order of the reporter. The marks show when: ${list.hasMore ? 'the first ' : ''}${plural(list.rows.length, 'event')} within ${span(until - from)}.`
      }
      flush
    >
      <ListTable
        list={list}
        caption="Events"
        columns={columns(from, until)}
        id={({ event }) => event!.id}
        open={setOpen}
        empty={
          <Empty title="No events.">
            Agents report them with <code>POST /api/v1/agent-runs/{'{id}'}/events</code>.
          </Empty>
        }
      />
      {open !== undefined && <Details event={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

/** The events of a run, page by page, in their order. */
function useEvents(runId: string): List<RunEvent> {
  const query = useInfiniteQuery({
    queryKey: ['run events', runId],
    initialPageParam: undefined as bigint | undefined,
    queryFn: ({ pageParam, signal }) =>
      callUnaryMethod(
        transport,
        AgentRunService.method.listRunEvents,
        { runId, limit: 100, ...(pageParam === undefined ? {} : { afterSeq: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ nextAfterSeq }) => nextAfterSeq,
  })
  return listOf(query, query.data?.pages.flatMap(({ events }) => events) ?? [])
}

const columns = (from: number, until: number): Column<RunEvent>[] => [
  { label: 'Event', cell: (row) => <>{nameOf(row)}</> },
  { label: 'Tool', kind: 'code', cell: ({ event }) => event!.toolName ?? <None /> },
  { label: 'Number', kind: 'number', cell: ({ event }) => <>{String(event!.seq)}</> },
  {
    label: 'After',
    kind: 'number',
    cell: ({ event }) => <>{span(timeOf(event!.occurredAt) - from)}</>,
  },
  {
    label: 'Along the run',
    cell: ({ event }) => <Place at={timeOf(event!.occurredAt)} from={from} until={until} />,
  },
]

/**
 * Shows the position of an event between the beginning of the run and the last event that is shown. The column before has it as a
 * number.
 */
function Place({ at, from, until }: { at: number; from: number; until: number }): ReactNode {
  const x = until === from ? 0 : ((at - from) / (until - from)) * 192
  return (
    <svg className="chart trace" viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true">
      <line className="grid" x1="0" x2="200" y1="6" y2="6" />
      <rect className="info" x="0" width={x + 2} y="5" height="2" />
      <rect className="plain" x={x} width="8" y="1" height="10" rx="2" />
    </svg>
  )
}

const nameOf = ({ event }: RunEvent): string => capital(readable(wordOf(EventTypeSchema, event!.eventType)))
const timeOf = (at: Instant | undefined): number => (at === undefined ? 0 : dateOf(at).getTime())

/** Returns a duration as text: `1.2 s`, `3 min 5 s`. */
function span(ms: number): string {
  const sign = ms < 0 ? '−' : ''
  const long = Math.abs(ms)
  if (long < 1000) return `${sign}${long} ms`
  if (long < 60_000)
    return `${sign}${(long / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
  if (long < 3_600_000)
    return `${sign}${Math.floor(long / 60_000)} min ${Math.floor((long % 60_000) / 1000)} s`
  return `${sign}${Math.floor(long / 3_600_000).toLocaleString()} h ${Math.floor((long % 3_600_000) / 60_000)} min`
}

function Details({ event: row, onClose }: { event: RunEvent; onClose: () => void }): ReactNode {
  const { event, payload, cut } = row
  return (
    <Dialog title={`${nameOf(row)} ${event!.seq}`} onClose={onClose} wide>
      <Facts
        of={[
          ['Tool', event!.toolName],
          ['Occurred', <Exact key="o" at={event!.occurredAt} />],
          ['Recorded', <Exact key="c" at={event!.createdAt} />],
          ['SHA-256 of the payload', <Code key="h" value={event!.payloadHash} />],
          ['Id', <Code key="i" value={event!.id} />],
        ]}
      />
      <h3>{cut ? 'Beginning of the payload' : 'Payload'}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
      <pre tabIndex={0}>{payload}</pre>
    </Dialog>
  )
}

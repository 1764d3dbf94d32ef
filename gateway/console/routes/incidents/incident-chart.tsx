import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import {
  type IncidentFiling,
  Moment,
  MomentSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentService,
  IncidentStatusSchema,
  type IncidentTimelineEntry,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Obligation,
  ObligationService,
  ObligationState,
  ObligationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { type Lane, type Mark, TimeLanes } from '../../components/charts/time-lanes.tsx'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { Exact, useNow } from '../../components/time.tsx'
import { dateOf, exact, type Instant } from '../../language/instant.ts'
import { capital, plural, readable, wordOf } from '../../language/words.ts'
import { reportOf } from './report-of.ts'

/** An incident on a line of time: its moments, recorded events, reports and their deadlines. */
export function TimelineChart({ incident }: { incident: Incident }): ReactNode {
  const { id } = incident
  const obligations = useQuery(ObligationService.method.listIncidentObligations, { id })
  const filings = useQuery(ObligationService.method.listIncidentFilings, { id })
  const entries = useQuery(IncidentService.method.listIncidentTimeline, { id, page: { limit: 200 } })
  const parts = [obligations, filings, entries]
  const query = {
    data: parts.some(({ data }) => data === undefined)
      ? undefined
      : [
          { name: 'Moments', marks: momentsOf(incident) },
          { name: 'Recorded', marks: entries.data!.entries.flatMap(recordedOf) },
          { name: 'Reports filed', marks: filings.data!.filings.flatMap(filedOf) },
          { name: 'Deadlines', marks: obligations.data!.obligations.flatMap(deadlineOf) },
        ],
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    isFetching: parts.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(parts.map(({ refetch }) => refetch())),
  }
  const more = entries.data?.nextCursor ? ' The newest 200 entries.' : ''
  return (
    <Card
      title="Course"
      about={`The dotted line is now. A square: a deadline that passed without a report. A diamond: one to come.${more}`}
    >
      <Loaded query={query}>{(lanes) => <Picture lanes={lanes} />}</Loaded>
    </Card>
  )
}

function Picture({ lanes }: { lanes: Lane[] }): ReactNode {
  const now = useNow()
  const rows = lanes
    .flatMap(({ name, marks }) => marks.map((one) => ({ ...one, lane: name })))
    .sort((a, b) => dateOf(a.at).getTime() - dateOf(b.at).getTime())
  const [moments, recorded, filed, deadlines] = lanes.map(({ marks }) => marks.length)
  const passed = lanes[3]!.marks.filter(({ tone }) => tone === 'bad').length
  return (
    <>
      <TimeLanes
        lanes={lanes}
        now={now}
        about={`Course of the incident since ${exact(rows[0]!.at)}: ${plural(moments!, 'moment')}, ${plural(recorded!, 'entry', 'entries')}, ${plural(filed!, 'report')} filed, ${plural(deadlines!, 'deadline')}, ${passed} of them passed without a report.`}
      />
      <details>
        <summary>The course as a table</summary>
        <Table
          caption="Course of the incident"
          columns={COLUMNS}
          rows={rows}
          id={({ lane, name, at }) => `${lane} ${name} ${dateOf(at).getTime()}`}
        />
      </details>
    </>
  )
}

const COLUMNS: Column<Mark & { lane: string }>[] = [
  { label: 'What', cell: ({ name }) => <>{name}</> },
  { label: 'Kind', cell: ({ lane }) => <>{lane}</> },
  { label: 'When', cell: ({ at }) => <Exact at={at} /> },
]

function mark(at: Instant | undefined, name: string, tone: Mark['tone'] = 'plain'): Mark[] {
  return at === undefined ? [] : [{ at, name, tone }]
}

function momentsOf({ work, detectedAt }: Incident): Mark[] {
  const recorded = work?.moments ?? []
  return [
    ...(recorded.some(({ moment }) => moment === Moment.DETECTED) ? [] : mark(detectedAt, 'Detected')),
    ...recorded.flatMap(({ moment, at }) => mark(at, capital(readable(wordOf(MomentSchema, moment))))),
  ]
}

/** The event that an entry of the timeline recorded. Filings have a line of their own. */
function recordedOf({ at, what }: IncidentTimelineEntry): Mark[] {
  if (what.case === undefined || what.case === 'filing') return []
  if (what.case !== 'version') return mark(at, RECORDED[what.case])
  const { version, status, work } = what.value
  const word = readable(wordOf(IncidentStatusSchema, status))
  if (version === 1) return mark(at, `Recorded as ${word}`)
  return mark(at, work === undefined || work.change === 'move' ? `Moved to ${word}` : 'Changed')
}

const RECORDED = {
  delivery: 'Reported again by its sender',
  comment: 'Comment',
  attachment: 'Attachment',
  report: 'Report drafted',
  notification: 'Notification',
}

function filedOf({ submittedAt, ...filing }: IncidentFiling): Mark[] {
  return mark(submittedAt, `${reportOf(filing)}: filed`, 'good')
}

const TONES: { [state: number]: Mark['tone'] } = {
  [ObligationState.OVERDUE]: 'bad',
  [ObligationState.FILED]: 'good',
  [ObligationState.FILED_LATE]: 'good',
}

function deadlineOf(obligation: Obligation): Mark[] {
  const { state, dueAt, forecastAt } = obligation
  if (state === ObligationState.NOT_REQUIRED) return []
  const word = readable(wordOf(ObligationStateSchema, state))
  return mark(dueAt ?? forecastAt, `${reportOf(obligation)}: ${word}`, TONES[state] ?? 'warn')
}

import { callUnaryMethod, useQuery } from '@connectrpc/connect-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import {
  ProposalService,
  ProposalStatus,
  TriggerService,
  TriggerStatus,
} from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Obligation,
  ObligationService,
  ObligationState,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { type List, listOf, useList } from '../api/list.ts'
import { useSession } from '../api/session.ts'
import { SystemName } from '../api/system-names.tsx'
import { transport } from '../api/transport.ts'
import { LastDecision } from '../components/last-decision.tsx'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, PageHead } from '../components/page.tsx'
import { Empty, Loaded } from '../components/states.tsx'
import { plural } from '../language/words.ts'
import { ExpiringKeys } from './expiring-keys.tsx'
import { due, idOf, left } from './incidents/obligation-columns.tsx'
import { reportOf } from './incidents/report-of.ts'
import { Weeks } from './incidents/weeks.tsx'
import { whatOf } from './systems/triggers.tsx'
import { RejectedCalls } from './webhooks/rejected-calls.tsx'

/** The page of everything that needs a person now. */
export function Page(): ReactNode {
  const { organizationName } = useSession()
  return (
    <>
      <PageHead title="Today" about={organizationName} />
      <Deadlines />
      <Figures />
      <Systems />
      <OpenTriggers />
      <OpenProposals />
      <RejectedCalls />
      <ExpiringKeys />
      <Weeks />
    </>
  )
}

/** Exact counts of what needs attention, each with a link to its list. */
function Figures(): ReactNode {
  const query = useQuery(IncidentService.method.summarizeIncidents, {}, { refetchInterval: POLL_MS })
  return (
    <Loaded query={query}>
      {({ active, significant, awaitingTriage, total }) => (
        <ul className="tiles">
          <Tile
            href="#/incidents?status=active"
            count={active}
            label="Active incidents"
            note={`of ${plural(total, 'incident')}`}
          />
          <Tile
            href="#/incidents?status=active&significant=yes"
            count={significant}
            label="Active and significant"
            note="reports may be due"
          />
          <Tile
            href="#/incidents?status=1&severity=5"
            count={awaitingTriage}
            label="Awaiting triage"
            note="severity unknown"
          />
          <Overdue />
        </ul>
      )}
    </Loaded>
  )
}

/** The incidents with an overdue report: exact up to the bound of CountIncidents, "at least" beyond it. */
function Overdue(): ReactNode {
  const query = useQuery(
    IncidentService.method.countIncidents,
    { filter: { overdue: true } },
    { refetchInterval: POLL_MS },
  )
  if (query.data === undefined) {
    return (
      <li>
        <Loaded query={query}>{() => null}</Loaded>
      </li>
    )
  }
  const { count, more } = query.data
  return (
    <Tile
      href="#/incidents?overdue=yes"
      count={count}
      atLeast={more}
      label="With an overdue report"
      note="a deadline has passed"
    />
  )
}

function Tile({
  href,
  count,
  atLeast = false,
  label,
  note,
}: {
  href: string
  count: bigint
  /** Whether there may be more. */
  atLeast?: boolean
  label: string
  note: string
}): ReactNode {
  return (
    <li>
      <a href={href}>
        <span className="count">{`${atLeast ? '≥ ' : ''}${Number(count).toLocaleString()}`}</span>{' '}
        <strong>{label}</strong> <span className="muted">{note}</span>
      </a>
    </li>
  )
}

function Deadlines(): ReactNode {
  const overdue = useObligations(ObligationState.OVERDUE)
  const due = useObligations(ObligationState.DUE)
  return (
    <Card title="Reports that are due" about="Overdue first, then by time left." flush>
      <ListTable
        list={{
          ...due,
          rows: [...overdue.rows, ...due.rows],
          isPending: overdue.isPending || due.isPending,
          error: overdue.error ?? due.error,
          hasMore: overdue.hasMore || due.hasMore,
          more: () => (overdue.hasMore ? overdue : due).more(),
          retry: () => (overdue.error === null ? due : overdue).retry(),
        }}
        caption="Reports that are due"
        columns={DUE}
        id={idOf}
        href={({ incidentId }) => `/incidents/${incidentId}`}
        empty={
          <Empty title="No report is due.">
            Deadlines follow from significant <a href="#/incidents">incidents</a>. Record them there, or
            receive them over the API and over <a href="#/webhooks">webhooks</a>.
          </Empty>
        }
      />
    </Card>
  )
}

/** The obligations in a state, soonest first, page by page. */
function useObligations(state: ObligationState): List<Obligation> {
  const query = useInfiniteQuery({
    queryKey: ['obligations', state],
    initialPageParam: '',
    refetchInterval: POLL_MS,
    queryFn: ({ pageParam, signal }) =>
      callUnaryMethod(
        transport,
        ObligationService.method.listObligations,
        { state, limit: 10, after: pageParam },
        { signal },
      ),
    getNextPageParam: ({ nextAfter }) => nextAfter || undefined,
  })
  return listOf(query, query.data?.pages.flatMap(({ obligations }) => obligations) ?? [])
}

/** Milliseconds between two checks for something new, while the page is visible. */
const POLL_MS = 60_000

const DUE: Column<Obligation>[] = [
  { label: 'Incident', cell: ({ incidentTitle }) => incidentTitle },
  left,
  { label: 'Report', cell: reportOf },
  { label: 'To', cell: ({ recipient }) => recipient },
  due,
]

function Systems(): ReactNode {
  const list = useList(SystemService.method.listSystems, {}, ({ systems }) => systems, { limit: 20 })
  return (
    <Card title="AI systems" about="The newest decision of the gate about each." flush>
      <ListTable
        list={list}
        caption="AI systems"
        columns={[
          { label: 'Name', cell: ({ name }) => <>{name}</> },
          { label: 'Gate', cell: ({ id }) => <LastDecision systemId={id} /> },
        ]}
        id={({ id }) => id}
        href={({ id }) => `/systems/${id}`}
        empty={
          <Empty title="No AI systems yet.">
            Register the first one under <a href="#/systems">AI systems</a>. The gate then says what it needs
            for a release.
          </Empty>
        }
      />
    </Card>
  )
}

function OpenTriggers(): ReactNode {
  const list = useList(
    TriggerService.method.listTriggers,
    { status: TriggerStatus.OPEN },
    ({ triggers }) => triggers,
    {
      limit: 10,
    },
  )
  if (!list.isPending && list.error === null && list.rows.length === 0) return null
  return (
    <Card title="Open triggers" about="Each blocks a release until a person resolves it." flush>
      <ListTable
        list={list}
        caption="Open triggers"
        columns={[
          { label: 'What was seen', cell: (row) => <>{whatOf(row)}</> },
          { label: 'AI system', cell: ({ aiSystemId }) => <SystemName id={aiSystemId} /> },
        ]}
        id={({ id }) => id}
        href={({ aiSystemId }) => `/systems/${aiSystemId}`}
        empty={null}
      />
    </Card>
  )
}

function OpenProposals(): ReactNode {
  const list = useList(
    ProposalService.method.listProposals,
    { status: ProposalStatus.OPEN },
    ({ proposals }) => proposals,
    { limit: 10 },
  )
  if (!list.isPending && list.error === null && list.rows.length === 0) return null
  return (
    <Card title="Open proposals" about="Found in telemetry, not documented yet." flush>
      <ListTable
        list={list}
        caption="Open proposals"
        columns={[
          { label: 'Agent', cell: ({ agentIdentity }) => <>{agentIdentity}</> },
          { label: 'Tool', cell: ({ toolName }) => <>{toolName ?? 'no profile'}</> },
        ]}
        id={({ id }) => id}
        href={() => '/proposals?status=1'}
        empty={null}
      />
    </Card>
  )
}

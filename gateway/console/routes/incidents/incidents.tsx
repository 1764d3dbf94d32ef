import type { MessageInitShape } from '@bufbuild/protobuf'
import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import {
  type CountIncidentsResponse,
  type Incident,
  IncidentSchema,
  IncidentService,
  IncidentStatus,
  IncidentStatusSchema,
  type ListIncidentsRequestSchema,
  type ListIncidentsResponse,
  ListOrder,
  ListOrderSchema,
  RegulationSchema,
  Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { type Deadlines, useDue } from '../../api/due.ts'
import { useList } from '../../api/list.ts'
import { usePersonLookup } from '../../api/lookups.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Badge, EnumBadge } from '../../components/badge.tsx'
import { timestamp } from '../../components/forms/timestamp.ts'
import {
  DayField,
  Filter,
  LookupFilter,
  SearchField,
  Unread,
  useParameters,
} from '../../components/lists/filter.tsx'
import {
  type Address,
  day,
  enumValue,
  idOr,
  oneOf,
  searchedByWord,
} from '../../components/lists/parameters.ts'
import { SaveList } from '../../components/lists/save-list.tsx'
import type { View } from '../../components/lists/stored-views.ts'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Views } from '../../components/lists/views.tsx'
import { Card, PageHead } from '../../components/page.tsx'
import { Empty, Failed } from '../../components/states.tsx'
import { Due, None, When } from '../../components/time.tsx'
import { endOfDay, startOfDay } from '../../language/instant.ts'
import { choicesOf, plural } from '../../language/words.ts'
import { BulkActions } from './incidents-bulk.tsx'
import { isOver } from './is-over.ts'
import { NewIncident } from './new-incident.tsx'
import { useSelection } from './selection.tsx'

/** The list of incidents: severity, deadlines and status. */
export function Page(): ReactNode {
  const search = useParameters(KINDS)
  const { user } = useSession()
  const filter = filterOf(search, user?.id)
  const list = useList(IncidentService.method.listIncidents, filter, listed, { limit: 100 })
  const deadlines = useDue(list.rows)
  const count = useQuery(IncidentService.method.countIncidents, { filter })
  const may = useMay()
  const { chosen, select, checkboxes } = useSelection(list.rows)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHead title="Incidents" about="What happened, when it must be reported, and its state.">
        <SaveList
          method={IncidentService.method.listIncidents}
          input={filter}
          pick={({ incidents }) => incidents}
          row={IncidentSchema}
          name="incidents"
        />
        <NewIncident />
      </PageHead>
      <Filters count={count.data} />
      <BulkActions
        list={list}
        chosen={chosen}
        select={select}
        filter={JSON.stringify(search)}
        total={count.data}
      />
      {deadlines.error !== null && <Failed error={deadlines.error} retry={deadlines.retry} />}
      <Card flush>
        <ListTable
          list={list}
          endless
          caption="Incidents"
          columns={columns(deadlines)}
          id={({ id }) => id}
          href={({ id }) => `/incidents/${id}`}
          {...(may(IncidentService.method.moveIncident) ? { choose: checkboxes } : {})}
          empty={
            isFiltered ? (
              <Empty title="No incident matches.">Change or clear the filters.</Empty>
            ) : (
              <Empty title="No incidents yet.">
                Record one with <b>New incident</b>. Others come in over the API,{' '}
                <code>POST /api/v1/incidents</code>, and over <a href="#/webhooks">webhooks</a>.
              </Empty>
            )
          }
        />
      </Card>
    </>
  )
}

type Listed = Incident & {
  /** The owner can no longer sign in, and somebody has to work on the incident. */
  ownerIsGone: boolean
}

const listed = ({ incidents, disabledOwnerIds }: ListIncidentsResponse): Listed[] =>
  incidents.map((incident) => ({
    ...incident,
    ownerIsGone: disabledOwnerIds.includes(incident.work?.ownerId ?? '') && !isOver(incident),
  }))

/** Returns the filters of the address as the request of the list. */
function filterOf(
  search: Address,
  me: string | undefined,
): MessageInitShape<typeof ListIncidentsRequestSchema> {
  return {
    ...(search.status === undefined
      ? {}
      : { status: search.status === 'active' ? ACTIVE : [Number(search.status)] }),
    ...(search.severity === undefined ? {} : { severity: [Number(search.severity)] }),
    ...(search.regulation === undefined ? {} : { regulation: [Number(search.regulation)] }),
    ...(search.significant === undefined ? {} : { isSignificant: search.significant === 'yes' }),
    ...(search.owner === undefined ? {} : { ownerId: search.owner === 'me' ? me : search.owner }),
    ...(search.overdue === undefined ? {} : { overdue: search.overdue === 'yes' }),
    ...(search.q === undefined ? {} : { search: search.q }),
    ...(search.from === undefined ? {} : { detectedSince: timestamp(startOfDay(search.from)) }),
    ...(search.to === undefined ? {} : { detectedUntil: timestamp(endOfDay(search.to)) }),
    ...(search.order === undefined ? {} : { order: Number(search.order) }),
  } as MessageInitShape<typeof ListIncidentsRequestSchema>
}

/** The allowed parameters of the address. */
const KINDS = {
  q: searchedByWord,
  from: day,
  to: day,
  owner: idOr('me'),
  significant: oneOf('yes', 'no'),
  overdue: oneOf('yes', 'no'),
  status: enumValue(IncidentStatusSchema, 'active'),
  severity: enumValue(SeveritySchema),
  regulation: enumValue(RegulationSchema),
  order: enumValue(ListOrderSchema),
}

const ACTIVE = [IncidentStatus.OPEN, IncidentStatus.INVESTIGATING, IncidentStatus.CONTAINED]

function Filters({ count }: { count: CountIncidentsResponse | undefined }): ReactNode {
  return (
    <>
      <div className="filters">
        <SearchField name="q" label="Search" kind={searchedByWord} />
        <Views list="incidents" presets={PRESETS} />
        <Filter
          name="status"
          label="Status"
          options={[['active', 'Active'], ...choicesOf(IncidentStatusSchema)]}
        />
        <Filter name="severity" label="Severity" options={choicesOf(SeveritySchema)} />
        <Filter name="regulation" label="Regulation" options={choicesOf(RegulationSchema)} />
        <Filter
          name="significant"
          label="Significant"
          options={[
            ['yes', 'Yes'],
            ['no', 'No'],
          ]}
        />
        <Filter
          name="overdue"
          label="Overdue"
          options={[
            ['yes', 'A report is overdue'],
            ['no', 'No report is overdue'],
          ]}
        />
        <Owner />
        <DayField name="from" label="Detected from" />
        <DayField name="to" label="Up to and including" />
        <Filter
          name="order"
          label="Order"
          all="Newest first"
          options={[
            [String(ListOrder.OLDEST), 'Oldest first'],
            [String(ListOrder.DETECTED_NEWEST), 'Last detected'],
            [String(ListOrder.DETECTED_OLDEST), 'First detected'],
          ]}
        />
        <span className="muted" role="status">
          {count !== undefined && `${count.more ? 'at least ' : ''}${plural(count.count, 'incident')}`}
        </span>
      </div>
      <Unread kinds={KINDS} />
    </>
  )
}

/** The filter by owner: the reader and, for readers who may list people, others. */
function Owner(): ReactNode {
  return <LookupFilter name="owner" label="Owner" lookup={usePersonLookup} fixed={[['me', 'Mine']]} />
}

const PRESETS: View[] = [
  { name: 'All', search: {} },
  { name: 'Active', search: { status: 'active' } },
  { name: 'Overdue', search: { overdue: 'yes' } },
  {
    name: 'Awaiting triage',
    search: { status: String(IncidentStatus.OPEN), severity: String(Severity.UNKNOWN) },
  },
  { name: 'Mine, active', search: { status: 'active', owner: 'me' } },
]

const columns = (deadlines: Deadlines): Column<Listed>[] => [
  {
    label: 'Title',
    cell: ({ title, work }) => (
      <>
        <bdi>{title}</bdi>
        {work !== undefined && work.duplicateOf !== '' && (
          <>
            {' '}
            <Badge word="duplicate" />
          </>
        )}
      </>
    ),
  },
  {
    label: 'Next deadline',
    first: true,
    cell: ({ id }) =>
      deadlines.isKnown(id) ? (
        <Due at={deadlines.of(id)} />
      ) : (
        <span className="muted">{deadlines.error === null ? 'loading …' : 'not loaded'}</span>
      ),
  },
  { label: 'Severity', cell: ({ severity }) => <EnumBadge schema={SeveritySchema} value={severity} /> },
  { label: 'Status', cell: ({ status }) => <EnumBadge schema={IncidentStatusSchema} value={status} /> },
  {
    label: 'Regulation',
    cell: ({ regulation }) => <EnumBadge schema={RegulationSchema} value={regulation} />,
  },
  {
    label: 'Owner',
    cell: ({ work, ownerIsGone }) =>
      work === undefined || work.ownerEmail === '' ? (
        <None />
      ) : (
        <>
          {work.ownerEmail}
          {ownerIsGone && (
            <span title="The owner can no longer sign in. Assign the incident to another person.">
              {' '}
              <Badge word="disabled" />
            </span>
          )}
        </>
      ),
  },
  { label: 'Detected', cell: ({ detectedAt }) => <When at={detectedAt} /> },
]

import { type ReactNode, useEffect, useState } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type CountIncidentsResponse,
  type Incident,
  IncidentService,
  type IncidentStatus,
  IncidentStatusSchema,
  Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callOnce } from '../../api/call-once.ts'
import type { List } from '../../api/list.ts'
import { useEmailLookup } from '../../api/lookups.ts'
import { useMay } from '../../api/session.ts'
import { EnumBadge } from '../../components/badge.tsx'
import type { Field } from '../../components/forms/field.ts'
import { usePageDialog } from '../../components/forms/page-dialogs.tsx'
import type { Values } from '../../components/forms/values.ts'
import { focusedRow, useKeyBindings } from '../../components/key-bindings.ts'
import { choicesOf, plural } from '../../language/words.ts'
import { OneByOne } from './one-by-one.tsx'
import { statusChoices } from './status-choices.ts'

/**
 * Actions on several incidents at once, or on the one that has the focus. Each incident is a call of its own, with an audit entry
 * of its own.
 */
export function BulkActions({
  list,
  filter,
  total,
  chosen,
  select,
}: {
  list: List<Incident>
  /** Names the filters of the list. */
  filter: string
  /** How many incidents match the filters. */
  total: CountIncidentsResponse | undefined
  chosen: readonly Incident[]
  /** Selects exactly these. */
  select: (ids: readonly string[]) => void
}): ReactNode {
  const may = useMay()
  const [open, setOpen] = useState<{ action: BulkAction; incidents: readonly Incident[] }>()
  const openDialog = usePageDialog(
    'bulk',
    (close) =>
      open && (
        <OneByOne
          title={`${open.action.verb} ${plural(open.incidents.length, 'incident')}`}
          label={open.action.label}
          resource="incident"
          done={open.action.done}
          fields={open.action.fields(open.incidents)}
          things={open.incidents.map((incident) => ({
            ...incident,
            name: incident.title,
            now: open.action.now(incident),
          }))}
          run={open.action.run}
          onClose={(left) => {
            close()
            // Those without success stay selected, so that they can be tried again.
            if (left !== undefined) select(left)
          }}
        />
      ),
  )
  const begin = (action: BulkAction): void => {
    const focused = focusedRow()
    const incidents = chosen.length > 0 ? chosen : list.rows.filter(({ id }) => id === focused)
    if (incidents.length === 0) return
    setOpen({ action, incidents })
    openDialog()
  }
  const isOffered = may(IncidentService.method.moveIncident)
  useKeyBindings(
    isOffered
      ? ACTIONS.map((action) => ({
          key: action.key,
          what: `${action.verb.toLowerCase()} the row, or all that are selected`,
          run: () => begin(action),
        }))
      : [],
  )
  if (!isOffered) return null
  if (chosen.length === 0) return null
  const all = (
    <SelectAll
      key={filter}
      list={list}
      total={total}
      isWhole={chosen.length === list.rows.length}
      select={select}
    />
  )
  return (
    <Selection count={chosen.length} all={all} actions={ACTIONS} begin={begin} clear={() => select([])} />
  )
}

/**
 * Shows that rows which are not fetched are not selected, where all others are, and a button that fetches and selects them. Nothing where
 * all rows are fetched.
 */
function SelectAll({
  list,
  total,
  isWhole,
  select,
}: {
  list: List<Incident>
  total: CountIncidentsResponse | undefined
  isWhole: boolean
  select: (ids: readonly string[]) => void
}): ReactNode {
  const [isWanted, setIsWanted] = useState(false)
  const { rows, hasMore, isFetching, error, more } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new in each rendering.
  useEffect(() => {
    if (!isWanted || isFetching) return
    if (hasMore && error === null && rows.length < MAX_SELECTED) return more()
    setIsWanted(false)
    if (error === null) select(rows.map(({ id }) => id))
  }, [isWanted, isFetching, hasMore, error, rows])
  if (!(isWhole || isWanted) || !hasMore || total === undefined) return null
  const isOffered = !total.more && total.count <= MAX_SELECTED
  const matching = `${total.more ? 'at least ' : ''}${plural(total.count, 'incident')}`
  return (
    <>
      <span>{matching} match. Only those shown are selected.</span>
      {isOffered && (
        <button type="button" disabled={isWanted} onClick={() => setIsWanted(true)}>
          Select all {Number(total.count).toLocaleString()}
        </button>
      )}
    </>
  )
}

/** Shows the number of selected incidents, and the actions for them. */
function Selection({
  count,
  all,
  actions,
  begin,
  clear,
}: {
  count: number
  /** What selects the rows that are not fetched. */
  all: ReactNode
  actions: readonly BulkAction[]
  begin: (action: BulkAction) => void
  clear: () => void
}): ReactNode {
  return (
    <div className="filters chosen" role="status">
      <strong>{plural(count, 'incident')} selected</strong>
      {all}
      {actions.map((action) => (
        <button key={action.key} type="button" aria-keyshortcuts={action.key} onClick={() => begin(action)}>
          {action.label}
        </button>
      ))}
      <button type="button" className="quiet" onClick={clear}>
        Clear the selection
      </button>
    </div>
  )
}

type BulkAction = {
  key: string
  verb: string
  label: string
  done: string
  fields: (incidents: readonly Incident[]) => Field[]
  /** What an incident has now, of what the action changes. */
  now: (incident: Incident) => ReactNode
  run: (incident: Incident, values: Values) => Promise<unknown>
}

const REASON: Field = { name: 'reason', label: 'Reason', kind: 'textarea', rows: 2, required: true }

const MOVE: BulkAction = {
  key: 'm',
  verb: 'Move',
  label: 'Move them',
  done: 'moved',
  fields: (incidents) => [
    { name: 'status', label: 'New status', kind: 'select', options: statusChoices(incidents) },
    { name: 'note', label: 'Note', kind: 'textarea', hint: 'It stays in the history of each.' },
  ],
  now: ({ status }) => <EnumBadge schema={IncidentStatusSchema} value={status} />,
  run: ({ id, version }, values) =>
    callOnce(IncidentService.method.moveIncident, {
      id,
      expectedVersion: version,
      status: values.chosen<IncidentStatus>('status'),
      note: values.text('note'),
    }),
}

const ASSIGN: BulkAction = {
  key: 'o',
  verb: 'Assign',
  label: 'Assign an owner',
  done: 'assigned',
  fields: () => [
    { name: 'owner', label: 'Owner', hint: 'E-mail address. Empty for nobody.', suggest: useEmailLookup },
    REASON,
  ],
  now: ({ work }) => <bdi>{work?.ownerEmail || 'nobody'}</bdi>,
  run: ({ id, version }, values) =>
    callOnce(IncidentWorkService.method.editIncident, {
      id,
      expectedVersion: version,
      reason: values.text('reason'),
      owner: values.text('owner'),
    }),
}

const SETTLE_SEVERITY: BulkAction = {
  key: 's',
  verb: 'Set the severity of',
  label: 'Set the severity',
  done: 'changed',
  fields: () => [
    {
      name: 'severity',
      label: 'Severity',
      kind: 'select',
      options: choicesOf(SeveritySchema, [Severity.UNKNOWN]),
      value: String(Severity.MEDIUM),
    },
    REASON,
  ],
  now: ({ severity }) => <EnumBadge schema={SeveritySchema} value={severity} />,
  run: ({ id, version }, values) =>
    callOnce(IncidentWorkService.method.editIncident, {
      id,
      expectedVersion: version,
      reason: values.text('reason'),
      severity: values.chosen<Severity>('severity'),
    }),
}

const ACTIONS = [MOVE, ASSIGN, SETTLE_SEVERITY]
/** Each incident is a call of its own. */
const MAX_SELECTED = 1000

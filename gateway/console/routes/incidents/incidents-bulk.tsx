import { type ReactNode, useState } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type Incident,
  IncidentService,
  type IncidentStatus,
  Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callOnce } from '../../api/call-once.ts'
import { useEmailLookup } from '../../api/lookups.ts'
import { useMay } from '../../api/session.ts'
import type { Field } from '../../components/forms/input.tsx'
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
  rows,
  chosen,
  select,
}: {
  rows: readonly Incident[]
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
          things={open.incidents.map((incident) => ({ ...incident, name: incident.title }))}
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
    const incidents = chosen.length > 0 ? chosen : rows.filter(({ id }) => id === focused)
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
  return <Selection count={chosen.length} actions={ACTIONS} begin={begin} clear={() => select([])} />
}

/** Shows the number of selected incidents, and the actions for them. */
function Selection({
  count,
  actions,
  begin,
  clear,
}: {
  count: number
  actions: readonly BulkAction[]
  begin: (action: BulkAction) => void
  clear: () => void
}): ReactNode {
  return (
    <div className="filters chosen" role="status">
      <strong>{plural(count, 'incident')} selected</strong>
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
  run: ({ id, version }, values) =>
    callOnce(IncidentWorkService.method.editIncident, {
      id,
      expectedVersion: version,
      reason: values.text('reason'),
      severity: values.chosen<Severity>('severity'),
    }),
}

const ACTIONS = [MOVE, ASSIGN, SETTLE_SEVERITY]

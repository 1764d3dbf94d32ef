import type { ReactNode } from 'react'
import {
  type Obligation,
  ObligationState,
  ObligationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { Badge, EnumBadge } from '../../components/badge.tsx'
import type { Column } from '../../components/lists/table.tsx'
import { Due } from '../../components/time.tsx'
import { exact } from '../../language/instant.ts'

export const idOf = ({ incidentId, regime, step, recipient }: Obligation): string =>
  `${incidentId} ${regime} ${step} ${recipient}`

const isFiled = ({ state }: Obligation): boolean =>
  state === ObligationState.FILED || state === ObligationState.FILED_LATE

/** Shows the time that is left, or the event for which the deadline waits. */
function Left({ obligation }: { obligation: Obligation }): ReactNode {
  if (isFiled(obligation) || obligation.state === ObligationState.NOT_REQUIRED) return null
  if (obligation.dueAt !== undefined) return <Due at={obligation.dueAt} />
  if (obligation.forecastAt === undefined) return <span className="muted">waits</span>
  return <span className="muted">expected {exact(obligation.forecastAt)}</span>
}

export const left: Column<Obligation> = {
  label: 'Time left',
  first: true,
  cell: (row) => <Left obligation={row} />,
}

export const state: Column<Obligation> = {
  label: 'State',
  cell: (row) => (
    <>
      <EnumBadge schema={ObligationStateSchema} value={row.state} />{' '}
      {row.provisional && <Badge word="provisional" />}
    </>
  ),
}

export const due: Column<Obligation> = {
  label: 'Due',
  kind: 'time',
  cell: ({ dueAt }) => (dueAt === undefined ? null : exact(dueAt)),
}

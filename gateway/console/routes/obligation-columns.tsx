import type { ReactNode } from 'react'
import { RegimeSchema } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Obligation,
  ObligationState,
  ObligationStateSchema,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { Badge, EnumBadge } from '../parts/badge.tsx'
import { exact } from '../parts/instant.ts'
import type { Column } from '../parts/table.tsx'
import { Due } from '../parts/time.tsx'
import { capital, readable, wordOf } from '../parts/words.ts'

/** The report that is owed: `Early warning, NIS2`. */
export const reportOf = ({ step, regime }: Pick<Obligation, 'step' | 'regime'>): string =>
  `${stepOf(step)}, ${readable(wordOf(RegimeSchema, regime))}`

/** The step as the name of a report: a law names some steps only by their recipient. */
const stepOf = (step: string): string => STEPS[step] ?? capital(readable(step))

const STEPS: { [step: string]: string } = {
  authority: 'Notification of the authority',
  data_subjects: 'Communication to data subjects',
  serious_incident: 'Report of a serious incident',
  initial: 'Initial report',
  intermediate: 'Intermediate report',
  progress: 'Progress report',
  final: 'Final report',
  detailed: 'Detailed report',
}

export const idOf = ({ incidentId, regime, step, recipient }: Obligation): string =>
  `${incidentId} ${regime} ${step} ${recipient}`

const isFiled = ({ state }: Obligation): boolean =>
  state === ObligationState.FILED || state === ObligationState.FILED_LATE

/** How much time is left, or what is waited for. */
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

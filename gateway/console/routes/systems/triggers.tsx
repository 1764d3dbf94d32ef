import type { ReactNode } from 'react'
import {
  type Trigger,
  TriggerKind,
  TriggerKindSchema,
  TriggerService,
  TriggerStatus,
  TriggerStatusSchema,
} from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { useList } from '../../api/list.ts'
import { useSystemLookup } from '../../api/lookups.ts'
import { SystemName } from '../../api/system-names.tsx'
import { EnumBadge } from '../../components/badge.tsx'
import { Action } from '../../components/forms/action.tsx'
import { Filter, LookupFilter, Unread, useParameters } from '../../components/lists/filter.tsx'
import { enumValue, idOr } from '../../components/lists/parameters.ts'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, PageHead } from '../../components/page.tsx'
import { InTheLog } from '../../components/record-id.tsx'
import { Empty } from '../../components/states.tsx'
import { choicesOf } from '../../language/words.ts'
import { resolutionColumns } from './resolution-columns.tsx'

/** Reasons to assess an AI system again. */
export function Page(): ReactNode {
  const search = useParameters(KINDS)
  const status = Number(search.status ?? 0)
  const aiSystemId = search.system ?? ''
  return (
    <>
      <PageHead
        title="Triggers"
        about="Reasons to assess an AI system again. While one is open, the gate blocks the release of its system."
      >
        <LookupFilter name="system" label="AI system" lookup={useSystemLookup} />
        <Filter name="status" label="Status" options={choicesOf(TriggerStatusSchema)} />
      </PageHead>
      <Unread kinds={KINDS} />
      <Card flush>
        <TriggerTable aiSystemId={aiSystemId} status={status as TriggerStatus} ofAll />
      </Card>
    </>
  )
}

const KINDS = { status: enumValue(TriggerStatusSchema), system: idOr() }

/** The triggers of a system, or of all. */
export function TriggerTable({
  aiSystemId = '',
  status = TriggerStatus.UNSPECIFIED,
  ofAll = false,
}: {
  aiSystemId?: string
  status?: TriggerStatus
  /** Whether the triggers are of all systems: a column then names the system. */
  ofAll?: boolean
}): ReactNode {
  const list = useList(TriggerService.method.listTriggers, { aiSystemId, status }, ({ triggers }) => triggers)
  return (
    <ListTable
      list={list}
      caption="Triggers"
      columns={ofAll ? WITH_SYSTEM : COLUMNS}
      id={({ id }) => id}
      actions={(row) => (
        <>
          <InTheLog id={row.id} of={whatOf(row)} />
          <Resolve trigger={row} />
        </>
      )}
      empty={
        <Empty
          title={
            !ofAll
              ? 'No open trigger.'
              : status === TriggerStatus.UNSPECIFIED
                ? 'No triggers yet.'
                : 'No trigger has this status.'
          }
        >
          They open when telemetry shows a tool, a model version or a metric that differs from the approved
          state.
        </Empty>
      }
    />
  )
}

function Resolve({ trigger }: { trigger: Trigger }): ReactNode {
  if (trigger.status !== TriggerStatus.OPEN) return null
  return (
    <Action
      method={TriggerService.method.resolveTrigger}
      label="Resolve"
      title={`Resolve: ${whatOf(trigger)}`}
      about="This trigger no longer makes the gate block. The reason stays in the record."
      fields={[{ name: 'reason', label: 'Reason', kind: 'textarea', required: true }]}
      version={Number(trigger.occurrences)}
      request={(values, reviewed) => ({
        id: trigger.id,
        reason: values.text('reason'),
        occurrences: BigInt(reviewed),
        said: trigger.said,
      })}
      done="The trigger is resolved."
    />
  )
}

/** Returns the finding of a trigger as a sentence. */
export function whatOf({
  kind,
  agentIdentity,
  toolName,
  modelName,
  modelVersion,
  metricName,
  reason,
}: Trigger): string {
  const agent = agentIdentity ?? 'an agent'
  switch (kind) {
    case TriggerKind.TOOL:
      return `${agent} used the undocumented tool ${toolName}`
    case TriggerKind.VERSION:
      return `${agent} runs ${[modelName, modelVersion].filter(Boolean).join(' ') || 'another version'}`
    case TriggerKind.DRIFT:
      return `${metricName} no longer meets its threshold`
    default:
      return reason ?? 'opened by a person'
  }
}

const COLUMNS: Column<Trigger>[] = [
  { label: 'What was seen', cell: (row) => <>{whatOf(row)}</> },
  { label: 'Kind', cell: ({ kind }) => <EnumBadge schema={TriggerKindSchema} value={kind} /> },
  { label: 'Status', cell: ({ status }) => <EnumBadge schema={TriggerStatusSchema} value={status} /> },
  ...resolutionColumns<Trigger>(),
]

const WITH_SYSTEM: Column<Trigger>[] = [
  COLUMNS[0]!,
  {
    label: 'AI system',
    cell: ({ aiSystemId }) => (
      <a href={`#/systems/${aiSystemId}`}>
        <SystemName id={aiSystemId} />
      </a>
    ),
  },
  ...COLUMNS.slice(1),
]

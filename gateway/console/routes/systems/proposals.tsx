import type { ReactNode } from 'react'
import {
  type Proposal,
  ProposalKind,
  ProposalKindSchema,
  ProposalService,
  ProposalStatus,
  ProposalStatusSchema,
} from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { useList } from '../../api/list.ts'
import { useSystemLookup } from '../../api/lookups.ts'
import { SystemName } from '../../api/system-names.tsx'
import { EnumBadge } from '../../components/badge.tsx'
import { Action } from '../../components/forms/action.tsx'
import type { Field } from '../../components/forms/field.ts'
import { Filter, Unread, useParameters } from '../../components/lists/filter.tsx'
import { enumValue } from '../../components/lists/parameters.ts'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, PageHead } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { None } from '../../components/time.tsx'
import { choicesOf } from '../../language/words.ts'
import { resolutionColumns } from './resolution-columns.tsx'

/** Findings in telemetry that should be documented or dismissed. */
export function Page(): ReactNode {
  const search = useParameters(KINDS)
  const status = Number(search.status ?? 0) as ProposalStatus
  const list = useList(ProposalService.method.listProposals, { status }, ({ proposals }) => proposals)
  return (
    <>
      <PageHead
        title="Proposals"
        about="Findings of telemetry to document: an agent without a profile, a tool that no profile names."
      >
        <Filter name="status" label="Status" options={choicesOf(ProposalStatusSchema)} />
      </PageHead>
      <Unread kinds={KINDS} />
      <Card flush>
        <ListTable
          list={list}
          caption="Proposals"
          columns={COLUMNS}
          id={({ id }) => id}
          actions={(row) => <ResolveProposal proposal={row} />}
          empty={
            <Empty title={status === 0 ? 'No proposals yet.' : 'No proposal has this status.'}>
              They appear when an agent reports a run or a tool that nobody has documented.
            </Empty>
          }
        />
      </Card>
    </>
  )
}

const KINDS = { status: enumValue(ProposalStatusSchema) }

function ResolveProposal({ proposal }: { proposal: Proposal }): ReactNode {
  if (proposal.status !== ProposalStatus.OPEN) return null
  const { id, occurrences, said } = proposal
  const isGap = proposal.kind === ProposalKind.GAP
  const reason: Field = { name: 'reason', label: 'Reason', kind: 'textarea', required: true }
  const system: Field = {
    name: 'aiSystemId',
    label: 'AI system',
    kind: 'lookup',
    lookup: useSystemLookup,
    required: true,
  }
  return (
    <>
      <Action
        method={ProposalService.method.acceptProposal}
        label="Accept"
        title={`Accept: ${whatOf(proposal)}`}
        about={
          isGap ? 'Creates a profile for this agent.' : 'Documents the tool in the profile of this agent.'
        }
        fields={isGap ? [system, reason] : [reason]}
        version={Number(occurrences)}
        request={(values, reviewed) => ({
          id,
          occurrences: BigInt(reviewed),
          said,
          reason: values.text('reason'),
          ...(isGap ? { aiSystemId: values.text('aiSystemId') } : {}),
        })}
        done="The proposal is accepted."
      />
      <Action
        method={ProposalService.method.dismissProposal}
        label="Dismiss"
        title={`Dismiss: ${whatOf(proposal)}`}
        about="Nothing is documented. The reason stays in the record."
        fields={[reason]}
        version={Number(occurrences)}
        request={(values, reviewed) => ({
          id,
          occurrences: BigInt(reviewed),
          said,
          reason: values.text('reason'),
        })}
        done="The proposal is dismissed."
      />
    </>
  )
}

function whatOf({ kind, agentIdentity, toolName }: Proposal): string {
  if (kind === ProposalKind.GAP) return `${agentIdentity} has no profile`
  return `${agentIdentity} uses ${toolName}`
}

const COLUMNS: Column<Proposal>[] = [
  { label: 'What was found', cell: (row) => <>{whatOf(row)}</> },
  {
    label: 'AI system',
    cell: ({ aiSystemId }) =>
      aiSystemId === undefined ? (
        <None />
      ) : (
        <a href={`#/systems/${aiSystemId}`}>
          <SystemName id={aiSystemId} />
        </a>
      ),
  },
  { label: 'Kind', cell: ({ kind }) => <EnumBadge schema={ProposalKindSchema} value={kind} /> },
  { label: 'Status', cell: ({ status }) => <EnumBadge schema={ProposalStatusSchema} value={status} /> },
  ...resolutionColumns<Proposal>(),
]

import type { ReactNode } from 'react'
import {
  type System,
  SystemSchema,
  SystemService,
} from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { Tags } from '../../components/badge.tsx'
import { Action } from '../../components/forms/action.tsx'
import { LastDecision } from '../../components/last-decision.tsx'
import { ListPage } from '../../components/lists/list-page.tsx'
import type { Column } from '../../components/lists/table.tsx'
import { Empty } from '../../components/states.tsx'
import { None, When } from '../../components/time.tsx'

/** The AI systems that the gate decides about, and its newest decision about each. */
export function Page(): ReactNode {
  return (
    <ListPage
      title="AI systems"
      about="The systems that the release gate decides about, with its newest decision."
      method={SystemService.method.listSystems}
      filter={{}}
      pick={({ systems }) => systems}
      row={SystemSchema}
      name="ai-systems"
      one="AI system"
      filters={null}
      kinds={{}}
      columns={COLUMNS}
      id={({ id }) => id}
      href={({ id }) => `/systems/${id}`}
      empty={
        <Empty title="No AI systems yet.">
          Register the first one. The gate then says what it needs for a release.
        </Empty>
      }
      unmatched={<Empty title="No AI system matches.">Change or clear the search.</Empty>}
    >
      <NewSystem />
    </ListPage>
  )
}

function NewSystem(): ReactNode {
  return (
    <Action
      method={SystemService.method.createSystem}
      label="New AI system"
      title="New AI system"
      tone="main"
      fields={[
        { name: 'name', label: 'Name', required: true },
        {
          name: 'attestationRoles',
          label: 'Roles that must attest',
          kind: 'textarea',
          rows: 2,
          hint: 'One a line, for example ciso.',
        },
      ]}
      request={(values) => ({
        name: values.text('name'),
        attestationRoles: values.listed('attestationRoles'),
      })}
      done="The AI system is registered."
    />
  )
}

const COLUMNS: Column<System>[] = [
  { label: 'Name', cell: ({ name }) => <>{name}</> },
  { label: 'Gate', cell: ({ id }) => <LastDecision systemId={id} /> },
  { label: 'Gate suite', cell: ({ gateSuite }) => (gateSuite === undefined ? <None /> : gateSuite) },
  { label: 'Must attest', cell: ({ attestationRoles }) => <Tags words={attestationRoles} /> },
  { label: 'Registered', cell: ({ createdAt }) => <When at={createdAt} /> },
]

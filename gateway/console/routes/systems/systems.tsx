import type { ReactNode } from 'react'
import { type System, SystemService } from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { useList } from '../../api/list.ts'
import { Tags } from '../../components/badge.tsx'
import { Action } from '../../components/forms/action.tsx'
import { LastDecision } from '../../components/last-decision.tsx'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, PageHead } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { None, When } from '../../components/time.tsx'

/** The AI systems that the gate decides about, and its newest decision about each. */
export function Page(): ReactNode {
  const list = useList(SystemService.method.listSystems, {}, ({ systems }) => systems)
  return (
    <>
      <PageHead title="AI systems" about="What the release gate decides about, and what it last said.">
        <NewSystem />
      </PageHead>
      <Card flush>
        <ListTable
          list={list}
          caption="AI systems"
          columns={COLUMNS}
          id={({ id }) => id}
          href={({ id }) => `/systems/${id}`}
          empty={
            <Empty title="No AI systems yet.">
              Register the first one. The gate then says what it needs for a release.
            </Empty>
          }
        />
      </Card>
    </>
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

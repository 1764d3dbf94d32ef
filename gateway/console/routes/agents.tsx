import type { ReactNode } from 'react'
import { type Profile, ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { useList } from '../api/list.ts'
import { SystemName } from '../api/system-names.tsx'
import { Tags } from '../components/badge.tsx'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, PageHead } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'
import { When } from '../components/time.tsx'

/** The documented agents of every AI system. */
export function Page(): ReactNode {
  const list = useList(ProfileService.method.listProfiles, {}, ({ profiles }) => profiles)
  return (
    <>
      <PageHead
        title="Agents"
        about="The documented agents: which tools each may use, and in which version. What they do otherwise blocks a release."
      />
      <Card flush>
        <ListTable
          list={list}
          caption="Agents"
          columns={COLUMNS}
          id={({ id }) => id}
          href={({ aiSystemId }) => `/systems/${aiSystemId}`}
          empty={
            <Empty title="No agents yet.">
              Document an agent on the page of its <a href="#/systems">AI system</a>, or accept a{' '}
              <a href="#/proposals">proposal</a>.
            </Empty>
          }
        />
      </Card>
    </>
  )
}

const COLUMNS: Column<Profile>[] = [
  { label: 'Agent', cell: ({ agentIdentity }) => <>{agentIdentity}</> },
  { label: 'AI system', cell: ({ aiSystemId }) => <SystemName id={aiSystemId} /> },
  { label: 'Tools', cell: ({ tools }) => <Tags words={tools} /> },
  { label: 'Model', cell: ({ modelName, modelVersion }) => <>{`${modelName} ${modelVersion}`}</> },
  {
    label: 'Runs',
    cell: ({ id, agentIdentity }) => (
      <a href={`#/agent-runs?agent=${id}`} aria-label={`Runs of ${agentIdentity}`}>
        Runs
      </a>
    ),
  },
  { label: 'Documented', cell: ({ createdAt }) => <When at={createdAt} /> },
]

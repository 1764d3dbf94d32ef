import type { ReactNode } from 'react'
import {
  type Profile,
  ProfileSchema,
  ProfileService,
} from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { useSystemLookup } from '../api/lookups.ts'
import { SystemName } from '../api/system-names.tsx'
import { Tags } from '../components/badge.tsx'
import { LookupFilter, useParameters } from '../components/lists/filter.tsx'
import { ListPage } from '../components/lists/list-page.tsx'
import { idOr } from '../components/lists/parameters.ts'
import type { Column } from '../components/lists/table.tsx'
import { Empty } from '../components/states.tsx'
import { When } from '../components/time.tsx'

/** The documented agents of every AI system. */
export function Page(): ReactNode {
  const { system } = useParameters(KINDS)
  return (
    <ListPage
      title="Agents"
      about="The documented agents: which tools each may use, and in which version. What they do otherwise blocks a release."
      method={ProfileService.method.listProfiles}
      filter={system === undefined ? {} : { aiSystemId: system }}
      pick={({ profiles }) => profiles}
      row={ProfileSchema}
      name="agents"
      one="agent"
      filters={<LookupFilter name="system" label="AI system" lookup={useSystemLookup} />}
      kinds={KINDS}
      columns={COLUMNS}
      id={({ id }) => id}
      href={({ aiSystemId }) => `/systems/${aiSystemId}`}
      empty={
        <Empty title="No agents yet.">
          Document an agent on the page of its <a href="#/systems">AI system</a>, or accept a{' '}
          <a href="#/proposals">proposal</a>.
        </Empty>
      }
      unmatched={<Empty title="No agent matches.">Change or clear the filters.</Empty>}
    />
  )
}

const KINDS = { system: idOr() }

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

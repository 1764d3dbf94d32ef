import type { ReactNode } from 'react'
import {
  type AgentRun,
  AgentRunSchema,
  AgentRunService,
  type RunStatus,
  RunStatusSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { useAgentLookup } from '../api/lookups.ts'
import { EnumBadge } from '../components/badge.tsx'
import { Filter, LookupFilter, useParameters } from '../components/lists/filter.tsx'
import { ListPage } from '../components/lists/list-page.tsx'
import { enumValue, idOr } from '../components/lists/parameters.ts'
import type { Column } from '../components/lists/table.tsx'
import { Empty } from '../components/states.tsx'
import { None, When } from '../components/time.tsx'
import { choicesOf } from '../language/words.ts'

/** The runs of AI agents, as they were reported. */
export function Page(): ReactNode {
  const { agent = '', status = '' } = useParameters(KINDS)
  const filter = {
    ...(agent === '' ? {} : { aiAgentProfileId: agent }),
    ...(status === '' ? {} : { status: [Number(status) as RunStatus] }),
  }
  return (
    <ListPage
      title="Agent runs"
      about="The activity of AI agents, as reported by their own systems. Nothing here is changed later."
      method={AgentRunService.method.listRuns}
      filter={filter}
      pick={({ runs }) => runs}
      row={AgentRunSchema}
      name="agent-runs"
      one="run"
      filters={
        <>
          <LookupFilter name="agent" label="Agent" lookup={useAgentLookup} />
          <Filter name="status" label="Status" options={choicesOf(RunStatusSchema)} />
        </>
      }
      kinds={KINDS}
      columns={COLUMNS}
      id={({ id }) => id}
      endless
      href={({ id }) => `/agent-runs/${id}`}
      empty={
        <Empty title="No runs yet.">
          Agents report them with <code>POST /api/v1/agent-runs</code>.
        </Empty>
      }
      unmatched={<Empty title="No run matches.">Change or clear the filters.</Empty>}
    />
  )
}

const KINDS = { agent: idOr(), status: enumValue(RunStatusSchema) }

const COLUMNS: Column<AgentRun>[] = [
  { label: 'Run', cell: ({ runRef }) => <>{runRef}</> },
  { label: 'Agent', cell: ({ agentIdentity }) => <>{agentIdentity}</> },
  { label: 'Status', cell: ({ status }) => <EnumBadge schema={RunStatusSchema} value={status} /> },
  {
    label: 'Model',
    cell: ({ modelName, modelVersion }) =>
      modelName === undefined ? <None /> : [modelName, modelVersion].filter(Boolean).join(' '),
  },
  { label: 'Started', cell: ({ startedAt }) => <When at={startedAt} /> },
]

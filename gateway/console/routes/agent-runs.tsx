import { type ReactNode, useState } from 'react'
import {
  type AgentRun,
  AgentRunService,
  RunStatusSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { useList } from '../api/list.ts'
import { EnumBadge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Card, Code, Facts, PageHead } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { type Column, ListTable } from '../parts/table.tsx'
import { Exact, None, When } from '../parts/time.tsx'

/** What AI agents did, as it was reported. */
export function Page(): ReactNode {
  const list = useList(AgentRunService.method.listRuns, {}, ({ runs }) => runs)
  const [open, setOpen] = useState<AgentRun>()
  return (
    <>
      <PageHead
        title="Agent runs"
        about="What AI agents did, as their own systems reported it. Nothing here is changed later."
      />
      <Card flush>
        <ListTable
          list={list}
          caption="Agent runs"
          columns={COLUMNS}
          id={({ id }) => id}
          open={setOpen}
          empty={
            <Empty title="No runs yet.">
              Agents report them with <code>POST /api/v1/agent-runs</code>.
            </Empty>
          }
        />
      </Card>
      {open !== undefined && (
        <Dialog title={open.runRef} onClose={() => setOpen(undefined)} wide>
          <Facts
            of={[
              ['Agent', open.agentIdentity],
              ['Status', <EnumBadge key="s" schema={RunStatusSchema} value={open.status} />],
              ['Model', open.modelName],
              ['Model version', open.modelVersion],
              ['Started', <Exact key="a" at={open.startedAt} />],
              ['Recorded', <Exact key="c" at={open.createdAt} />],
              [
                'Agent profile',
                open.aiAgentProfileId === undefined ? (
                  'none documents this agent'
                ) : (
                  <Code key="p" value={open.aiAgentProfileId} />
                ),
              ],
              ['Id', <Code key="id" value={open.id} />],
            ]}
          />
        </Dialog>
      )}
    </>
  )
}

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

import type { Command } from 'commander'
import {
  AgentRunSchema,
  AgentRunService,
  ListRunsRequestSchema,
} from '../../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { answer } from '../../../schema/answer.ts'
import { listing, listOptions } from '../../options/filters.ts'
import type { Plain } from '../../views/plain.ts'
import { list } from '../../views/views.ts'
import { personVerb, resource } from '../command.ts'

const run = answer(AgentRunSchema)

export function runsCommand(): Command {
  return resource('runs', 'Runs of AI agents', [
    listOptions(
      personVerb('list', 'List the newest runs of AI agents.', 'runs list --org ID --status failed'),
      ListRunsRequestSchema,
      50,
    ).action(
      listing(
        ListRunsRequestSchema,
        async (call, asked) => {
          const { runs, ...page } = await call(AgentRunService.method.listRuns, asked)
          return { rows: runs, ...page }
        },
        (found) =>
          list(
            found.map((one) => run.json(one) as Plain),
            ['created_at', 'run_ref', 'agent_identity', 'status', 'model_name', 'id'],
          ),
      ),
    ),
  ])
}

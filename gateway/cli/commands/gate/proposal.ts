import { type Command, Option } from 'commander'
import {
  ProposalSchema,
  ProposalService,
  ProposalStatus,
  ProposalStatusSchema,
  ResolutionSchema,
} from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { given } from '../../options/given.ts'
import { type ResolveOptions, withResolveOptions } from '../../options/resolve-options.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, positive, resource, systemId } from '../command.ts'

const { listProposals, acceptProposal, dismissProposal } = ProposalService.method
const STATUS = enumText<ProposalStatus>(ProposalStatusSchema)

export function proposalCommand(): Command {
  return resource('proposal', 'Agents and tools that were found in runs and are not documented', [
    listVerb(),
    acceptVerb(),
    dismissVerb(),
  ])
}

function listVerb(): Command {
  return personVerb('list', 'List the proposals.', 'proposal list --org ID --status open')
    .addOption(new Option('--status <status>', 'only those with this status').choices([...STATUS.words]))
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ status?: string; limit?: number }>(async ({ status, limit }, { call }) => {
        const only = status === undefined ? ProposalStatus.UNSPECIFIED : STATUS.value(status)
        const found = await readAll(limit, async (page) => {
          const { proposals, nextCursor } = await call(listProposals, { status: only, page })
          return { rows: proposals, nextCursor }
        })
        const rows = found.map((proposal) => plain(ProposalSchema, proposal))
        return list(rows, ['id', 'kind', 'status', 'agent_identity', 'tool_name', 'occurrences'])
      }),
    )
}

function acceptVerb(): Command {
  return withResolveOptions(
    personVerb(
      'accept',
      'Document the tool, or make a profile for the agent; resolves the trigger with it.',
      'proposal accept --org ID --id ID --reason "reviewed" --system ID',
    ),
    'the proposal',
  )
    .option('--system <id>', 'for an agent without a profile: the AI system it belongs to', systemId)
    .action(
      asPerson<ResolveOptions & { system?: string }>(async ({ id, reason, seen, said, system }, { call }) => {
        const asked = { id, reason, said, occurrences: BigInt(seen) }
        const input = { ...asked, ...given({ aiSystemId: system }) }
        const { resolution, profileId } = await call(acceptProposal, input)
        return item({ ...plain(ResolutionSchema, resolution!), profile_id: profileId })
      }),
    )
}

function dismissVerb(): Command {
  return withResolveOptions(
    personVerb(
      'dismiss',
      'Dismiss a proposal: resolve it without documenting anything.',
      'proposal dismiss --org ID --id ID --reason "a test"',
    ),
    'the proposal',
  ).action(
    asPerson<ResolveOptions>(async ({ id, reason, seen, said }, { call }) => {
      const { resolution } = await call(dismissProposal, { id, reason, said, occurrences: BigInt(seen) })
      return item(plain(ResolutionSchema, resolution!))
    }),
  )
}

import type { Command } from 'commander'
import {
  ListProfilesRequestSchema,
  ProfileSchema,
  ProfileService,
} from '../../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { listing, listOptions } from '../../options/filters.ts'
import { changes, values } from '../../options/given.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, commas, personVerb, resource, systemId, uuid, wholeNumber } from '../command.ts'

const { createProfile, listProfiles, updateProfile } = ProfileService.method

export function profileCommand(): Command {
  return resource('profile', 'Agent profiles: what is documented of each agent', [
    createVerb(),
    listVerb(),
    updateVerb(),
  ])
}

function createVerb(): Command {
  return personVerb(
    'create',
    'Document an agent of an AI system.',
    'profile create --org ID --system ID --identity scorer --tools search,score --model-name M --model-version 1 --prompt-version 3',
  )
    .requiredOption('--system <id>', 'the AI system', systemId)
    .requiredOption('--identity <name>', 'the agent_identity of its runs, unique in the organization')
    .requiredOption('--tools <list>', 'the documented tools; "" for none', commas)
    .requiredOption('--model-name <name>', 'its model')
    .requiredOption('--model-version <version>', 'the version of the model')
    .requiredOption('--prompt-version <version>', 'the version of the prompt')
    .action(
      asPerson<Create>(async ({ system, identity, tools, ...versions }, { call }) => {
        const { modelName, modelVersion, promptVersion } = versions
        const { profile } = await call(createProfile, {
          aiSystemId: system,
          agentIdentity: identity,
          tools,
          modelName,
          modelVersion,
          promptVersion,
        })
        return item({ id: profile!.id })
      }),
    )
}

function listVerb(): Command {
  return listOptions(
    personVerb('list', 'List the agent profiles.', 'profile list --org ID --system ID'),
    ListProfilesRequestSchema,
  ).action(
    listing(
      ListProfilesRequestSchema,
      async (call, asked) => {
        const { profiles, ...page } = await call(listProfiles, asked)
        return { rows: profiles, ...page }
      },
      (found) => {
        const rows = found.map((profile) => plain(ProfileSchema, profile))
        return list(rows, ['id', 'agent_identity', 'tools', 'model_name', 'model_version', 'prompt_version'])
      },
    ),
  )
}

function updateVerb(): Command {
  return personVerb(
    'update',
    'Document other tools, or another model or prompt version.',
    'profile update --org ID --id ID --tools search,score,notify',
  )
    .requiredOption('--id <id>', 'the profile', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .option('--tools <list>', 'instead of those it has; "" for none', commas)
    .option('--model-name <name>', 'its model')
    .option('--model-version <version>', 'the version of the model')
    .option('--prompt-version <version>', 'the version of the prompt')
    .action(
      asPerson<Update>(
        async ({ id, version = 0, tools, modelName, modelVersion, promptVersion }, { call }) => {
          const change = changes({ tools: values(tools), modelName, modelVersion, promptVersion })
          const { profile } = await call(updateProfile, { id, expectedVersion: version, ...change })
          return item(plain(ProfileSchema, profile!))
        },
      ),
    )
}

type Versions = { modelName: string; modelVersion: string; promptVersion: string }
type Create = Versions & { system: string; identity: string; tools: string[] }
type Update = Partial<Versions> & { id: string; version?: number; tools?: string[] }

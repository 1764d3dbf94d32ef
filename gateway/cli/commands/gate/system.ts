import type { Command } from 'commander'
import {
  ListSystemsRequestSchema,
  SystemSchema,
  SystemService,
} from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { listing, listOptions } from '../../options/filters.ts'
import { changes, values } from '../../options/given.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, commas, personVerb, resource, uuid, wholeNumber } from '../command.ts'

const { createSystem, listSystems, updateSystem } = SystemService.method

export function systemCommand(): Command {
  return resource('system', 'AI systems', [createVerb(), listVerb(), updateVerb()])
}

function createVerb(): Command {
  return personVerb(
    'create',
    'Register an AI system.',
    'system create --org ID --name "Credit scoring" --attestation-roles ciso,dpo',
  )
    .requiredOption('--name <name>', 'its name, unique in the organization')
    .option('--attestation-roles <list>', 'the roles that must attest before the gate passes', commas)
    .action(
      asPerson<Create>(async ({ name, attestationRoles = [] }, { call }) => {
        const { system } = await call(createSystem, { name, attestationRoles })
        return item({ id: system!.id, name: system!.name })
      }),
    )
}

function listVerb(): Command {
  return listOptions(
    personVerb('list', 'List the AI systems.', 'system list --org ID --search scoring'),
    ListSystemsRequestSchema,
  ).action(
    listing(
      ListSystemsRequestSchema,
      async (call, asked) => {
        const { systems, ...page } = await call(listSystems, asked)
        return { rows: systems, ...page }
      },
      (found) => {
        const rows = found.map((system) => plain(SystemSchema, system))
        return list(rows, ['id', 'name', 'gate_suite', 'attestation_roles'])
      },
    ),
  )
}

function updateVerb(): Command {
  return personVerb(
    'update',
    'Change the name, the attestation roles or the gate suite.',
    'system update --org ID --id ID --gate-suite release',
  )
    .requiredOption('--id <id>', 'the system', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .option('--name <name>', 'another name')
    .option('--attestation-roles <list>', 'instead of those it has; "" for none', commas)
    .option('--gate-suite <name>', 'the gate suite')
    .action(
      asPerson<Update>(async ({ id, version = 0, name, attestationRoles, gateSuite }, { call }) => {
        const change = changes({ name, attestationRoles: values(attestationRoles), gateSuite })
        const { system } = await call(updateSystem, { id, expectedVersion: version, ...change })
        return item(plain(SystemSchema, system!))
      }),
    )
}

type Create = { name: string; attestationRoles?: string[] }
type Update = { id: string; version?: number; name?: string; attestationRoles?: string[]; gateSuite?: string }

import type { Command } from 'commander'
import {
  ClientService,
  type ServiceClient,
  ServiceClientSchema,
} from '../../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { readAll } from '../../views/pages.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asOperator, commas, positive, repeated, resource, uuid, verb } from '../command.ts'

const { createClient, listClients, revokeClient } = ClientService.method

export function clientCommand(): Command {
  return resource('client', "Service clients: internal microservices that call over gRPC (the operator's)", [
    createVerb(),
    listVerb(),
    revokeVerb(),
  ])
}

function createVerb(): Command {
  return verb(
    'create',
    'Create a service client; its token is shown once.',
    'client create --name risk-engine --services gate,ingestion --org ID',
  )
    .requiredOption('--name <name>', 'its name')
    .requiredOption(
      '--services <list>',
      'the services it may call: ledger, gate, ingestion, evidence',
      commas,
    )
    .option('--org <id...>', 'the organizations it may act for (default: all)', (id, earlier?: string[]) =>
      repeated(uuid(id), earlier),
    )
    .action(
      asOperator<Create>(async ({ name, services, org = [] }, call) => {
        const { client, token } = await call(createClient, { name, services, organizationIds: org })
        return item({ id: client!.id, token })
      }),
    )
}

function listVerb(): Command {
  return verb('list', 'List the service clients.', 'client list')
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asOperator<{ limit?: number }>(async ({ limit }, call) => {
        const found = await readAll(limit, async (page) => {
          const { clients, nextCursor } = await call(listClients, { page })
          return { rows: clients, nextCursor }
        })
        return list(found.map(row), ['id', 'name', 'status', 'created_at', 'services', 'organization_ids'])
      }),
    )
}

function revokeVerb(): Command {
  return verb('revoke', 'Revoke a service client: its token is no longer valid.', 'client revoke --id ID')
    .requiredOption('--id <id>', 'the service client', uuid)
    .action(
      asOperator<{ id: string }>(async ({ id }, call) =>
        item(row((await call(revokeClient, { id })).client!)),
      ),
    )
}

function row(client: ServiceClient): Plain {
  return {
    ...plain(ServiceClientSchema, client),
    status: client.revokedAt === undefined ? 'active' : 'revoked',
  }
}

type Create = { name: string; services: string[]; org?: string[] }

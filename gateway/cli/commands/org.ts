import type { Command } from 'commander'
import {
  OrganizationSchema,
  OrganizationService,
} from '../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { commas, noun, operating, uuid, verb } from '../command.ts'
import { dataDirOf } from '../environment.ts'
import { plain } from '../plain.ts'
import { keepSession } from '../sessions.ts'
import { UsageError } from '../usage-error.ts'
import { item, list, newestFirst } from '../views.ts'

const { createOrganization, listOrganizations, updateOrganization } = OrganizationService.method

export function orgCommand(): Command {
  return noun('org', 'Organizations (the operator’s)', [
    verb(
      'create',
      'Make an organization with an administrator; the password is shown once.',
      'org create --name "Example Bank" --addons agent_governance,control',
    )
      .requiredOption('--name <name>', 'its name')
      .option('--addons <list>', 'modules: agent_governance, control', commas)
      .option('--admin-email <email>', 'the e-mail of the administrator (default: made from the name)')
      .action(
        operating<Create>(async ({ name, addons = [], adminEmail = '' }, call) => {
          const made = await call(createOrganization, { name, addons, adminEmail })
          const { id } = made.organization!
          await keepSession(dataDirOf(process.env), {
            organization_id: id,
            email: made.adminEmail,
            token: made.adminSession,
          })
          const admin = { email: made.adminEmail, password: made.adminPassword }
          const { json, text } = item({ id, name, admin: admin.email, password: admin.password })
          return { json: { id: json.id!, name, admin }, text }
        }),
      ),
    verb('list', 'List the organizations.', 'org list').action(
      operating(async (_, call) => {
        const { organizations } = await call(listOrganizations, {})
        const rows = newestFirst(organizations.map((one) => plain(OrganizationSchema, one)))
        return list(rows, ['id', 'name', 'addons', 'created_at'])
      }),
    ),
    verb('update', 'Change the name or the modules.', 'org update --org ID --addons agent_governance,control')
      .requiredOption('--org <id>', 'the organization', uuid)
      .option('--name <name>', 'another name')
      .option('--addons <list>', 'the modules, instead of those it has; "" for none', commas)
      .action(
        operating<Update>(async ({ org, name, addons }, call) => {
          if (name === undefined && addons === undefined)
            throw new UsageError('give --name, --addons or both')
          const { organization } = await call(updateOrganization, {
            id: org,
            ...(name === undefined ? {} : { name }),
            ...(addons === undefined ? {} : { addons: { values: addons } }),
          })
          return item(plain(OrganizationSchema, organization!))
        }),
      ),
  ])
}

type Create = { name: string; addons?: string[]; adminEmail?: string }
type Update = { org: string; name?: string; addons?: string[] }

import type { MessageInitShape } from '@bufbuild/protobuf'
import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  OrganizationSchema,
  OrganizationService,
  type SeparationOfDutiesSchema,
} from '../../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { dataDirOf } from '../../data-directory/environment.ts'
import { keepSession } from '../../data-directory/sessions.ts'
import { changes, given, values } from '../../options/given.ts'
import { passwordFromStdin } from '../../options/stdin.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asOperator, commas, positive, resource, uuid, verb, wholeNumber } from '../command.ts'

const { createOrganization, listOrganizations, updateOrganization } = OrganizationService.method
const { resetPassword } = UserService.method

export function orgCommand(): Command {
  return resource('org', "Organizations (the operator's)", [
    createVerb(),
    listVerb(),
    updateVerb(),
    resetPasswordVerb(),
  ])
}

function createVerb(): Command {
  return verb(
    'create',
    'Create an organization with an administrator; the password is shown once.',
    'org create --name "Example Bank" --addons agent_governance,control',
  )
    .requiredOption('--name <name>', 'its name')
    .option('--addons <list>', 'the add-ons: agent_governance, control', commas)
    .option('--admin-email <email>', 'the e-mail of the administrator (default: made from the name)')
    .addOption(separation())
    .action(
      asOperator<Create>(async ({ name, addons = [], adminEmail = '', separationOfDuties }, call) => {
        const made = await call(createOrganization, {
          name,
          addons,
          adminEmail,
          ...given({ separationOfDuties }),
        })
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
    )
}

function listVerb(): Command {
  return verb('list', 'List the organizations.', 'org list')
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asOperator<{ limit?: number }>(async ({ limit }, call) => {
        const found = await readAll(limit, async (page) => {
          const { organizations, nextCursor } = await call(listOrganizations, { page })
          return { rows: organizations, nextCursor }
        })
        const rows = found.map((one) => plain(OrganizationSchema, one))
        return list(rows, ['id', 'name', 'addons', 'created_at'])
      }),
    )
}

function updateVerb(): Command {
  return verb(
    'update',
    'Change the name, the add-ons or the separation of duties.',
    'org update --org ID --addons agent_governance,control',
  )
    .requiredOption('--org <id>', 'the organization', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .option('--name <name>', 'another name')
    .option('--addons <list>', 'the add-ons, instead of those it has; "" for none', commas)
    .addOption(separation())
    .action(
      asOperator<Update>(async ({ org, version = 0, name, addons, separationOfDuties }, call) => {
        const change = changes({ name, addons: values(addons), separationOfDuties })
        const { organization } = await call(updateOrganization, {
          id: org,
          expectedVersion: version,
          ...change,
        })
        return item(plain(OrganizationSchema, organization!))
      }),
    )
}

function resetPasswordVerb(): Command {
  return verb(
    'reset-password',
    'Give a one-time password to a person who cannot sign in; every session of the person ends at once.',
    'org reset-password --email admin@bank.example',
  )
    .requiredOption('--email <email>', 'the e-mail address of the person')
    .option('--org <id>', 'the organization, where several have an account of the address', uuid)
    .option('--password-stdin', 'read the password from standard input')
    .action(
      asOperator<Reset>(async ({ email, org = '', passwordStdin }, call) => {
        const password = passwordStdin ? await passwordFromStdin() : ''
        const { user, password: made } = await call(resetPassword, { email, organizationId: org, password })
        return item(made === '' ? { id: user!.id } : { id: user!.id, password: made })
      }),
    )
}

function separation(): Option {
  const about =
    'which actions need different people: off, or certifier,attester,changes,wait=HOURS (a new organization: all, 24 hours)'
  return new Option('--separation-of-duties <list>', about).argParser(parseSeparation)
}

/** Parses `off`, or the names of the separated actions. */
function parseSeparation(text: string): Separation {
  const names = commas(text)
  const wait = names.find((name) => /^wait=\d{1,3}$/.test(name))
  const unknown = names.filter(
    (name) => name !== wait && !['off', 'certifier', 'attester', 'changes'].includes(name),
  )
  if (names.length === 0 || unknown.length > 0 || (names.includes('off') && names.length > 1))
    throw new InvalidArgumentError('It must be off, or a list of certifier, attester, changes, wait=HOURS.')
  return {
    certifierIsAnother: names.includes('certifier'),
    attesterPerRole: names.includes('attester'),
    changesNeedAnother: names.includes('changes'),
    roleWaitHours: Number(wait?.slice(5) ?? 0),
  }
}

type Separation = MessageInitShape<typeof SeparationOfDutiesSchema>
type Create = { name: string; addons?: string[]; adminEmail?: string; separationOfDuties?: Separation }
type Update = {
  org: string
  version?: number
  name?: string
  addons?: string[]
  separationOfDuties?: Separation
}
type Reset = { email: string; org?: string; passwordStdin?: boolean }

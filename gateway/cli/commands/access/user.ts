import { type Command, Option } from 'commander'
import { z } from 'zod'
import { type User, UserSchema, UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { ROLES, Role } from '../../../../services/kernel/identity/caller.ts'
import { dateOf } from '../../../../services/kernel/values/time.ts'
import { CONTROL_PREFIX } from '../../../control/prefix.ts'
import { sendAnonymous, understood } from '../../calls/anonymous-call.ts'
import { gatewayUrl } from '../../data-directory/instance.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { changes, values } from '../../options/given.ts'
import { passwordFromStdin, twoLinesOfStdin } from '../../options/stdin.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list, type View } from '../../views/views.ts'
import {
  asPerson,
  commas,
  personVerb,
  positive,
  resource,
  show,
  uuid,
  verb,
  wholeNumber,
} from '../command.ts'

const { createUser, inviteUser, listUsers, updateUser, disableUser, resetPassword, changePassword } =
  UserService.method

export function userCommand(): Command {
  return resource('user', 'The people of an organization', [
    createVerb(),
    inviteVerb(),
    acceptVerb(),
    listVerb(),
    updateVerb(),
    disableVerb(),
    resetPasswordVerb(),
    changePasswordVerb(),
  ])
}

function createVerb(): Command {
  return personVerb(
    'create',
    'Add a person; without --password-stdin a password is made and shown once.',
    'user create --org ID --email ciso@bank.example --role approver --attestation-roles ciso',
  )
    .requiredOption('--email <email>', 'the e-mail address, unique in the organization')
    .addOption(role().makeOptionMandatory())
    .option('--attestation-roles <list>', 'the roles in which the person may attest', commas)
    .option('--password-stdin', 'read the password from standard input')
    .action(
      asPerson<Create>(async ({ email, role, attestationRoles = [], passwordStdin }, { call }) => {
        const password = passwordStdin ? await passwordFromStdin() : ''
        const made = await call(createUser, { email, role: ROLES.value(role), attestationRoles, password })
        return withPassword(made.user!.id, made.password)
      }),
    )
}

function inviteVerb(): Command {
  return personVerb(
    'invite',
    'Invite a person, who chooses the password; the code is shown once. With --id: a new code replaces the earlier one.',
    'user invite --org ID --email ciso@bank.example --role approver --attestation-roles ciso',
  )
    .option('--email <email>', 'the e-mail address, unique in the organization')
    .addOption(role())
    .option('--attestation-roles <list>', 'the roles in which the person may attest', commas)
    .option('--id <id>', 'a person who was invited and has not accepted', uuid)
    .action(
      asPerson<Invite>(async ({ id = '', email = '', role, attestationRoles = [] }, { call }) => {
        if (id === '' ? email === '' || role === undefined : email !== '' || role !== undefined)
          throw new UsageError('give --email and --role, or --id')
        const who = { id, email, role: role === undefined ? Role.UNSPECIFIED : ROLES.value(role) }
        const { user, code, expiresAt } = await call(inviteUser, { ...who, attestationRoles })
        return item({ id: user!.id, code, expires_at: dateOf(expiresAt!).toISOString() })
      }),
    )
}

function acceptVerb(): Command {
  return verb(
    'accept',
    'Accept an invitation: standard input holds two lines, the code and the password that you choose.',
    'user accept < code-and-password-on-two-lines.txt',
  ).action(async (_: object, command: Command) => {
    const { first: code, second: password } = await twoLinesOfStdin('the code and the password')
    const baseUrl = await gatewayUrl(process.env)
    const url = `${baseUrl}${CONTROL_PREFIX}/invitation`
    const answer = await sendAnonymous(baseUrl, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, password }),
    })
    const { organization, user } = understood(Accepted, answer, url)
    show(command, item({ organization_id: organization.id, id: user.id, email: user.email }))
  })
}

function listVerb(): Command {
  return personVerb('list', 'List the people.', 'user list --org ID')
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ limit?: number }>(async ({ limit }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const { users, nextCursor } = await call(listUsers, { page })
          return { rows: users, nextCursor }
        })
        return list(
          found.map((user) => plain(UserSchema, user)),
          ['id', 'email', 'role', 'attestation_roles', 'status'],
        )
      }),
    )
}

function updateVerb(): Command {
  return personVerb(
    'update',
    'Change the role or the attestation roles.',
    'user update --org ID --id ID --attestation-roles ciso,dpo',
  )
    .requiredOption('--id <id>', 'the person', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .addOption(role())
    .option('--attestation-roles <list>', 'instead of those the person has; "" for none', commas)
    .action(
      asPerson<Update>(async ({ id, version = 0, role, attestationRoles }, { call }) => {
        const change = changes({
          role: role === undefined ? undefined : ROLES.value(role),
          attestationRoles: values(attestationRoles),
        })
        const { user } = await call(updateUser, { id, expectedVersion: version, ...change })
        return shown(user)
      }),
    )
}

function disableVerb(): Command {
  return personVerb(
    'disable',
    'Disable a person: every session ends at once.',
    'user disable --org ID --id ID',
  )
    .requiredOption('--id <id>', 'the person', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) => shown((await call(disableUser, { id })).user)),
    )
}

function resetPasswordVerb(): Command {
  return personVerb(
    'reset-password',
    'Give a one-time password; the person has to change it. Every session of the person ends at once.',
    'user reset-password --org ID --id ID',
  )
    .requiredOption('--id <id>', 'the person', uuid)
    .option('--password-stdin', 'read the password from standard input')
    .action(
      asPerson<Reset>(async ({ id, passwordStdin }, { call }) => {
        const password = passwordStdin ? await passwordFromStdin() : ''
        const made = await call(resetPassword, { id, password })
        return withPassword(made.user!.id, made.password)
      }),
    )
}

function changePasswordVerb(): Command {
  return personVerb(
    'change-password',
    'Change your own password; after signing in with a one-time password this comes first. All your sessions end.',
    'user change-password --as me@bank.example < present-and-new-password-on-two-lines.txt',
  ).action(
    asPerson<object>(async (_, { call }) => {
      const { first, second } = await twoLinesOfStdin('the present password and the new one')
      await call(changePassword, { currentPassword: first, newPassword: second })
      return item({ changed: true })
    }),
  )
}

function role(): Option {
  return new Option('--role <role>', 'what the person may do').choices([...ROLES.words])
}

function shown(user: User | undefined): View {
  return item(plain(UserSchema, user!))
}

function withPassword(id: string, password: string): View {
  return item(password === '' ? { id } : { id, password })
}

const Accepted = z.object({
  organization: z.object({ id: z.uuid() }),
  user: z.object({ id: z.uuid(), email: z.string() }),
})

type Create = { email: string; role: string; attestationRoles?: string[]; passwordStdin?: boolean }
type Invite = { id?: string; email?: string; role?: string; attestationRoles?: string[] }
type Update = { id: string; version?: number; role?: string; attestationRoles?: string[] }
type Reset = { id: string; passwordStdin?: boolean }

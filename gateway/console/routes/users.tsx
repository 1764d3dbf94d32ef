import type { ReactNode } from 'react'
import { Role, RoleSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { type User, UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { useList } from '../api/list.ts'
import { useSession } from '../api/session.ts'
import { Badge, EnumBadge, Tags } from '../components/badge.tsx'
import { Action } from '../components/forms/action.tsx'
import type { Field } from '../components/forms/field.ts'
import type { Values } from '../components/forms/values.ts'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, PageHead } from '../components/page.tsx'
import { InTheLog } from '../components/record-id.tsx'
import { Empty } from '../components/states.tsx'
import { When } from '../components/time.tsx'
import { ValueToCopy } from '../components/value-to-copy.tsx'
import { capital, readable, wordOf } from '../language/words.ts'

/** The people of the organization, and their roles. */
export function Page(): ReactNode {
  const list = useList(UserService.method.listUsers, {}, ({ users }) => users)
  return (
    <>
      <PageHead title="People" about="The people who may sign in, and their permissions.">
        <NewPerson />
      </PageHead>
      <Card flush>
        <ListTable
          list={list}
          caption="People"
          columns={COLUMNS}
          id={({ id }) => id}
          actions={(row) => (
            <>
              <InTheLog id={row.id} of={row.email} /> <UserActions user={row} />
            </>
          )}
          empty={<Empty title="Nobody yet." />}
        />
      </Card>
      <Card title="Roles" narrow>
        <dl className="facts">
          {ROLES.map((value) => (
            <div key={value}>
              <dt>{capital(readable(wordOf(RoleSchema, value)))}</dt>
              <dd>{MEANINGS[value]}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}

function NewPerson(): ReactNode {
  const fields: Field[] = [
    { name: 'email', label: 'E-mail', kind: 'email', required: true },
    role(Role.MEMBER),
    attestation([]),
  ]
  const request = (values: Values) => ({
    email: values.text('email'),
    role: values.chosen<Role>('role'),
    attestationRoles: values.listed('attestationRoles'),
  })
  return (
    <>
      <Action
        method={UserService.method.createUser}
        label="Add with a password"
        title="Add with a password"
        about="Creates a password for one sign-in. The person then chooses another."
        fields={fields}
        request={request}
        secret
        shows={({ user, password }) => (
          <ValueToCopy label={`One-time password of ${user?.email}, shown once`} value={password} />
        )}
      />
      <Action
        method={UserService.method.inviteUser}
        label="Invite"
        title="Invite a person"
        tone="main"
        about="Creates a link with which the person chooses a password. It works once, within seven days."
        fields={fields}
        request={request}
        secret
        shows={({ user, code }) => <Invitation email={user?.email} code={code} />}
      />
    </>
  )
}

function Invitation({ email, code }: { email: string | undefined; code: string }): ReactNode {
  const link = `${window.location.origin}/console/#/invitation?code=${encodeURIComponent(code)}`
  return <ValueToCopy label={`Invitation of ${email}, shown once`} value={link} />
}

function UserActions({ user }: { user: User }): ReactNode {
  const { id, email, status } = user
  const own = useSession().user?.id === id
  if (status === 'invited') {
    return (
      <>
        <InviteAgain user={user} />
        <EditUser user={user} />
        <Withdraw user={user} />
      </>
    )
  }
  if (status !== 'active') return null
  return (
    <>
      <EditUser user={user} />
      <Action
        method={UserService.method.resetPassword}
        label="Reset password"
        title={`Reset the password of ${email}`}
        about="Creates a password for one sign-in and ends every session of this person."
        request={() => ({ id })}
        secret
        shows={({ password }) => (
          <ValueToCopy label={`One-time password of ${email}, shown once`} value={password} />
        )}
      />
      {!own && (
        <Action
          method={UserService.method.disableUser}
          label="Disable"
          title={`Disable ${email}`}
          tone="bad"
          about="Ends every session of this person immediately. The person can no longer sign in."
          request={() => ({ id })}
          done={`${email} is disabled.`}
        />
      )}
    </>
  )
}

function InviteAgain({ user: { id, email } }: { user: User }): ReactNode {
  return (
    <Action
      method={UserService.method.inviteUser}
      label="New link"
      title={`New invitation for ${email}`}
      about="The earlier link is no longer valid."
      request={() => ({ id })}
      secret
      shows={({ code }) => <Invitation email={email} code={code} />}
    />
  )
}

function Withdraw({ user: { id, email } }: { user: User }): ReactNode {
  return (
    <Action
      method={UserService.method.disableUser}
      label="Withdraw"
      title={`Withdraw the invitation of ${email}`}
      tone="bad"
      about="The link is no longer valid. The account stays, disabled; its address can be invited again."
      request={() => ({ id })}
      done={`The invitation of ${email} is withdrawn.`}
    />
  )
}

function EditUser({
  user: { id, email, role: present, attestationRoles, version },
}: {
  user: User
}): ReactNode {
  return (
    <Action
      method={UserService.method.updateUser}
      label="Edit"
      confirm="Save"
      title={`Edit ${email}`}
      fields={[role(present), attestation(attestationRoles)]}
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        ...values.edited({
          role: values.chosen<Role>('role'),
          attestationRoles: { values: values.listed('attestationRoles') },
        }),
      })}
      done={`${email} is changed.`}
    />
  )
}

const ROLES = [Role.MEMBER, Role.APPROVER, Role.AUDITOR, Role.ADMIN]
const MEANINGS: { [role: string]: string } = {
  [Role.MEMBER]: 'works on incidents, registers, suites and profiles',
  [Role.APPROVER]: 'as a member; certifies AI systems and resolves proposals',
  [Role.AUDITOR]: 'reads everything, the audit log too; exports evidence',
  [Role.ADMIN]: 'everything, and people, keys, webhooks and signing keys',
}

const role = (value: Role): Field => ({
  name: 'role',
  label: 'Role',
  kind: 'select',
  options: ROLES.map((one) => [String(one), capital(readable(wordOf(RoleSchema, one)))]),
  meanings: MEANINGS,
  value: String(value),
})

const attestation = (value: string[]): Field => ({
  name: 'attestationRoles',
  label: 'Attests as',
  kind: 'textarea',
  hint: 'One a line, for example ciso. Empty: does not attest.',
  rows: 2,
  value,
})

const COLUMNS: Column<User>[] = [
  { label: 'E-mail', cell: ({ email }) => <>{email}</> },
  { label: 'Role', cell: (row) => <EnumBadge schema={RoleSchema} value={row.role} /> },
  { label: 'Attests as', cell: ({ attestationRoles }) => <Tags words={attestationRoles} /> },
  { label: 'Status', cell: ({ status }) => <Badge word={status} /> },
  { label: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
]

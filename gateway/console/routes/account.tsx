import type { ReactNode } from 'react'
import { RoleSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { useChange } from '../api/change.ts'
import { useSession } from '../api/session.ts'
import { EnumBadge, Tags } from '../components/badge.tsx'
import { Form } from '../components/forms/form.tsx'
import { Card, Facts, PageHead } from '../components/page.tsx'
import { useSignOut } from '../components/session/sign-out.ts'
import { zone } from '../language/instant.ts'
import { readable } from '../language/words.ts'

/** The account of the signed-in person, and the form that changes the password. */
export function Account(): ReactNode {
  const { user, organizationName, addons } = useSession()
  const change = useChange(UserService.method.changePassword)
  const signOut = useSignOut()
  return (
    <>
      <PageHead title={user?.name ?? 'Your account'} about="Your account" />
      <Card>
        <Facts
          of={[
            ['Organization', organizationName],
            ['Role', <EnumBadge key="role" schema={RoleSchema} value={user?.role} />],
            ['Attests as', <Tags key="roles" words={user?.attestationRoles ?? []} most={20} />],
            ['Modules', addons.map(readable).join(', ')],
            ['Times are shown in', zone()],
          ]}
        />
      </Card>
      <Card title="Change password" narrow>
        {user?.mustChangePassword === true && (
          <p>Your password was set by somebody else. Change it before you continue.</p>
        )}
        <Form
          label="Change password"
          fields={[
            {
              name: 'currentPassword',
              label: 'Current password',
              kind: 'password',
              required: true,
              autoComplete: 'current-password',
            },
            {
              name: 'newPassword',
              label: 'New password',
              kind: 'password',
              required: true,
              autoComplete: 'new-password',
              hint: 'Changing it ends all your sessions. You then sign in again.',
            },
          ]}
          submit={async (values) => {
            await change({
              currentPassword: values.exact('currentPassword'),
              newPassword: values.exact('newPassword'),
            })
            await signOut('Your password is changed. Sign in again.')
          }}
        />
      </Card>
    </>
  )
}

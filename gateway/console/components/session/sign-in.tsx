import type { ReactNode } from 'react'
import { Problem } from '../../api/problem.ts'
import { isSignedIn, signIn } from '../../api/session.ts'
import { Form } from '../forms/form.tsx'

/** Asks for e-mail and password until a session opens. */
export function SignIn({
  email,
  organizationId,
  entered,
}: {
  /** The e-mail address of the person whose session has ended. */
  email?: string | undefined
  organizationId?: string
  entered: () => Promise<void> | void
}): ReactNode {
  return (
    <Form
      label="Sign in"
      fields={[
        ...(email === undefined
          ? [
              {
                name: 'email',
                label: 'E-mail',
                kind: 'email',
                required: true,
                autoComplete: 'username',
              } as const,
            ]
          : []),
        {
          name: 'password',
          label: 'Password',
          kind: 'password',
          required: true,
          autoComplete: 'current-password',
        },
      ]}
      submit={async (values) => {
        await signIn(email ?? values.text('email'), values.exact('password'), organizationId)
        if (!(await isSignedIn())) throw new Problem(NOT_KEPT)
        await entered()
      }}
    />
  )
}

const NOT_KEPT =
  'You are signed in, but this browser did not keep the session. Allow cookies for this address, and open the console by https: only on the machine itself is http enough.'

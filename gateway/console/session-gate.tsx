import { useQuery } from '@connectrpc/connect-query'
import { RouterProvider } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { queries } from './api/queries.ts'
import { acceptInvitation, isSignedIn, onChangeElsewhere, SessionContext, signOut } from './api/session.ts'
import { Form } from './components/forms/form.tsx'
import { SignIn } from './components/session/sign-in.tsx'
import { SignInAgain } from './components/session/sign-in-again.tsx'
import { SignOutContext } from './components/session/sign-out.ts'
import { Failed, Loaded, Loading } from './components/states.tsx'
import { router } from './router.tsx'
import { Account } from './routes/account.tsx'

/**
 * Shows the console to people with a session, and the sign-in page to others. The address stays, so that links work after signing
 * in.
 */
export function SessionGate(): ReactNode {
  const [state, setState] = useState<'asking' | 'in' | 'out' | 'failed'>('asking')
  const [message, setMessage] = useState('')
  const [error, setError] = useState<unknown>()
  const ask = (): void => {
    setState('asking')
    isSignedIn().then(
      (is) => setState(is ? 'in' : 'out'),
      (thrown) => {
        setError(thrown)
        setState('failed')
      },
    )
  }
  useEffect(ask, [])
  useSignedInElsewhere(state === 'out', () => setState('in'))
  const leave = async (farewell = 'You are signed out.'): Promise<void> => {
    await signOut().catch(() => {})
    queries.clear()
    setMessage(farewell)
    setState('out')
  }
  if (state === 'asking') return <Loading />
  if (state === 'failed') return <Failed error={error} retry={ask} />
  if (state === 'out' && isInvited()) {
    return <AcceptInvitation accepted={() => setMessage('Your password is set. Sign in with it.')} />
  }
  if (state === 'out') return <SignInPage message={message} entered={() => setState('in')} />
  return (
    <SignOutContext value={leave}>
      <Inside />
    </SignOutContext>
  )
}

/** Where nobody is signed in here, calls `enter` once another page of this browser has signed in: the pages share the session. */
function useSignedInElsewhere(isOut: boolean, enter: () => void): void {
  const latest = useRef(enter)
  latest.current = enter
  useEffect(() => {
    if (!isOut || isInvited()) return
    const look = (): Promise<void> => isSignedIn().then((is) => (is ? latest.current() : undefined))
    return onChangeElsewhere(() => void look().catch(() => {}))
  }, [isOut])
}

function Inside(): ReactNode {
  const session = useQuery(SessionService.method.getSession, {}, { staleTime: 60_000 })
  const owner = session.data && `${session.data.organizationId} ${session.data.user?.id}`
  const shown = useRef(owner)
  // The session may become another person's without a sign-in on this page. What was fetched for the first MUST NOT be shown to
  // the other, and what was typed MUST NOT be sent as theirs.
  if (owner !== undefined && shown.current !== owner) {
    if (shown.current !== undefined)
      queries.removeQueries({ predicate: ({ state }) => state.data !== session.data })
    shown.current = owner
  }
  return (
    <Loaded query={session}>
      {(data) => (
        <SessionContext value={data}>
          <Fragment key={owner}>
            {data.user?.mustChangePassword === true ? (
              <main className="alone">
                <Account />
              </main>
            ) : (
              <RouterProvider router={router} />
            )}
          </Fragment>
          <SignInAgain />
        </SessionContext>
      )}
    </Loaded>
  )
}

/** Sets the password of a person who followed the link of an invitation. */
function AcceptInvitation({ accepted }: { accepted: () => void }): ReactNode {
  const code = decodeURIComponent(window.location.hash.slice(INVITATION.length))
  return (
    <main className="login">
      <img src="/console/mark.svg" alt="" width="40" height="40" />
      <h1>Choose a password</h1>
      <Form
        label="Set the password"
        fields={[
          {
            name: 'password',
            label: 'Password',
            kind: 'password',
            required: true,
            autoComplete: 'new-password',
            hint: 'You are invited to Attestry. The link works once.',
          },
        ]}
        submit={async (values) => {
          await acceptInvitation(code, values.exact('password'))
          window.location.hash = '#/'
          accepted()
        }}
      />
    </main>
  )
}

const INVITATION = '#/invitation?code='
const isInvited = (): boolean => window.location.hash.startsWith(INVITATION)

function SignInPage({ message, entered }: { message: string; entered: () => void }): ReactNode {
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = 'Sign in · Attestry'
    page.current?.querySelector('input')?.focus()
  }, [])
  return (
    <main className="login" ref={page}>
      <img src="/console/mark.svg" alt="" width="40" height="40" />
      <h1>Sign in to Attestry</h1>
      {message !== '' && (
        <p className="muted" role="status">
          {message}
        </p>
      )}
      <SignIn entered={entered} />
    </main>
  )
}

import { callUnaryMethod } from '@connectrpc/connect-query'
import { type ReactNode, useEffect, useState } from 'react'
import { SessionService } from '../../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { onChangeElsewhere, useSession } from '../../api/session.ts'
import { askWith, signInAgain } from '../../api/session-ended.ts'
import { transport } from '../../api/transport.ts'
import { Dialog } from '../forms/dialog.tsx'
import { SignIn } from './sign-in.tsx'

/** Asks for the password when the session has ended. The page behind stays as it is, with everything that was typed. */
export function SignInAgain(): ReactNode {
  const { user, organizationId } = useSession()
  const email = user?.name
  const [resume, setResume] = useState<() => void>()
  useEffect(() => {
    askWith(() => new Promise((resolve) => setResume(() => resolve)))
    return () => askWith(undefined)
  }, [])
  useOnlyAs(user?.id)
  if (resume === undefined) return null
  return (
    <Dialog title="Your session has ended" onClose={() => {}}>
      <p>
        Sign in again as <strong>{email}</strong>. Nothing that you typed is lost.
      </p>
      <SignIn
        email={email}
        organizationId={organizationId}
        entered={() => {
          setResume(undefined)
          resume()
        }}
      />
      <p>
        <button type="button" className="quiet" onClick={() => window.location.reload()}>
          Sign in as somebody else
        </button>
      </p>
    </Dialog>
  )
}

/**
 * Asks the person to sign in again when another page of this browser has signed in somebody else. Actions on this page would
 * otherwise be recorded for another person than the page names.
 */
function useOnlyAs(userId: string | undefined): void {
  useEffect(
    () =>
      onChangeElsewhere(() => {
        callUnaryMethod(transport, SessionService.method.getSession, {}).then(
          ({ user }) => {
            if (user?.id !== userId) void signInAgain()
          },
          // Where this call fails, the next one asks.
          () => {},
        )
      }),
    [userId],
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { askWith } from '../../api/session-ended.ts'
import { Dialog } from '../forms/dialog.tsx'
import { SignIn } from './sign-in.tsx'

/** Asks for the password where the session has ended. The page behind stays as it is, with all that was typed. */
export function SignInAgain(): ReactNode {
  const { user, organizationId } = useSession()
  const email = user?.name
  const [resume, setResume] = useState<() => void>()
  useEffect(() => {
    askWith(() => new Promise((resolve) => setResume(() => resolve)))
    return () => askWith(undefined)
  }, [])
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

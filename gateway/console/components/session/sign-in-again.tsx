import { callUnaryMethod } from '@connectrpc/connect-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { SessionService } from '../../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { onChangeElsewhere, useSession } from '../../api/session.ts'
import { askWith, signInAgain } from '../../api/session-ended.ts'
import { transport } from '../../api/transport.ts'
import { Dialog } from '../forms/dialog.tsx'
import { isTextField } from '../forms/text-field.ts'
import { SignIn } from './sign-in.tsx'
import { NOTICE, useNextAct, useWasSent } from './typing.ts'

/**
 * Asks for the password when the session has ended. The page behind stays as it is, with everything that was typed. While the person
 * types into a field, a notice says that the session has ended; the dialog opens at the next act of the person. A key that was meant
 * for the page MUST NOT reach the field of the password.
 */
export function SignInAgain(): ReactNode {
  const { user, organizationId } = useSession()
  const email = user?.name
  const [resume, setResume] = useState<() => void>()
  const [opened, setOpened] = useState<'password' | 'title'>()
  const wasSent = useWasSent()
  useEffect(() => {
    askWith(
      () =>
        new Promise((resolve) => {
          if (wasSent()) setOpened('password')
          else if (!isTextField(document.activeElement)) setOpened('title')
          setResume(() => resolve)
        }),
    )
    return () => askWith(undefined)
  }, [wasSent])
  const isWaiting = resume !== undefined && opened === undefined
  useNextAct(isWaiting, (isKey) => setOpened(isKey ? 'title' : 'password'))
  const goOn = (): void => {
    setResume(undefined)
    setOpened(undefined)
    resume?.()
  }
  useElsewhere(user?.id, goOn)
  if (resume === undefined) return null
  if (opened === undefined) return <Ended signIn={() => setOpened('password')} />
  return (
    <Dialog title="Your session has ended" onClose={() => {}} focusesTitle={opened === 'title'}>
      <p>
        Sign in again as <strong>{email}</strong>. Nothing that you typed is lost.
      </p>
      <SignIn email={email} organizationId={organizationId} entered={goOn} />
      <p>
        <button type="button" className="quiet" onClick={() => window.location.reload()}>
          Sign in as somebody else
        </button>
      </p>
    </Dialog>
  )
}

/** Says that the session has ended. It is within the uppermost dialog, since everything outside of it is inert. */
function Ended({ signIn }: { signIn: () => void }): ReactNode {
  const field = useRef<HTMLElement>(null)
  const [place] = useState(() => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body)
  return createPortal(
    <div className={NOTICE} role="alert">
      <span>Your session has ended. You can go on typing.</span>
      <button
        type="button"
        // The button goes with the notice. The field has the focus again after the dialog.
        onMouseDown={(event) => event.preventDefault()}
        onFocus={({ relatedTarget }) => {
          field.current = relatedTarget as HTMLElement | null
        }}
        onClick={() => {
          field.current?.focus()
          signIn()
        }}
      >
        Sign in again
      </button>
    </div>,
    place,
  )
}

/**
 * Asks the person to sign in again when another page of this browser has signed in somebody else. Actions on this page would
 * otherwise be recorded for another person than the page names. Where the other page has signed in this person, nobody has to sign
 * in here too: `goOn` is called.
 */
function useElsewhere(userId: string | undefined, goOn: () => void): void {
  const latest = useRef(goOn)
  latest.current = goOn
  useEffect(() => {
    let changes = 0
    return onChangeElsewhere(() => {
      const change = ++changes
      callUnaryMethod(transport, SessionService.method.getSession, {}).then(
        ({ user }) => {
          if (user?.id !== userId) void signInAgain()
          // An answer that comes after a later change does not say whose session it is now.
          else if (change === changes) latest.current()
        },
        // Where this call fails, the next one asks.
        () => {},
      )
    })
  }, [userId])
}

import type { DescMethod, MessageShape } from '@bufbuild/protobuf'
import { createContext, useContext } from 'react'
import type { GetSessionResponseSchema } from '../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { accessOf } from '../../../services/kernel/identity/access.ts'
import { Problem } from './problem.ts'

/** The signed-in person, the organization, and the person's roles. */
type Session = MessageShape<typeof GetSessionResponseSchema>

const PATH = '/api/control/session'

/**
 * Opens a session. Scripts cannot read its cookie.
 *
 * @param organizationId if given, only an account of this organization can sign in
 */
export async function signIn(email: string, password: string, organizationId?: string): Promise<void> {
  await send('POST', JSON.stringify({ email, password, organization_id: organizationId }))
  changed()
}

/** Accepts an invitation: sets the password of the person who was invited. */
export async function acceptInvitation(code: string, password: string): Promise<void> {
  await send('POST', JSON.stringify({ code, password }), '/api/control/invitation')
}

export async function signOut(): Promise<void> {
  await send('DELETE')
  changed()
}

/** Whether the browser has a valid session. */
export async function isSignedIn(): Promise<boolean> {
  try {
    await send('GET')
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return false
    throw error
  }
}

/** Tells the other pages of this browser, which share the session, that it has changed or ended. */
const pages = channel()

/** Returns undefined where the browser refuses to make a channel: some do so where they store nothing for this address. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('attestry.session')
  } catch {
    return undefined
  }
}

function changed(): void {
  pages?.postMessage('changed')
}

/** Calls a function whenever another page signs in or out. @returns a function that stops this */
export function onChangeElsewhere(then: () => void): () => void {
  pages?.addEventListener('message', then)
  return () => pages?.removeEventListener('message', then)
}

async function send(method: string, body?: string, path = PATH): Promise<void> {
  const headers = new Headers(body === undefined ? [] : [['Content-Type', 'application/json']])
  let answer: Response
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
  } catch {
    throw new Problem('The server did not answer. Check the connection and try again.')
  }
  if (!answer.ok) throw await Problem.ofResponse(answer)
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session of the person who looks at the page. @throws Error where nobody is signed in */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('nobody is signed in')
  return session
}

/** Whether the person may call an RPC, by the role and the add-on that its proto declares. */
function may({ user, addons }: Session, method: DescMethod): boolean {
  const { control, addon } = accessOf(method)
  return user !== undefined && control.includes(user.role) && (addon === '' || addons.includes(addon))
}

/** Returns a function that says whether the person may call an RPC. */
export function useMay(): (method: DescMethod) => boolean {
  const session = useSession()
  return (method) => may(session, method)
}

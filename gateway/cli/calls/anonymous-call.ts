import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { unreachable } from './control-call.ts'

/** Calls a plain route of the control API without a session, or with the one in `init`. @throws DomainError with the API's message */
export async function sendAnonymous(baseUrl: string, url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error' }).catch((cause) => {
    throw unreachable(baseUrl, cause)
  })
  if (answer.ok) return answer
  const body = (await answer.json().catch(() => ({}))) as {
    error?: { message?: string; details?: { fieldErrors?: object } }
  }
  const message = body.error?.message ?? `${url} answers ${answer.status}`
  throw new DomainError(answer.status === 400 ? Reason.VALIDATION : Reason.UNAUTHENTICATED, message, {
    ...(body.error?.details === undefined ? {} : { details: body.error.details as never }),
  })
}

import type { z } from 'zod'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { unreachable } from './control-call.ts'
import { jsonOf } from './read-limited.ts'

/**
 * Reads and checks the fields of an answer. The command writes and prints them. If the address is wrong, the answer may come from
 * anyone. It MUST NOT decide, for example, which path is written.
 *
 * @throws DomainError UNAVAILABLE if the answer has another form
 */
export function understood<T>(shape: z.ZodType<T>, { body }: Answer, url: string): T {
  const { success, data } = shape.safeParse(body)
  if (success) return data
  throw new DomainError(Reason.UNAVAILABLE, `${url} does not answer as an Attestry server does`)
}

/**
 * Calls a plain route of the control API without a session, or with the one in `init`. Redirects are not followed. The call ends
 * after a minute.
 *
 * @throws DomainError with the API's message; UNAVAILABLE if the answer is not that of a gateway
 */
export async function sendAnonymous(baseUrl: string, url: string, init: RequestInit): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, { ...init, redirect: 'error', signal })
    const body = ((await jsonOf(answer)) ?? {}) as ErrorBody
    if (answer.ok) return { headers: answer.headers, body }
    throw refusal(`${url} answers ${answer.status}`, answer.status, body)
  } catch (cause) {
    throw cause instanceof DomainError ? cause : unreachable(baseUrl, cause)
  }
}

function refusal(text: string, status: number, { error }: ErrorBody): DomainError {
  const message = typeof error?.message === 'string' ? error.message : text
  return new DomainError(status === 400 ? Reason.VALIDATION : Reason.UNAUTHENTICATED, message, {
    ...(error?.details === undefined ? {} : { details: error.details as never }),
  })
}

/** Long, because the hashing of a password may wait for its turn. */
const TIMEOUT_MS = 60_000

type Answer = { headers: Headers; body: unknown }
type ErrorBody = { error?: { message?: unknown; details?: { fieldErrors?: object } } | null }

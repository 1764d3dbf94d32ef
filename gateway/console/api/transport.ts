import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import { SessionService } from '../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { answered } from './recorded.ts'
import { signInAgain, whileAsked } from './session-ended.ts'

/**
 * Where a call is refused because the session has ended, waits until the person has signed in again, and then makes the call once
 * more. The first call changed nothing, and nothing that was typed is lost. Other calls wait too: the session may be that of another
 * person, who signed in on another page.
 */
const whenSignedIn: Interceptor = (next) => async (request) => {
  if (request.service.typeName !== SessionService.typeName) await whileAsked(request.signal)
  try {
    return await next(request)
  } catch (error) {
    if (ConnectError.from(error).code !== Code.Unauthenticated) throw error
    if (!(await signInAgain())) throw error
    return next(request)
  }
}

/** Stores the request id of each answer, which is the id of the audit entry of the call. */
const noted: Interceptor = (next) => async (request) => {
  const answer = await next(request)
  answered(answer.message, answer.header.get('x-request-id'))
  return answer
}

/** Calls the control API with the cookie of the session. Where the session has ended, the person is asked to sign in again. */
export const transport = createConnectTransport({
  baseUrl: '/api/control',
  interceptors: [whenSignedIn, noted],
})

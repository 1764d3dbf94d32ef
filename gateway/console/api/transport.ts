import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import { answered } from './recorded.ts'
import { signInAgain } from './session-ended.ts'

/**
 * The control API, over the Connect protocol, with the session of this browser. A call that the end of the session
 * refuses waits until the person has signed in again and is then made once more: nothing was done by the first one,
 * and nothing that was typed is lost.
 */
const whenSignedIn: Interceptor = (next) => async (request) => {
  try {
    return await next(request)
  } catch (error) {
    if (ConnectError.from(error).code !== Code.Unauthenticated) throw error
    if (!(await signInAgain())) throw error
    return next(request)
  }
}

/** The id of a call's audit entry is the id of its answer. */
const noted: Interceptor = (next) => async (request) => {
  const answer = await next(request)
  answered(answer.message, answer.header.get('x-request-id'))
  return answer
}

export const transport = createConnectTransport({
  baseUrl: '/api/control',
  interceptors: [whenSignedIn, noted],
})

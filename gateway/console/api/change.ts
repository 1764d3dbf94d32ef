import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accessOf } from '../../../services/kernel/identity/access.ts'
import { fetchedAgain } from './fetched-again.ts'
import { MAY_BE_RECORDED, Problem } from './problem.ts'
import { RetryKeys } from './retry-keys.ts'
import { transport } from './transport.ts'

/**
 * Calls an RPC that changes something. All shown data is fetched again, so that pages show the recorded state. Where the RPC
 * takes an idempotency key, the same request has the same key until it is answered with success, so that a person can send it again
 * and it is recorded once.
 *
 * @param untilShown the call resolves only when the pages show that state
 * @param stores false for a call that only computes something, so that nothing of it can be recorded
 */
export function useChange<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  { untilShown = false, stores = true }: { untilShown?: boolean; stores?: boolean } = {},
): (request: MessageInitShape<I>) => Promise<MessageShape<O>> {
  const queries = useQueryClient()
  const [keys] = useState(() => (accessOf(method).idempotencyKey ? new RetryKeys(method.input) : undefined))
  return async (request) => {
    const key = keys?.of(request)
    const headers: [string, string][] = key === undefined ? [] : [['Idempotency-Key', key]]
    try {
      const answer = await callUnaryMethod(transport, method, request, { headers })
      keys?.answered(request)
      const fetched = fetchedAgain(queries)
      if (untilShown) await fetched
      return answer
    } catch (error) {
      // Somebody else was faster. The page shows what they recorded before the person reads why the call was refused.
      if (ConnectError.from(error).code === Code.FailedPrecondition) await queries.invalidateQueries()
      if (!stores || Problem.of(error).isAnswered) throw error
      void queries.invalidateQueries()
      throw new Problem(key === undefined ? MAY_BE_RECORDED : CAN_BE_REPEATED, { isAnswered: false })
    }
  }
}

const CAN_BE_REPEATED =
  'The server did not answer, so this may be recorded already. Send it again without a change: it is recorded once.'

import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { fetchedAgain } from './fetched-again.ts'
import { Problem } from './problem.ts'
import { transport } from './transport.ts'

/**
 * Calls an RPC that changes something. All shown data is fetched again, so that pages show the recorded state.
 *
 * @param untilShown the call resolves only when the pages show that state
 * @param stores false for a call that only computes something, so that nothing of it can be recorded
 */
export function useChange<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  { untilShown = false, stores = true }: { untilShown?: boolean; stores?: boolean } = {},
): (request: MessageInitShape<I>) => Promise<MessageShape<O>> {
  const queries = useQueryClient()
  return async (request) => {
    try {
      const answer = await callUnaryMethod(transport, method, request)
      const fetched = fetchedAgain(queries)
      if (untilShown) await fetched
      return answer
    } catch (error) {
      // Somebody else was faster. The page shows what they recorded before the person reads why the call was refused.
      if (ConnectError.from(error).code === Code.FailedPrecondition) await queries.invalidateQueries()
      if (!stores || Problem.of(error).isAnswered) throw error
      void queries.invalidateQueries()
      throw new Problem(MAY_BE_RECORDED, { isAnswered: false })
    }
  }
}

const MAY_BE_RECORDED =
  'The server did not answer, so this may be recorded already. Look whether the page shows it before you send it again.'

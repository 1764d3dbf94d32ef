import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { transport } from './transport.ts'

/** Calls an RPC that changes something. All shown data is fetched again, so that pages show the recorded state. */
export function useChange<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
): (request: MessageInitShape<I>) => Promise<MessageShape<O>> {
  const queries = useQueryClient()
  return async (request) => {
    const answer = await callUnaryMethod(transport, method, request)
    void queries.invalidateQueries()
    return answer
  }
}

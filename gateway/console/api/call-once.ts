import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { MAY_BE_RECORDED, Problem } from './problem.ts'
import type { RetryKeys } from './retry-keys.ts'
import { transport } from './transport.ts'

/**
 * Calls an RPC that changes something, one of many that a person asked for together. With an idempotency key, a call that got no
 * answer is made once more, so that it is recorded at most once.
 *
 * @param keys the keys of the requests, where the RPC takes them; a request that got no answer keeps its key
 * @throws Problem no answer came, so the change may be recorded
 * @throws ConnectError the call was refused
 */
export async function callOnce<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  keys?: RetryKeys<I>,
): Promise<MessageShape<O>> {
  const headers: [string, string][] = keys === undefined ? [] : [['Idempotency-Key', keys.of(request)]]
  const call = async () => {
    const answer = await callUnaryMethod(transport, method, request, { headers })
    keys?.answered(request)
    return answer
  }
  try {
    return await call()
  } catch (error) {
    if (Problem.of(error).isAnswered) throw error
  }
  // A refusal of the second call says nothing about the first one.
  if (keys !== undefined) {
    const answer = await call().catch(() => undefined)
    if (answer !== undefined) return answer
  }
  throw new Problem(MAY_BE_RECORDED, { isAnswered: false })
}

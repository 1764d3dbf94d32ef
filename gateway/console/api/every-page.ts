import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { nextCursorOf, withPage } from './paging.ts'
import { transport } from './transport.ts'

/** Reads the rows of a list RPC, a page of 200 at a time. `more`: whether another page follows. */
export async function* everyPage<I extends DescMessage, O extends DescMessage, Row>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
  pick: (answer: MessageShape<O>) => Row[],
  signal: AbortSignal,
): AsyncGenerator<{ rows: Row[]; more: boolean }> {
  // The request does not ask for the count, which would be made for each page.
  const { withCount: _, ...filter } = input as { withCount?: boolean }
  for (let cursor = '', more = true; more; ) {
    const request = withPage<I>(filter as MessageInitShape<I>, { limit: 200, cursor })
    const answer = await callUnaryMethod(transport, method, request, { signal })
    cursor = nextCursorOf(answer)
    more = cursor !== ''
    yield { rows: pick(answer), more }
  }
}

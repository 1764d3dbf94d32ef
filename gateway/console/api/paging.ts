import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'

/*
 * The fields by which every list RPC is read page by page. The type of a method does not show them.
 */

/** Returns a request of a list RPC that asks for one page. */
export function withPage<I extends DescMessage>(
  input: MessageInitShape<I>,
  page: { limit: number; cursor: string },
): MessageInitShape<I> {
  return { ...(input as object), page } as unknown as MessageInitShape<I>
}

/** Returns the cursor of the next page; empty after the last one. */
export function nextCursorOf(answer: unknown): string {
  return (answer as { nextCursor: string }).nextCursor
}

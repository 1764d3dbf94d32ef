import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'

/**
 * Reads the body of an answer, decompressed, up to a limit. If the address is wrong, anyone may have sent the answer.
 *
 * @param most the limit in bytes
 * @param tooLarge the message for a larger body
 * @throws DomainError UNAVAILABLE
 */
export async function readLimited(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  most: number,
  tooLarge: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > most) throw new DomainError(Reason.UNAVAILABLE, tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads the JSON of an answer of a plain route; undefined if it has none.
 *
 * @throws DomainError UNAVAILABLE if it has more than 1 MiB; the error of `fetch` if it breaks off
 */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await readLimited(response, 1024 * 1024, `${response.url} answers more than 1 MiB`)
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

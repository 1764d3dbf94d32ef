import { call, type RetryPolicy } from '../api/rest.ts'
import type { Server } from '../api/server.ts'
import { EXIT, Failure } from '../command/exit-codes.ts'

/** Reads the items of a page of a list; undefined where the key may not read them. */
export async function page<Item>(
  server: Server,
  retryPolicy: RetryPolicy,
  path: string,
): Promise<Item[] | undefined> {
  const { status, body } = await call(server, retryPolicy, { method: 'GET', path }).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.exitCode === EXIT.denied) return { status: 403, body: {} }
      throw error
    },
  )
  const { data } = body as { data?: Item[] }
  return status === 200 && Array.isArray(data) ? data : undefined
}

/** The longest page of a list. */
export const PAGE = 200

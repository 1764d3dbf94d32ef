import type { Exchange } from './exchange.ts'

/** Aborts what is under way for a client that has gone. */
export function gone({ response }: Pick<Exchange, 'response'>): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}

import type { GatewayContext } from '../../context.ts'
import { turns } from '../connections/turns.ts'
import { answerJson, type Exchange } from '../exchange.ts'
import type { Surface } from '../server.ts'

/**
 * `/healthz`: this process answers. `/readyz`: every required part answers too; otherwise 503 with the missing parts. Anybody may ask,
 * and many may wait for the same check: one turn of the event loop answers at most `ANSWERED_A_TURN`.
 */
export function probes(ctx: Pick<GatewayContext, 'missing'>): Surface[] {
  const inTurn = turns(ANSWERED_A_TURN)
  const answer = (exchange: Exchange, status: number, body: { status: string; missing?: string[] }) =>
    new Promise<void>((resolve) =>
      inTurn(() => {
        resolve()
        answerJson(exchange, status, body)
      }),
    )
  return [
    { path: '/healthz', serve: (exchange) => answer(exchange, 200, { status: 'ok' }) },
    {
      path: '/readyz',
      serve: async (exchange) => {
        const missing = await ctx.missing()
        if (missing.length === 0) await answer(exchange, 200, { status: 'ready' })
        else await answer(exchange, 503, { status: 'not ready', missing })
      },
    },
  ]
}

const ANSWERED_A_TURN = 16

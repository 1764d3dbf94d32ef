import type { GatewayContext } from '../../context.ts'
import { turns } from '../connections/turns.ts'
import { answerJson } from '../exchange.ts'
import type { Surface } from '../server.ts'

/**
 * `/healthz`: this process answers. `/readyz`: every required part answers too; otherwise 503 with the missing parts. Anybody may ask,
 * and many may wait for the same check: one turn of the event loop answers at most `ANSWERED_A_TURN`.
 */
export function probes(ctx: Pick<GatewayContext, 'missing'>): Surface[] {
  const inTurn = turns(ANSWERED_A_TURN)
  const turn = () => new Promise<void>(inTurn)
  return [
    {
      path: '/healthz',
      serve: async (exchange) => {
        await turn()
        answerJson(exchange, 200, { status: 'ok' })
      },
    },
    {
      path: '/readyz',
      serve: async (exchange) => {
        const missing = await ctx.missing()
        await turn()
        if (missing.length === 0) answerJson(exchange, 200, { status: 'ready' })
        else answerJson(exchange, 503, { status: 'not ready', missing })
      },
    },
  ]
}

const ANSWERED_A_TURN = 16

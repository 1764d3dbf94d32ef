import type { GatewayContext } from '../../context.ts'
import { answerJson, type Exchange } from '../exchange.ts'
import type { Surface } from '../server.ts'

/** `/healthz`: this process answers. `/readyz`: every required part answers too; otherwise 503 with the missing parts. */
export function probes(ctx: Pick<GatewayContext, 'missing'>): Surface[] {
  return [
    { path: '/healthz', serve: async (exchange) => answerJson(exchange, 200, { status: 'ok' }) },
    {
      path: '/readyz',
      serve: async (exchange: Exchange) => {
        const missing = await ctx.missing()
        if (missing.length === 0) answerJson(exchange, 200, { status: 'ready' })
        else answerJson(exchange, 503, { status: 'not ready', missing })
      },
    },
  ]
}

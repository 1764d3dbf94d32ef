import { answerAsset, asset, loadAssets, STRICT_POLICY } from '../http/assets.ts'
import type { RequireOwnHost } from '../http/host-allowlist.ts'
import type { Surface } from '../http/server.ts'
import { controlAccess } from './access.ts'

/**
 * `/console/`: the platform for people in a browser, a face of the control API. Static files; what a person sees comes
 * from `/api/control/` with that person's session. `/` leads to it and to the other entry points.
 */
export function webConsole(requireOwnHost: RequireOwnHost): Surface[] {
  const assets = loadAssets(new URL('./assets/', import.meta.url))
  assets.set('access.json', asset('access.json', JSON.stringify(controlAccess())))
  return [
    {
      path: '/console',
      serve: async (exchange) => {
        requireOwnHost(exchange.request)
        if (exchange.path === '/console') {
          exchange.response
            .writeHead(308, { Location: '/console/', 'X-Request-Id': exchange.requestId })
            .end()
          return
        }
        const name = exchange.path.slice('/console/'.length)
        answerAsset(exchange, assets.get(name === '' ? 'index.html' : name), STRICT_POLICY)
      },
    },
    {
      path: '/',
      serve: async (exchange) =>
        answerAsset(exchange, exchange.path === '/' ? assets.get('welcome.html') : undefined, STRICT_POLICY),
    },
  ]
}

import type { RequireOwnHost } from '../http/callers/host-allowlist.ts'
import type { Surface } from '../http/server.ts'
import { type Asset, answerAsset, asset, loadAssets, STRICT_POLICY } from '../http/surfaces/assets.ts'

/**
 * `/console/`: the user interface in a browser. It is static files, which `build.mjs` makes from sources. Its data comes from
 * `/api/control/` with the session of the person. `/` leads to the console and to the other entry points.
 */
export function webConsole(requireOwnHost: RequireOwnHost): Surface[] {
  const assets = new Map([
    ...loadAssets(new URL('./public/', import.meta.url)),
    ...loadAssets(new URL('./dist/', import.meta.url)),
  ])
  const index = assets.get('index.html') ?? asset('index.html', NOT_BUILT)
  const verifying = policyOf(assets.get(VERIFYING))
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
        // The console in another language is in a directory of its own: `de/`.
        const found = name === '' ? index : assets.get(name.endsWith('/') ? `${name}index.html` : name)
        answerAsset(exchange, found, name === VERIFYING ? verifying : STRICT_POLICY)
      },
    },
    {
      path: '/',
      serve: async (exchange) =>
        answerAsset(exchange, exchange.path === '/' ? assets.get('welcome.html') : undefined, STRICT_POLICY),
    },
  ]
}

/**
 * The page on which a package is verified. It is one file with everything in it, so that it can be kept. It may open no
 * connection.
 */
const VERIFYING = 'verify.html'

/** Returns the policy that the page itself contains, with the hashes of its scripts, and forbids framing. */
function policyOf(page: Asset | undefined): string {
  const own = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(
    page?.body.toString() ?? '',
  )?.[1]
  return own === undefined ? STRICT_POLICY : `${own}; frame-ancestors 'none'`
}

/** The page that is served where the console was not built. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Attestry</title><link rel="stylesheet" href="/console/theme.css"></head>
  <body><main class="plain"><h1>The console is not built</h1><p>Build it with <code>npm run build</code> and start again.</p></main></body>
</html>
`

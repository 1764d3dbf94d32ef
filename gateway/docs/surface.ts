import type { GatewayContext } from '../context.ts'
import type { Surface } from '../http/server.ts'
import { type Asset, answerAsset, asset, loadAssets, STRICT_POLICY } from '../http/surfaces/assets.ts'
import type { OpenapiDocument } from '../openapi/document.ts'
import { docsPage } from './page.ts'

/** `/docs`: the OpenAPI document as a page. It is public, like the source code, and shows no data. */
export function docs(ctx: Pick<GatewayContext, 'document'>): Surface {
  let assets: Map<string, Asset> | undefined
  const load = (): Map<string, Asset> => {
    const document = ctx.document() as OpenapiDocument
    const files = loadAssets(new URL('./assets/', import.meta.url))
    const page = asset('index.html', docsPage(document))
    const json = asset('openapi.json', JSON.stringify(document, null, 2))
    return new Map([...files, ['', page], ['openapi.json', json]])
  }
  return {
    path: '/docs',
    serve: async (exchange) => {
      assets ??= load()
      answerAsset(exchange, assets.get(exchange.path.slice('/docs/'.length)), STRICT_POLICY)
    },
  }
}

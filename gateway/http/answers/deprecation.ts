import type { Deprecation } from '../../operations/operation.ts'
import type { Exchange } from '../exchange.ts'

/** Sets Deprecation (RFC 9745), Sunset (RFC 8594) and a link to the replacement (docs/api.md 9.4). */
export function setDeprecationHeaders(
  { head }: Pick<Exchange, 'head'>,
  { since, sunset, link }: Deprecation,
): void {
  head.push('Deprecation', `@${Math.floor(since.getTime() / 1000)}`, 'Sunset', sunset.toUTCString())
  head.push('Link', `<${link}>; rel="sunset"; type="text/html"`)
}

import { sourceOf, stampText, tokenOf } from '../../domain/time-stamps/stamp.ts'
import type { AddressRule } from '../../outbound/addresses.ts'
import { exchange } from '../../outbound/exchange.ts'
import { requireAvailable } from '../../outbound/require-available.ts'
import type { Source } from '../collector.ts'
import type { AuthorityTarget } from './config.ts'
import { timestampQuery, tokenIn } from './query.ts'

/** A time-stamp authority as a source of statements about checkpoints. A time-stamp is verified before it is kept. */
export function authoritySource({ url, anchor }: AuthorityTarget, rule: AddressRule): Source {
  return {
    kind: 'timestamp',
    source: sourceOf(anchor),
    name: new URL(url).host,
    ask: async ({ note }) => {
      const { query, nonce } = timestampQuery(note)
      const answer = await exchange(
        { rule, listedIn: 'ATTESTRY_WITNESS_ADDRESSES' },
        { url: new URL(url), headers: { 'content-type': 'application/timestamp-query' }, body: query },
      )
      const { status, body } = requireAvailable(answer)
      if (status !== 200) return { refused: `status ${status}` }
      const token = tokenIn(body, nonce)
      if (token === undefined) return { refused: 'the answer has no time-stamp of this query' }
      const text = stampText({ token, anchor })
      return tokenOf(text, sourceOf(anchor), note) === undefined
        ? { refused: 'its time-stamp does not lead to the certificate that was named' }
        : { statement: text }
    },
  }
}

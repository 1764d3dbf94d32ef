import type { NodeReader } from '../domain/proof.ts'
import { sourceOf, stampText, tokenOf } from '../domain/time-stamps/stamp.ts'
import { type AddressRule, addressRule } from '../outbound/addresses.ts'
import { exchange } from '../outbound/exchange.ts'
import type { AuthorityTarget, WitnessConfig } from './config.ts'
import { submitCheckpoint } from './submit.ts'
import { timestampQuery, tokenIn } from './timestamp.ts'
import type { Source } from './witnessing.ts'

/** The witnesses and time-stamp authorities that the operator has named. */
export function sourcesOf(
  { witnesses, authorities, allowed }: WitnessConfig,
  nodes: (organizationId: string) => NodeReader,
): Source[] {
  const rule = addressRule(allowed)
  const stamping = authorities.map((target) => stampSource(target, rule))
  const cosigning = witnesses.map(
    (target): Source => ({
      kind: 'cosignature' as const,
      source: target.key.text,
      name: target.key.name,
      ask: async (checkpoint, known) => {
        const options = { rule, nodes: nodes(checkpoint.organizationId) }
        const submitted = await submitCheckpoint(options, target, checkpoint, known)
        if (submitted.outcome === 'ahead') return 'ahead'
        return submitted.outcome === 'cosigned' ? { statement: submitted.line } : { refused: submitted.why }
      },
    }),
  )
  return [...cosigning, ...stamping]
}

function stampSource({ url, anchor }: AuthorityTarget, rule: AddressRule): Source {
  return {
    kind: 'timestamp',
    source: sourceOf(anchor),
    name: new URL(url).host,
    ask: async ({ note }) => {
      const { query, nonce } = timestampQuery(note)
      const { status, body } = await exchange(
        { rule, listedIn: 'ATTESTRY_WITNESS_ADDRESSES' },
        { url: new URL(url), headers: { 'content-type': 'application/timestamp-query' }, body: query },
      )
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

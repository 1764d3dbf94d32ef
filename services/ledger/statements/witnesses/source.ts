import type { NodeReader } from '../../domain/log/proof.ts'
import type { AddressRule } from '../../outbound/addresses.ts'
import type { Source } from '../collector.ts'
import type { WitnessTarget } from './config.ts'
import { submitCheckpoint } from './submit.ts'

/** A witness as a source of statements about checkpoints. */
export function witnessSource(
  target: WitnessTarget,
  rule: AddressRule,
  nodes: (organizationId: string) => NodeReader,
): Source {
  return {
    kind: 'cosignature',
    source: target.key.text,
    name: target.key.name,
    ask: async (checkpoint, known) => {
      const options = { rule, nodes: nodes(checkpoint.organizationId) }
      const submitted = await submitCheckpoint(options, target, checkpoint, known)
      if (submitted.outcome === 'ahead') return 'ahead'
      return submitted.outcome === 'cosigned' ? { statement: submitted.line } : { refused: submitted.why }
    },
  }
}

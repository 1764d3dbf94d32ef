import type { NodeReader } from '../domain/proof.ts'
import { addressRule } from '../notifications/addresses.ts'
import type { WitnessConfig } from './config.ts'
import { submitCheckpoint } from './submit.ts'
import type { Source } from './witnessing.ts'

/** The witnesses that the operator has named. */
export function sourcesOf(
  { witnesses, allowed }: WitnessConfig,
  nodes: (organizationId: string) => NodeReader,
): Source[] {
  const rule = addressRule(allowed)
  return witnesses.map((target) => ({
    kind: 'cosignature' as const,
    source: target.key.text,
    name: target.key.name,
    ask: async (checkpoint, known) => {
      const options = { rule, nodes: nodes(checkpoint.organizationId) }
      const submitted = await submitCheckpoint(options, target, checkpoint, known)
      if (submitted.outcome === 'ahead') return 'ahead'
      return submitted.outcome === 'cosigned' ? { statement: submitted.line } : { refused: submitted.why }
    },
  }))
}

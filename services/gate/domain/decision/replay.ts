import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { canonicalJson, type JsonValue } from '../../../kernel/json/canonical-json.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { Snapshot } from './snapshot.ts'

/** The stored record of a gate query (docs/gate-rules.md, "The decision record"). */
export type DecisionRecord = Decision & {
  id: string
  organization_id: string
  ai_system_id: string
  snapshot: Snapshot
  payload_hash: string
  decided_at: string
}

/**
 * Re-derives a stored decision from the snapshot inside it, and names every key of the record that does not follow. `identical`
 * means that the record's bytes are exactly what the rules make of its snapshot.
 *
 * @param text the stored RFC 8785 text of the record
 */
export function replay(text: string): { identical: boolean; differences: string[] } {
  const record: DecisionRecord = JSON.parse(text)
  const derived: Record<string, unknown> = {
    ...record,
    ...derive(record.snapshot, canonical(record.snapshot)),
  }
  const differences = Object.keys(derived).filter(
    (key) => canonical(derived[key]) !== canonical(record[key as keyof DecisionRecord]),
  )
  if (canonical(record) !== text) differences.push('record')
  return { identical: differences.length === 0, differences }
}

/** Every key of a decision record that follows from its snapshot. `text` is the snapshot's RFC 8785 text. */
export function derive(
  snapshot: Snapshot,
  text: string,
): Omit<DecisionRecord, 'id' | 'snapshot' | 'decided_at'> {
  return {
    ...decide(snapshot),
    organization_id: snapshot.organization_id,
    ai_system_id: snapshot.ai_system.id,
    payload_hash: sha256Hex(text),
  }
}

function canonical(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value as JsonValue)
}

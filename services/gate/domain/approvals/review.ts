import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { DomainError, invalid, Reason } from '../../../kernel/errors/errors.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { outcomeOf } from '../decision/outcome.ts'
import type { AgentVersions, Snapshot, Threshold } from '../decision/snapshot.ts'
import type { RecentMaker, RoleGrant } from './makers.ts'

/** The facts that a reviewer needs beyond the snapshot, read in the same transaction. */
export type ReviewFacts = {
  /** By profile id: its documented tools, and the mark of the last change of its versions. */
  agents: Map<string, { tools: string[]; mark: number }>
  /** The newest results that the snapshot shows, by evaluation id. */
  results: Map<string, ResultFacts>
  /** The person who wrote the suite version; null when it was not a person. */
  author: string | null
  /** The newest certified version of the suite, and the suite version of the system's newest certification, if there are any. */
  certified: CertifiedSuite[]
  /** The open triggers that changes of the system opened, oldest first. */
  changes: OpenChange[]
  makers: RecentMaker[]
  grants: RoleGrant[]
}

export type ResultFacts = {
  /** When the result was inserted, in the sequence of the agents' marks. */
  mark: number
  /** The agent versions that its payload says it measured; null when it says nothing. */
  measured: (AgentVersions & { agent_identity: string })[] | null
  /** The person who submitted it, or who made the API key that did. */
  person: string | null
}

/** A suite version that was certified. */
export type CertifiedSuite = { id: string; name: string; version: number; thresholds: Threshold[] }

/** A trigger that was opened by a change of the system, and by whom. */
export type OpenChange = { id: string; reason: string; opened_by: string }

/** Returns a snapshot as people review it: its RFC 8785 text and the hash of that (docs/gate-rules.md, "What was reviewed"). */
export function reviewOf(snapshot: Snapshot, facts: ReviewFacts): { text: string; hash: string } {
  const { organization_id, ai_system, suite, profiles } = snapshot
  const { id, name, attestation_roles } = ai_system
  const text = canonicalJson({
    organization_id,
    ai_system: { id, name, attestation_roles },
    suite,
    outcome: suite && outcomeOf(suite.thresholds),
    agents: profiles.map(({ id, agent_identity, model_name, model_version, prompt_version }) => ({
      profile_id: id,
      agent_identity,
      model_name,
      model_version,
      prompt_version,
      tools: facts.agents.get(id)?.tools ?? [],
    })),
    changes: facts.changes.map(({ id, reason }) => ({ trigger_id: id, reason })),
  })
  return { text, hash: sha256Hex(text) }
}

/**
 * Compares what a person reviewed with what would be certified or attested now.
 *
 * @throws DomainError VALIDATION when no review is named, CONFLICT when it is another one
 */
export function requireReviewed(named: string, snapshot: Snapshot, facts: ReviewFacts): string {
  if (!/^[0-9a-f]{64}$/.test(named))
    throw invalid({ reviewed_hash: ['must be the reviewed_hash that Review answers'] })
  const { hash } = reviewOf(snapshot, facts)
  if (hash === named) return hash
  throw new DomainError(Reason.CONFLICT, 'the system is no longer what was reviewed: review it again', {
    details: { reviewed_hash: hash },
  })
}

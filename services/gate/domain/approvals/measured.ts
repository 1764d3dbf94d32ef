import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { differingFields } from '../decision/agents.ts'
import type { ProfileState, Snapshot } from '../decision/snapshot.ts'
import type { ResultFacts, ReviewFacts } from './review.ts'

/** @throws DomainError CONFLICT when a result did not measure the current versions of the agents */
export function requireMeasured(snapshot: Snapshot, facts: ReviewFacts): void {
  const unmeasured = unmeasuredItems(snapshot, facts)
  if (unmeasured.length === 0) return
  throw new DomainError(
    Reason.CONFLICT,
    `results must be submitted after the last change of an agent, or name the versions they measured: ${unmeasured.join('; ')}`,
    { details: { results: unmeasured } },
  )
}

/**
 * Lists the newest results that did not measure the current agent versions, in the order of the thresholds. A result that names
 * the versions that it measured has measured those. Any other result has measured what the profiles said when it was submitted.
 */
export function unmeasuredItems({ suite, profiles }: Snapshot, facts: ReviewFacts): string[] {
  const items = new Set<string>()
  for (const { metric_name, eval_type, result } of suite?.thresholds ?? []) {
    const about = result === null ? undefined : facts.results.get(result.id)
    if (result === null) continue
    for (const profile of profiles) {
      if (about !== undefined && hasMeasured(about, profile, facts)) continue
      const agent = JSON.stringify(profile.agent_identity)
      items.add(
        `${JSON.stringify(metric_name)} (${eval_type}) did not measure the current version of ${agent}`,
      )
    }
  }
  return [...items]
}

function hasMeasured({ mark, measured }: ResultFacts, profile: ProfileState, facts: ReviewFacts): boolean {
  const named = measured?.filter((agent) => agent?.agent_identity === profile.agent_identity) ?? []
  if (named.length > 0) return named.every((agent) => differingFields(agent, profile).length === 0)
  return mark >= (facts.agents.get(profile.id)?.mark ?? Number.POSITIVE_INFINITY)
}

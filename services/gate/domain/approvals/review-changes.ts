import { agentsCover, differingFields } from '../decision/agents.ts'
import type { Snapshot, Threshold } from '../decision/snapshot.ts'
import type { ReviewFacts } from './review.ts'

/**
 * Lists the differences from the newest certification for people to read: first what became less strict, then what is new. No
 * decision depends on this list.
 *
 * Thresholds are also compared with the suite version that was certified last, because a less strict suite with another name would
 * otherwise look new.
 */
export function changesSince(snapshot: Snapshot, { certified, changes }: ReviewFacts): string[] {
  const { suite, profiles, certifications } = snapshot
  const now = suite?.thresholds ?? []
  const since = certified.map((then) => {
    const at = `${then.name === suite?.name ? '' : `suite ${JSON.stringify(then.name)} `}version ${then.version}`
    return { ...then, at }
  })
  const gone = since.flatMap(({ thresholds, at }) =>
    thresholds
      .filter((old) => !now.some((one) => isSameMeasure(one, old)))
      .map((old) => `${thresholdText(old)} of ${at} is gone`),
  )
  const laxer = since.flatMap(({ thresholds, at }) =>
    thresholds.flatMap((old) =>
      now
        .filter((one) => isSameMeasure(one, old) && isLaxer(one, old))
        .map((one) => `${thresholdText(one)} is laxer than ${at}, which has ${old.value}`),
    ),
  )
  const then = since.flatMap(({ thresholds }) => thresholds)
  const isNew = (one: Threshold) => !then.some((old) => isSameMeasure(one, old))
  const added = certified.length === 0 ? [] : now.filter(isNew).map((one) => `${thresholdText(one)} is new`)
  return [
    ...gone,
    ...laxer,
    ...added,
    ...agentItems(profiles, certifications),
    ...changes.map((change) => change.reason),
  ]
}

function agentItems(profiles: Snapshot['profiles'], { of_system }: Snapshot['certifications']): string[] {
  if (of_system === null) return []
  return profiles
    .filter((profile) => !agentsCover(of_system.agents, [profile]))
    .map((profile) => {
      const agent = JSON.stringify(profile.agent_identity)
      const locked = of_system.agents.find(({ profile_id }) => profile_id === profile.id)
      if (locked === undefined) return `agent ${agent} is new`
      const fields = differingFields(profile, locked)
      const parts = fields.map(
        (field) => `${field} ${JSON.stringify(locked[field])} to ${JSON.stringify(profile[field])}`,
      )
      return `agent ${agent} changed: ${parts.join(', ')}`
    })
}

function thresholdText({ metric_name, eval_type, operator, value }: Threshold): string {
  return `threshold ${JSON.stringify(metric_name)} (${eval_type}) ${operator} ${value}`
}

function isSameMeasure(a: Threshold, b: Threshold): boolean {
  return a.metric_name === b.metric_name && a.eval_type === b.eval_type && a.operator === b.operator
}

function isLaxer(now: Threshold, then: Threshold): boolean {
  if (now.operator === 'eq') return now.value !== then.value
  return now.operator.startsWith('l') ? now.value > then.value : now.value < then.value
}

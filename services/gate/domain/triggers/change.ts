import type { Call } from '../../../kernel/audit/call.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { type Caller, Role } from '../../../kernel/identity/caller.ts'
import { isoTime } from '../../../kernel/values/time.ts'
import { reasonToWait, waitedHours } from '../approvals/duties.ts'
import { hoursSinceActing, mayHaveActedAs, type RecentMaker } from '../approvals/makers.ts'
import type { ReviewFacts } from '../approvals/review.ts'
import { differingFields } from '../decision/agents.ts'
import type { AgentVersions, CurrentSnapshot } from '../decision/snapshot.ts'
import { personOf } from '../person.ts'
import type { ProfileState } from '../systems/profile.ts'
import type { SystemState } from '../systems/system.ts'
import { type ChangeItem, changeReason } from './change-reason.ts'
import { resolve, type SubjectResolution } from './resolution.ts'
import type { TriggerRecord } from './trigger.ts'

/*
 * Changes that allow an agent to do more than was certified, or lower the requirements of a system. Each opens a trigger. An
 * approver resolves it, directly or by certifying the current state.
 */

type Requirements = Pick<SystemState, 'name' | 'attestationRoles' | 'gateSuite'>
type AgentVersion = Pick<ProfileState, 'modelName' | 'modelVersion' | 'promptVersion'>
type Versions = AgentVersion & Pick<ProfileState, 'tools'>

/** Describes what a change of a profile allows in addition; empty if nothing. */
export function widened(before: Versions, after: Versions): ChangeItem[] {
  const tools = after.tools.filter((tool) => !before.tools.includes(tool)).map((tool) => JSON.stringify(tool))
  const [earlier, later] = [versionsOf(before), versionsOf(after)]
  const versions = differingFields(earlier, later).map((field) => fromTo(field, earlier[field], later[field]))
  return [...(tools.length === 0 ? [] : [{ done: 'tools added', which: tools }]), ...versions]
}

/** Whether a change makes another agent version: approvals cover only the versions that they locked. */
export function isOtherVersion(before: AgentVersion, after: AgentVersion): boolean {
  return differingFields(versionsOf(before), versionsOf(after)).length > 0
}

function versionsOf({ modelName, modelVersion, promptVersion }: AgentVersion): AgentVersions {
  return { model_name: modelName, model_version: modelVersion, prompt_version: promptVersion }
}

/** Describes what a new agent of a certified system allows in addition. */
export function agentAdded(profile: Versions): ChangeItem[] {
  const model = `${JSON.stringify(profile.modelName)} version ${JSON.stringify(profile.modelVersion)}`
  return [{ done: 'agent added with model', which: [model] }, ...widened({ ...profile, tools: [] }, profile)]
}

/**
 * Describes which requirements a change of a system loosens; empty if none. A new name counts too: a pipeline may look up the
 * system by its name.
 */
export function loosened(before: Requirements, after: Requirements): ChangeItem[] {
  const roles = before.attestationRoles.filter((role) => !after.attestationRoles.includes(role))
  const switched = before.gateSuite != null && before.gateSuite !== after.gateSuite
  return [
    ...(roles.length === 0 ? [] : [{ done: 'attestation roles removed', which: roles }]),
    ...(switched ? [fromTo('gate suite', before.gateSuite, after.gateSuite)] : []),
    ...(before.name === after.name ? [] : [fromTo('name', before.name, after.name)]),
  ]
}

/**
 * Describes what a new system loosens by taking a former name of another system, which is now called `former`. A pipeline may look up
 * that other system by the name.
 */
export function nameTaken(former: string | undefined): ChangeItem[] {
  return former === undefined
    ? []
    : [{ done: 'has the former name of AI system', which: [JSON.stringify(former)] }]
}

function fromTo(done: string, before: unknown, after: unknown): ChangeItem {
  return { done, which: [`${JSON.stringify(before)} to ${JSON.stringify(after)}`] }
}

/** Whether a person may widen what an agent may do without a review by another person. */
export function mayWiden({ actor }: Caller, changesNeedAnother: boolean): boolean {
  return !changesNeedAnother && (actor?.role === Role.ADMIN || actor?.role === Role.APPROVER)
}

/** The trigger that a change opens. */
export function changeTrigger(
  { caller, at }: { caller: Caller; at: Date },
  change: { id: string; systemId: string; changed: 'profile' | 'system'; what: string; items: ChangeItem[] },
): TriggerRecord {
  const person = personOf(caller)
  return {
    organization_id: caller.organizationId,
    id: change.id,
    ai_system_id: change.systemId,
    reason: changeReason(change.what, person.name, change.items),
    changed: change.changed,
    opened_by: person,
    created_at: isoTime(at),
  }
}

/**
 * Returns how certifying resolves the triggers of the reviewed changes. Where changes need another person, it resolves only
 * changes that neither the certifier made, nor a person in whose name the certifier may have acted.
 */
export function resolvedByCertifying(
  call: Call,
  certificationId: string,
  { separation_of_duties: settings }: CurrentSnapshot,
  { changes, makers }: Pick<ReviewFacts, 'changes' | 'makers'>,
): SubjectResolution[] {
  const { changes_need_another: anotherIsNeeded, role_wait_hours: hours } = settings
  const certifier = call.caller.actor?.id ?? ''
  const acting = hoursSinceActing(certifier, makers)
  const isOfAnother = (person: string): boolean =>
    person !== certifier && (acting.get(person) ?? Number.POSITIVE_INFINITY) >= hours
  return changes
    .filter(({ opened_by }) => !anotherIsNeeded || isOfAnother(opened_by))
    .map(({ id }) => {
      const subject = { id, kind: 'manual' as const, occurrences: 1, resolvedOccurrences: 0 }
      return resolve(call, subject, 'resolve', { reason: `certified as ${certificationId}`, occurrences: 1 })
    })
}

/**
 * @param openedBy who made the change; null where no change opened the trigger
 * @throws DomainError FORBIDDEN when a person would resolve the trigger of the person's own change, or of a change by an account
 *   that the person may have used, or when the person still has to wait
 */
export function requireSeparateResolver(
  caller: Caller,
  openedBy: string | null,
  { changes_need_another: anotherIsNeeded, role_wait_hours: hours }: DutiesOfChanges,
  makers: RecentMaker[],
): void {
  if (openedBy === null || !anotherIsNeeded) return
  const resolver = caller.actor?.id ?? ''
  if (resolver === openedBy)
    throw new DomainError(
      Reason.FORBIDDEN,
      'a person other than the one who made the change has to resolve this',
    )
  if (mayHaveActedAs([openedBy], makers, hours).has(resolver))
    throw new DomainError(
      Reason.FORBIDDEN,
      `the person who made the change has an account that you made, or whose password you reset, less than ${hours} hours ago: a third person has to resolve this`,
    )
  const reason = reasonToWait(hours, waitedHours(caller))
  if (reason !== undefined) throw new DomainError(Reason.FORBIDDEN, reason)
}

/** The settings of separation of duties that apply to changes (docs/gate-rules.md). */
export type DutiesOfChanges = Pick<
  CurrentSnapshot['separation_of_duties'],
  'changes_need_another' | 'role_wait_hours'
>

import type { Call } from '../../../kernel/audit/call.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { isoTime } from '../../../kernel/values/time.ts'
import { type Person, personOf } from '../person.ts'
import type { Finding } from './finding.ts'

/** The record of a trigger that a person opened by hand, or by a change of the system. */
export type TriggerRecord = {
  organization_id: string
  id: string
  ai_system_id: string
  reason: string
  /** The change; absent where a person opened it by hand. */
  changed?: 'profile' | 'system'
  opened_by: Person
  created_at: string
}

/** @throws DomainError FORBIDDEN when the caller is not a person. */
export function openByHand(
  { caller, at }: Call,
  { id, systemId, reason }: { id: string; systemId: string; reason: string },
): TriggerRecord {
  return {
    organization_id: caller.organizationId,
    id,
    ai_system_id: systemId,
    reason,
    opened_by: personOf(caller),
    created_at: isoTime(at),
  }
}

export function triggerText(trigger: TriggerRecord): string {
  return canonicalJson(trigger)
}

/** Shows a trigger right after it was opened. */
export function openedFinding(trigger: TriggerRecord): Finding {
  const at = new Date(trigger.created_at)
  return {
    id: trigger.id,
    kind: 'manual',
    systemId: trigger.ai_system_id,
    profileId: null,
    agentIdentity: null,
    toolName: null,
    modelName: null,
    modelVersion: null,
    metricName: null,
    reason: trigger.reason,
    changedBy: null,
    occurrences: 1,
    firstAt: at,
    lastAt: at,
    resolution: null,
    resolvedOccurrences: 0,
  }
}

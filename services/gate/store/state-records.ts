import type { StateRecord } from '../../kernel/database/commit-state.ts'
import { type ProfileState, profileRecord } from '../domain/systems/profile.ts'
import { type SystemState, systemRecord } from '../domain/systems/system.ts'
import { resolutionText, type SubjectResolution } from '../domain/triggers/resolution.ts'
import { type TriggerRecord, triggerText } from '../domain/triggers/trigger.ts'

/**
 * Makes the record of a version of an AI system; the functions below do the same for other types.
 *
 * @param triggers the trigger that the change opens, or none
 */
export function systemRow(system: SystemState, triggers: readonly StateRecord[] = []): StateRecord {
  return {
    type: 'ai-systems',
    table: 'gate.system_records',
    id: system.id,
    version: system.version,
    text: systemRecord(system, triggers[0]?.id ?? null),
  }
}

export function profileRow(profile: ProfileState, triggers: readonly StateRecord[] = []): StateRecord {
  return {
    type: 'agent-profiles',
    table: 'gate.profile_records',
    id: profile.id,
    version: profile.version,
    text: profileRecord(profile, triggers[0]?.id ?? null),
  }
}

/** The members of a record that describe the change that made it, and that its row lacks. */
export const OF_CHANGE = ['opened_trigger']

export function triggerRow(trigger: TriggerRecord): StateRecord {
  const text = triggerText(trigger)
  return { type: 'triggers', table: 'gate.triggers', id: trigger.id, version: 1, text }
}

export function resolutionRow(resolved: SubjectResolution): StateRecord {
  return {
    type: 'resolutions',
    table: 'gate.resolutions',
    id: resolved.resolution.id,
    version: 1,
    text: resolutionText(resolved),
  }
}

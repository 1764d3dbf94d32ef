import type { StateRecord } from '../../kernel/database/commit-state.ts'
import { type ProfileState, profileRecord } from '../domain/profile.ts'
import { resolutionText, type Settlement } from '../domain/resolution.ts'
import { type SystemState, systemRecord } from '../domain/system.ts'

/** The record of one version of each of these. */
export function systemRow(system: SystemState): StateRecord {
  return {
    type: 'ai-systems',
    table: 'gate.system_records',
    id: system.id,
    version: system.version,
    text: systemRecord(system),
  }
}

export function profileRow(profile: ProfileState): StateRecord {
  return {
    type: 'agent-profiles',
    table: 'gate.profile_records',
    id: profile.id,
    version: profile.version,
    text: profileRecord(profile),
  }
}

export function resolutionRow(settlement: Settlement): StateRecord {
  return {
    type: 'resolutions',
    table: 'gate.resolutions',
    id: settlement.resolution.id,
    version: 1,
    text: resolutionText(settlement),
  }
}

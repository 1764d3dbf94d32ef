import type { StateRecord } from '../../kernel/database/commit-state.ts'
import { type ProfileState, profileRecord } from '../domain/profile.ts'
import { type ResolutionRecord, resolutionText } from '../domain/resolution.ts'
import { type SystemState, systemRecord } from '../domain/system.ts'

/** What one version of each of these is appended as. */
export function systemRow(it: SystemState): StateRecord {
  return {
    type: 'ai-systems',
    table: 'gate.system_records',
    id: it.id,
    version: it.version,
    text: systemRecord(it),
  }
}

export function profileRow(it: ProfileState): StateRecord {
  return {
    type: 'agent-profiles',
    table: 'gate.profile_records',
    id: it.id,
    version: it.version,
    text: profileRecord(it),
  }
}

export function resolutionRow(it: ResolutionRecord): StateRecord {
  return { type: 'resolutions', table: 'gate.resolutions', id: it.id, version: 1, text: resolutionText(it) }
}

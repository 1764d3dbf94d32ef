import { line, type NotifiedEvent } from './events.ts'
import type { Marks } from './log-entry.ts'

/** The kept facts about the newest certification of a system. */
type Certified = {
  id: string
  suite_id: string
  suite_name: string
  suite_version: number
  agents: Agent[]
  superseded: boolean
}

type Agent = { profile_id: string; model_name: string; model_version: string; prompt_version: string }

/** Events of a certification: it supersedes the previous one of the same suite. */
export function eventsOfCertification(record: CertificationRecord, marks: Marks): NotifiedEvent[] {
  const before = certifiedOf(record.ai_system_id, marks)
  storeCertification(record.ai_system_id, record, marks)
  if (before === undefined || before.superseded || before.suite_name !== record.suite_name) return []
  if (before.id === record.id) return []
  return [superseded(record.ai_system_id, before, 'certification', `certification ${record.id}`, record.id)]
}

/** Events of a new version of a suite: it supersedes the certification of an earlier version. */
export function eventsOfSuite(record: SuiteRecord, marks: Marks): NotifiedEvent[] {
  const certified = certifiedOf(record.ai_system_id, marks)
  if (certified === undefined || certified.superseded || certified.suite_name !== record.name) return []
  if (certified.suite_version >= record.version) return []
  return [
    supersede(record.ai_system_id, certified, marks, 'suite', {
      by: `version ${record.version} of suite ${line(record.name, 120)}`,
      id: record.id,
    }),
  ]
}

/** Events of an agent profile: other versions than the certified ones supersede the certification. */
export function eventsOfProfile(record: Agent & ProfileRecord, marks: Marks): NotifiedEvent[] {
  const certified = certifiedOf(record.ai_system_id, marks)
  if (certified === undefined || certified.superseded) return []
  const locked = certified.agents.find(({ profile_id }) => profile_id === record.id)
  if (locked !== undefined && VERSIONS.every((field) => locked[field] === record[field])) return []
  return [
    supersede(record.ai_system_id, certified, marks, 'profile', {
      by: `version ${record.version} of the profile of ${line(record.agent_identity, 120)}`,
      id: record.id,
    }),
  ]
}

/**
 * Stores a mark of a certification. A new channel begins with the marks of existing certifications
 * (store/notifications/reading.ts).
 */
export function storeCertification(systemId: string, record: CertificationRecord, marks: Marks): void {
  const { id, suite_id, suite_name, suite_version, agents } = record
  const certified: Certified = { id, suite_id, suite_name, suite_version, agents, superseded: false }
  marks.set('certification', systemId, JSON.stringify(certified))
}

function certifiedOf(systemId: string, marks: Marks): Certified | undefined {
  const text = marks.get('certification', systemId)
  return text === undefined ? undefined : (JSON.parse(text) as Certified)
}

function supersede(
  systemId: string,
  certified: Certified,
  marks: Marks,
  what: string,
  { by, id }: { by: string; id: string },
): NotifiedEvent {
  marks.set('certification', systemId, JSON.stringify({ ...certified, superseded: true }))
  return superseded(systemId, certified, what, by, id)
}

function superseded(
  systemId: string,
  { id, suite_name, suite_version }: Certified,
  what: string,
  by: string,
  byId: string,
): NotifiedEvent {
  return {
    kind: 'certification.superseded',
    subjectId: systemId,
    key: `certification.superseded ${id}`,
    title: `Certification superseded: suite ${line(suite_name, 120)} version ${suite_version}`,
    text: `It is superseded by ${by}.\nCertification ${id}, AI system ${systemId}`,
    data: {
      certification_id: id,
      ai_system_id: systemId,
      suite_name,
      suite_version,
      superseded_by: what,
      superseded_by_id: byId,
    },
  }
}

const VERSIONS = ['model_name', 'model_version', 'prompt_version'] as const

export type CertificationRecord = {
  id: string
  ai_system_id: string
  suite_id: string
  suite_name: string
  suite_version: number
  agents: Agent[]
}
type SuiteRecord = { id: string; ai_system_id: string; name: string; version: number }
type ProfileRecord = { id: string; ai_system_id: string; agent_identity: string; version: number }

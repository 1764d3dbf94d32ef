import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../kernel/audit/call.ts'
import { commitState } from '../../kernel/database/commit-state.ts'
import { counted } from '../../kernel/database/counted.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isDuplicate } from '../../kernel/database/errors.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { matching, matchingSql } from '../../kernel/database/matching.ts'
import { requireRecorded } from '../../kernel/database/recorded.ts'
import { statePart } from '../../kernel/database/state-part.ts'
import { transact } from '../../kernel/database/transact.ts'
import { invalid, notFound } from '../../kernel/errors/errors.ts'
import type { RowRange } from '../../kernel/lists/counted-list.ts'
import type { Part } from '../../kernel/lists/part.ts'
import { requireAgentsWithinLimit } from '../domain/systems/agents-limit.ts'
import type { ProfileState } from '../domain/systems/profile.ts'
import { agentAdded, isOtherVersion, widened } from '../domain/triggers/change.ts'
import { type Change, ofChange, triggersOf } from './change-triggers.ts'
import { ProfileEntity } from './entities/state.ts'
import { lockSystem } from './locked-system.ts'
import { OF_CHANGE, profileRow } from './state-records.ts'

/** The agent profiles of the organizations. */
export type ProfileStore = {
  /** The first part of up to `limit` profiles after the cursor. */
  page(organizationId: string, filter: ProfileFilter, range: RowRange): Promise<Part<ProfileState>>
  count(organizationId: string, filter: ProfileFilter): Promise<{ count: bigint; more: boolean }>
  /** @throws DomainError NOT_FOUND for an unknown system, VALIDATION when the identity has a profile already. */
  create(call: Call, profile: ProfileState): Promise<void>
  /** Appends the next version, which `change` makes from the current one. @throws DomainError NOT_FOUND */
  update(call: Call, id: string, change: (profile: ProfileState) => ProfileChange): Promise<ProfileState>
}

/** Shows the profiles of a system, or of all systems, that have the text in their identity or as their id. */
type ProfileFilter = { systemId: string | undefined; search: string }

type ProfileChange = Pick<ProfileState, 'tools' | 'modelName' | 'modelVersion' | 'promptVersion'>

export function profileStore(db: Database): ProfileStore {
  return {
    page: (organizationId, { systemId, search }, range) =>
      statePart(db, ProfileEntity, PROFILES, organizationId, range, (bind) => {
        const ofSystem = systemId === undefined ? '' : `and t.system_id = ${bind(systemId)}::uuid`
        return `${ofSystem} ${matchingSql('agent_identity', search, bind)}`
      }),
    count: (orgId, filter) => {
      const em = db.orm.em.fork()
      const shown = { orgId, ...shownBy(filter) }
      return counted(em, em.createQueryBuilder(ProfileEntity).select('id').where(shown))
    },
    async create(call, profile) {
      try {
        await transact(db, async (em, append) => {
          await holdPerson(em, call)
          await insertProfile(em, profile)
          const triggers = await triggersOf(em, call, additionOf(profile))
          await commitState(append, ofChange(call), [profileRow(profile, triggers), ...triggers])
        })
      } catch (error) {
        if (isDuplicate(error))
          throw invalid({
            agent_identity: [
              'has a profile already, and an agent belongs to one AI system only: change that profile, or name another agent',
            ],
          })
        throw error
      }
    },
    update: (call, id, change) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        const { before, profile } = await reviseProfile(em, call.caller.organizationId, id, change)
        const triggers = await triggersOf(em, call, changeOfProfile(before, profile))
        await commitState(append, ofChange(call), [profileRow(profile, triggers), ...triggers])
        return profile
      }),
  }
}

const PROFILES = { table: 'gate.profiles', records: 'gate.profile_records' }

/** The change that the first version of a profile makes. */
export function additionOf(profile: ProfileState): Change {
  return {
    systemId: profile.systemId,
    changed: 'profile',
    isNew: true,
    items: agentAdded(profile),
    what: whatOf(profile),
  }
}

/** The change that a new version of a profile makes. */
export function changeOfProfile(before: ProfileChange, profile: ProfileState): Change {
  return {
    systemId: profile.systemId,
    changed: 'profile',
    items: widened(before, profile),
    what: whatOf(profile),
  }
}

const whatOf = ({ agentIdentity }: ProfileState): string => `profile of ${JSON.stringify(agentIdentity)}`

/** Inserts a first version while the system's row is locked. @throws DomainError NOT_FOUND, and a duplicate key */
export async function insertProfile(em: EntityManager, profile: ProfileState): Promise<void> {
  const { orgId, systemId } = profile
  const { attestationRoles } = await lockSystem(em, orgId, systemId)
  const before = await em.find(ProfileEntity, { orgId, systemId })
  requireAgentsWithinLimit(
    'agent_identity',
    { before, after: [...before, profile] },
    sameRoles(attestationRoles),
  )
  em.create(ProfileEntity, { ...profile, versionsMark: await nextMark(em) })
  await em.flush()
}

/** Makes the next version the current one while the system's row is locked. @throws DomainError NOT_FOUND */
export async function reviseProfile(
  em: EntityManager,
  orgId: string,
  id: string,
  change: (profile: ProfileState) => ProfileChange,
): Promise<{ before: ProfileChange; profile: ProfileState }> {
  const found = await em.findOne(ProfileEntity, { orgId, id })
  if (found === null) throw notFound('agent profile')
  const { attestationRoles } = await lockSystem(em, orgId, found.systemId)
  await em.refresh(found, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await requireRecorded(em, orgId, profileRow(found), OF_CHANGE)
  const { tools, modelName, modelVersion, promptVersion } = found
  const before = { tools, modelName, modelVersion, promptVersion }
  const changed = change(found)
  const isOther = isOtherVersion(before, changed)
  if (isOther) {
    const agents = await em.find(ProfileEntity, { orgId, systemId: found.systemId })
    const next = { ...changed, agentIdentity: found.agentIdentity }
    const after = agents.map((agent) => (agent.id === id ? next : agent))
    requireAgentsWithinLimit('agent_identity', { before: agents, after }, sameRoles(attestationRoles))
  }
  const mark = isOther ? { versionsMark: await nextMark(em) } : {}
  em.assign(found, { ...changed, ...mark, version: found.version + 1 })
  await em.flush()
  return { before, profile: found }
}

const sameRoles = ({ length }: readonly string[]) => ({ before: length, after: length })

/** The next number of the sequence that marks results. Results that are inserted later have a higher one. */
async function nextMark(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ mark: string }[]>("select nextval('ingestion.result_marks') as mark")
  return row!.mark
}

function shownBy({ systemId, search }: ProfileFilter) {
  return { ...(systemId === undefined ? {} : { systemId }), ...matching('agentIdentity', search) }
}

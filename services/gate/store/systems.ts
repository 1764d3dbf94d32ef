import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../../kernel/audit/call.ts'
import { commitState } from '../../kernel/database/commit-state.ts'
import { counted } from '../../kernel/database/counted.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isDuplicate } from '../../kernel/database/errors.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { matching, matchingSql } from '../../kernel/database/matching.ts'
import { statePart } from '../../kernel/database/state-part.ts'
import { transact } from '../../kernel/database/transact.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import type { RowRange } from '../../kernel/lists/counted-list.ts'
import type { Part } from '../../kernel/lists/part.ts'
import { requireAgentsWithinLimit } from '../domain/systems/agents-limit.ts'
import type { SystemState } from '../domain/systems/system.ts'
import { loosened, nameTaken } from '../domain/triggers/change.ts'
import { isWatched, ofChange, triggersOf } from './change-triggers.ts'
import { ProfileEntity, SystemEntity } from './entities/state.ts'
import { lockSystem } from './locked-system.ts'
import { systemRow } from './state-records.ts'

/** The AI systems of the organizations. */
export type SystemStore = {
  get(organizationId: string, id: string): Promise<SystemState | undefined>
  /** The id of the system with exactly this name. */
  idOf(organizationId: string, name: string): Promise<string | undefined>
  /** The first part of up to `limit` systems after the cursor. */
  page(organizationId: string, filter: SystemFilter, range: RowRange): Promise<Part<SystemState>>
  count(organizationId: string, filter: SystemFilter): Promise<{ count: bigint; more: boolean }>
  /** @throws DomainError VALIDATION when the name is taken. */
  create(call: Call, system: SystemState): Promise<void>
  /** Appends the next version, which `change` makes from the current one. @throws DomainError NOT_FOUND, VALIDATION */
  update(call: Call, id: string, change: (system: SystemState) => SystemChange): Promise<SystemState>
}

/** Shows the systems that have the text in their name or as their id; where `ids` has any, only those. */
type SystemFilter = { search: string; ids: readonly string[] }

type SystemChange = Pick<SystemState, 'name' | 'attestationRoles' | 'gateSuite'>

export function systemStore(db: Database): SystemStore {
  const em = () => db.orm.em.fork()
  return {
    get: async (orgId, id) => (await em().findOne(SystemEntity, { orgId, id })) ?? undefined,
    idOf: async (orgId, name) => (await em().findOne(SystemEntity, { orgId, name }))?.id,
    page: (organizationId, { search, ids }, range) =>
      statePart(db, SystemEntity, SYSTEMS, organizationId, range, (bind) => {
        const these = ids.length === 0 ? '' : `and t.id = any (${bind(ids)}::uuid[])`
        return `${these} ${matchingSql('name', search, bind)}`
      }),
    count: (orgId, { search, ids }) => {
      const shown = { orgId, $and: [among(ids), matching('name', search)] }
      return counted(em(), em().createQueryBuilder(SystemEntity).select('id').where(shown))
    },
    create: (call, system) =>
      named(() =>
        transact(db, async (em, append) => {
          await holdPerson(em, call)
          em.create(SystemEntity, system)
          await em.flush()
          const triggers = await triggersOf(em, call, {
            systemId: system.id,
            changed: 'system',
            what: whatOf(system),
            items: (await isWatched(em, call)) ? nameTaken(await formerHolder(em, system)) : [],
          })
          await commitState(append, ofChange(call), [systemRow(system, triggers), ...triggers])
        }),
      ),
    update: (call, id, change) =>
      named(() =>
        transact(db, async (em, append) => {
          const { organizationId } = call.caller
          await holdPerson(em, call)
          const system = await lockSystem(em, organizationId, id)
          const changed = change(system)
          await requireSuite(em, system, changed)
          await requireRolesWithinLimit(em, system, changed)
          const items = loosened(system, changed)
          const what = whatOf(system)
          em.assign(system, { ...changed, version: system.version + 1 })
          await em.flush()
          const triggers = await triggersOf(em, call, { systemId: id, changed: 'system', what, items })
          await commitState(append, ofChange(call), [systemRow(system, triggers), ...triggers])
          return system
        }),
      ),
  }
}

const SYSTEMS = { table: 'gate.systems', records: 'gate.system_records' }

/** @throws DomainError VALIDATION when the new gate suite is none of the system's. */
async function requireSuite(
  em: EntityManager,
  { orgId, id, gateSuite: before }: SystemState,
  { gateSuite: after }: SystemChange,
): Promise<void> {
  if (after == null || after === before) return
  const [found] = await em.execute(
    'select id from gate.suites where org_id = ? and system_id = ? and name = ? limit 1',
    [orgId, id, after],
  )
  if (found === undefined) throw invalid({ gate_suite: ['is not the name of a suite of this system'] })
}

/** @throws DomainError VALIDATION when the system would have more roles and agents than a snapshot holds. */
async function requireRolesWithinLimit(
  em: EntityManager,
  { orgId, id, attestationRoles }: SystemState,
  changed: SystemChange,
): Promise<void> {
  const roles = { before: attestationRoles.length, after: changed.attestationRoles.length }
  if (roles.after <= roles.before) return
  const agents = await em.find(ProfileEntity, { orgId, systemId: id })
  requireAgentsWithinLimit('attestation_roles', { before: agents, after: agents }, roles)
}

const whatOf = ({ name }: SystemState): string => `AI system ${JSON.stringify(name)}`

/**
 * Reads the present name of the system that had the name of a new system before, if any; of several, the one that was made
 * last.
 */
async function formerHolder(
  em: EntityManager,
  { orgId, id, name }: SystemState,
): Promise<string | undefined> {
  const [row] = await em.execute<{ name: string }[]>(
    `select s.name from gate.systems s where s.org_id = ? and s.id <> ? and exists (
       select from gate.system_records r
       where r.org_id = s.org_id and r.id = s.id and r.record::json ->> 'name' = ?)
     order by s.created_at desc, s.id desc limit 1`,
    [orgId, id, name],
  )
  return row?.name
}

/** Matches these ids only; every id where there are none. */
const among = (ids: readonly string[]) => (ids.length === 0 ? {} : { id: { $in: [...ids] } })

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error)) throw invalid({ name: ['is taken'] })
    throw error
  }
}

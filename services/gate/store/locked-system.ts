import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { requireRecorded } from '../../kernel/database/recorded.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import type { SystemState } from '../domain/systems/system.ts'
import { SystemEntity } from './entities/state.ts'
import { OF_CHANGE, systemRow } from './state-records.ts'

/**
 * Reads the system's row and locks it until the transaction ends. Whatever changes what a system is certified for (suites,
 * profiles, certifications, attestations) locks it first, so that these changes have one order.
 *
 * @throws DomainError NOT_FOUND; CONFLICT where the row is not what its record says
 */
export async function lockSystem(em: EntityManager, orgId: string, id: string): Promise<SystemState> {
  const system = await em.findOne(SystemEntity, { orgId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (system === null) throw notFound('AI system')
  await requireRecorded(em, orgId, systemRow(system), OF_CHANGE)
  return system
}

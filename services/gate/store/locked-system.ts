import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { notFound } from '../../kernel/errors/errors.ts'
import type { SystemState } from '../domain/system.ts'
import { SystemEntity } from './entities/state.ts'

/**
 * The system's row, held until the transaction ends. Whatever changes what a system is certified for (suites,
 * profiles, certifications, attestations) locks it first, so that these changes have one order.
 *
 * @throws DomainError NOT_FOUND
 */
export async function lockSystem(em: EntityManager, orgId: string, id: string): Promise<SystemState> {
  const system = await em.findOne(SystemEntity, { orgId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (system === null) throw notFound('AI system')
  return system
}

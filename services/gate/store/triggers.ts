import type { Call } from '../../kernel/audit/call.ts'
import { commitState } from '../../kernel/database/commit-state.ts'
import type { Database } from '../../kernel/database/database.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { transact } from '../../kernel/database/transact.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import type { TriggerRecord } from '../domain/triggers/trigger.ts'
import { SystemEntity } from './entities/state.ts'
import { triggerRow } from './state-records.ts'

/** Triggers that people opened by hand. */
export type TriggerStore = {
  /** @throws DomainError NOT_FOUND for an unknown system. */
  append(call: Call, trigger: TriggerRecord): Promise<void>
}

export function triggerStore(db: Database): TriggerStore {
  return {
    append: (call, trigger) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        const { organization_id: orgId, ai_system_id: id } = trigger
        if ((await em.findOne(SystemEntity, { orgId, id })) === null) throw notFound('AI system')
        await commitState(append, call, [triggerRow(trigger)])
      }),
  }
}

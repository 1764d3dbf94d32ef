import { LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { commitState } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { requireRecorded } from '../../../kernel/database/recorded.ts'
import { below } from '../../../kernel/database/seek.ts'
import { acrossOrganizations } from '../../../kernel/database/tenant-guard/relations.ts'
import { transact } from '../../../kernel/database/transact.ts'
import {
  type OrganizationState,
  organizationRecord,
  type UserState,
} from '../../domain/access/access-records.ts'
import { OrganizationEntity, UserEntity } from '../entities/access.ts'
import { insertSession, type SessionState } from './sessions.ts'
import { emailKey, userState } from './users.ts'

/** The organizations of the installation. */
export type OrganizationStore = {
  page(limit: number, before: string | undefined): Promise<OrganizationState[]>
  get(id: string): Promise<OrganizationState | undefined>
  /** Whether the installation has more than one. */
  areSeveral(): Promise<boolean>
  /** Makes an organization, its first administrator and a session of that person, in one transaction. */
  create(
    call: Call,
    first: { organization: OrganizationState; admin: UserState; password: string; session: SessionState },
  ): Promise<void>
  /**
   * Appends the next version: `change` returns what changes in the current one.
   * @returns the new state, or undefined when there is no such organization.
   */
  update(
    call: Call,
    id: string,
    change: (organization: OrganizationState) => Pick<OrganizationState, 'name' | 'addons' | 'separation'>,
  ): Promise<OrganizationState | undefined>
}

export function organizationStore(db: Database): OrganizationStore {
  const page = (limit: number, before: string | undefined): Promise<OrganizationState[]> =>
    db.orm.em.fork().find(OrganizationEntity, below(before), {
      orderBy: { id: 'desc' },
      limit,
      comments: [acrossOrganizations('list organizations')],
    })
  return {
    page,
    areSeveral: async () => (await page(2, undefined)).length > 1,
    get: async (id) => (await db.orm.em.fork().findOne(OrganizationEntity, { id })) ?? undefined,
    create: (call, { organization, admin, password, session }) =>
      transact(db, async (em, append) => {
        em.create(OrganizationEntity, organization)
        em.create(UserEntity, { ...admin, password, emailKey: emailKey(admin.email) })
        await em.flush()
        const { record } = await insertSession(em, session)
        await commitState(append, call, [organizationState(organization), userState(admin, password), record])
      }),
    update: (call, id, change) =>
      transact(db, async (em, append) => {
        const organization = await em.findOne(
          OrganizationEntity,
          { id },
          { lockMode: LockMode.PESSIMISTIC_WRITE },
        )
        if (organization === null) return undefined
        await requireRecorded(em, id, organizationState(organization))
        em.assign(organization, { ...change(organization), version: organization.version + 1 })
        await em.flush()
        await commitState(append, call, [organizationState(organization)])
        return organization
      }),
  }
}

function organizationState(organization: OrganizationState) {
  const text = organizationRecord(organization)
  return {
    type: 'organizations',
    table: 'ledger.organization_records',
    id: organization.id,
    version: organization.version,
    text,
  }
}

import type { Database } from '../../../kernel/database/database.ts'

/** Receivers of notifications besides the channels. */
export type Receivers = {
  /** The name of an organization. */
  organization(organizationId: string): Promise<string>
  /** The address of an active administrator. */
  administrator(organizationId: string, userId: string): Promise<string | undefined>
}

export function receivers(db: Database): Receivers {
  return {
    organization: async (organizationId) => {
      const text = 'select name from ledger.organizations where id = $1'
      const rows = await db.query<{ name: string }>({ text, values: [organizationId] })
      return rows[0]?.name ?? ''
    },
    administrator: async (organizationId, userId) => {
      const text = `select email from ledger.users
        where org_id = $1 and id = $2 and role = 'admin' and status = 'active'`
      const rows = await db.query<{ email: string }>({ text, values: [organizationId, userId] })
      return rows[0]?.email
    },
  }
}

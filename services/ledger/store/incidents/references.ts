import type { IncidentLink } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isUuid } from '../../../kernel/values/ids.ts'
import type { Owner } from '../../domain/incidents/incident-edit.ts'

/** The active user with an id or an e-mail address. */
export async function findOwner(
  db: Pick<Database, 'query'>,
  organizationId: string,
  asked: string,
): Promise<Owner | undefined> {
  const [row] = await db.query<Owner>({
    name: 'find owner',
    text: `select id, email from ledger.users
      where org_id = $1 and status = 'active' and (id = $2::uuid or email_key = $3)`,
    values: [organizationId, isUuid(asked) ? asked : null, asked.toLowerCase()],
  })
  return row && { id: row.id, email: row.email }
}

/** Those of the ids that are of no active user. */
export async function disabledOwners(
  db: Pick<Database, 'query'>,
  organizationId: string,
  ownerIds: readonly string[],
): Promise<string[]> {
  if (ownerIds.length === 0) return []
  const rows = await db.query<{ id: string }>({
    name: 'active owners',
    text: `select id from ledger.users where org_id = $1 and status = 'active' and id = any ($2::uuid[])`,
    values: [organizationId, array([...ownerIds])],
  })
  const active = new Set(rows.map(({ id }) => id))
  return ownerIds.filter((id) => !active.has(id))
}

/** The index of the first link to an object that the organization does not have. */
export async function missingLink(
  db: Pick<Database, 'query'>,
  organizationId: string,
  links: readonly IncidentLink[],
): Promise<number | undefined> {
  for (const [kind, source] of Object.entries(SOURCES)) {
    const ids = links.filter((link) => link.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = await db.query<{ id: string }>({
      name: `links to ${kind}`,
      text: source,
      values: [organizationId, array(ids)],
    })
    const known = new Set(rows.map(({ id }) => id))
    const place = links.findIndex((link) => link.kind === kind && !known.has(link.id))
    if (place >= 0) return place
  }
  return undefined
}

const SOURCES: { [kind: string]: string } = {
  asset: 'select id from ledger.assets where org_id = $1 and version = 1 and id = any ($2::uuid[])',
  supplier: 'select id from ledger.suppliers where org_id = $1 and version = 1 and id = any ($2::uuid[])',
  ai_system:
    'select ai_system_id as id from gate.systems_v1 where org_id = $1 and ai_system_id = any ($2::uuid[])',
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { DomainError, Reason } from '../errors/errors.ts'
import { canonicalJson, type JsonValue } from '../json/canonical-json.ts'
import { parseJson } from '../json/parse-json.ts'
import type { StateRecord } from './commit-state.ts'

/**
 * Requires that a row of current state matches its newest record before it is changed. Otherwise the next record would adopt
 * values that someone wrote directly into the database, in the name of this caller, and verification would find no difference
 * afterwards. The caller has locked the row.
 *
 * @param state the record that the row would have
 * @param except names that are not compared. Names that the record lacks are not compared either: an earlier version wrote it
 * @throws DomainError CONFLICT
 */
export async function requireRecorded(
  em: EntityManager,
  orgId: string,
  state: StateRecord,
  except: readonly string[] = [],
): Promise<void> {
  if (await isRecorded(em, orgId, state, except)) return
  const message =
    'what is stored differs from its record, as if it had been changed in the database: attestry audit verify says where'
  throw new DomainError(Reason.CONFLICT, message, { details: { reason: 'state_differs' } })
}

/**
 * Whether a change of a row is a revocation of what its newest record has as revoked already. Such a call has its audit entry, and makes no
 * further version. Where only the row says so, the revocation has to be recorded.
 */
export async function isRevokedAgain(
  em: EntityManager,
  orgId: string,
  before: Revocable,
  change: Revocable,
  state: StateRecord,
): Promise<boolean> {
  const isAgain = before.revokedAt != null && change.revokedAt != null
  return isAgain && (await isRecorded(em, orgId, state))
}

type Revocable = { revokedAt?: Date | null | undefined }

/** Whether the newest record of a thing has everything as the state has it; `except`: members that are not compared. */
export async function isRecorded(
  em: EntityManager,
  orgId: string,
  { table, id, version, text }: StateRecord,
  except: readonly string[] = [],
): Promise<boolean> {
  const sql = `select record from ${table} where org_id = ? and id = ? and version = ?`
  const [row] = await em.execute<{ record: string }[]>(sql, [orgId, id, version])
  return row !== undefined && agree(membersOf(row.record), membersOf(text), except)
}

function agree(recorded: Members, stored: Members, except: readonly string[]): boolean {
  return Object.keys(recorded).every(
    (name) =>
      except.includes(name) ||
      !Object.hasOwn(stored, name) ||
      canonicalJson(recorded[name]!) === canonicalJson(stored[name]!),
  )
}

const membersOf = (text: string) => parseJson(text) as Members

type Members = { [name: string]: JsonValue }

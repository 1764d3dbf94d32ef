import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leafHash } from '../../services/kernel/crypto/merkle.ts'
import { appendLeaves, EMPTY_TREE, encodeFrontier } from '../../services/ledger/domain/log/tree.ts'
import { sql } from '../harness/database.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import {
  appendEntries,
  behindTriggers,
  bootWithKms,
  checkpointOf,
  type LogInstallation,
  verifyAs,
  verifyInstallation,
} from './support.ts'

let at: LogInstallation
beforeAll(async () => {
  // Only checkpoints that a test asks for.
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterAll(() => at.stop())

/** An organization whose log holds an incident (leaf 2), 300 further entries and a checkpoint of all of it. */
async function logged(): Promise<
  TestOrganization & { incident: { id: string; entry: string }; note: string }
> {
  const organization = await at.another()
  const created = await call(at.baseUrl, '/api/v1/incidents', {
    key: organization.key,
    body: { title: 'Key leaked', severity: 'high' },
  })
  await appendEntries(at.databaseUrl, organization.id, 300)
  const { note } = await checkpointOf(at, organization.id)
  return {
    ...organization,
    incident: { id: created.body.id, entry: created.headers.get('x-request-id')! },
    note,
  }
}

const problems = async (organization: TestOrganization, checkpoints: string[] = []) => {
  const { ok, problems } = await verifyAs(at, organization.admin.session, checkpoints)
  expect(ok).toBe(problems.length === 0)
  return problems.map(({ code, index, entryId }) => ({
    code,
    ...(index === undefined ? {} : { index: Number(index) }),
    ...(entryId === '' ? {} : { entryId }),
  }))
}

const behind = (table: string, text: string, values: unknown[]) =>
  behindTriggers(at.databaseUrl, table, text, values)

const entryAt = async (organizationId: string, index: number): Promise<string> => {
  const text = 'select entry_id from ledger.leaves where org_id = $1 and index = $2'
  return (await sql<{ entry_id: string }>(at.databaseUrl, text, [organizationId, index]))[0]!.entry_id
}

describe('the verification of an untouched log', () => {
  test('reports no problem, and what it compared', async () => {
    const organization = await logged()
    expect(await verifyAs(at, organization.admin.session, [organization.note])).toMatchObject({
      ok: true,
      size: 303n,
      problems: [],
      problemCount: 0n,
      waiting: 0n,
      checkpoints: 1n,
      // The one given, and the same in the ledger's own file.
      outsideCheckpoints: 2n,
      // The organization, its administrator and that person's session, the key, the incident.
      receipts: 5n,
      typesNotChecked: [],
    })
  })

  test('also holds for the installation’s log, which has the signing keys', async () => {
    await checkpointOf(at, at.organization.id)
    // The first key, and the installation's own client.
    expect(await verifyInstallation(at)).toMatchObject({ ok: true, problems: [], receipts: 2n })
  })
})

describe('the verification finds and locates what a superuser did behind the triggers', () => {
  test('a changed entry', async () => {
    const organization = await logged()
    const entryId = await entryAt(organization.id, 7)
    const text = `update ledger.entries set entry = replace(entry, '"ok"', '"failed"') where org_id = $1 and id = $2`
    await behind('ledger.entries', text, [organization.id, entryId])
    expect(await problems(organization)).toEqual([{ code: 'entry_changed', index: 7, entryId }])
  })

  test('a deleted entry', async () => {
    const organization = await logged()
    const entryId = await entryAt(organization.id, 8)
    await behind('ledger.entries', 'delete from ledger.entries where org_id = $1 and id = $2', [
      organization.id,
      entryId,
    ])
    expect(await problems(organization)).toEqual([{ code: 'entry_missing', index: 8, entryId }])
  })

  test('an inserted entry', async () => {
    const organization = await logged()
    const entryId = '01a1fb2f-0000-7000-8000-000000000001'
    await sql(at.databaseUrl, `insert into ledger.entries values ($1, $2, '{}')`, [organization.id, entryId])
    expect(await problems(organization)).toEqual([{ code: 'entry_unlogged', entryId }])
  })

  test('two swapped leaves with their entries', async () => {
    const organization = await logged()
    const text = `
      with gone as (delete from ledger.leaves where org_id = $1 and index in (10, 11) returning *),
      all_gone as (select * from gone order by index)
      insert into ledger.leaves (org_id, index, entry_id, at, hash)
      select org_id, 21 - index, entry_id, at, hash from all_gone`
    await behind('ledger.leaves', text, [organization.id])
    // The checkpoint kept in the database and the one in the file say so too.
    expect(await problems(organization)).toEqual([
      { code: 'checkpoint_differs', index: 0 },
      { code: 'checkpoint_differs', index: 0 },
      { code: 'node_differs', index: 0 },
      { code: 'head_differs', index: 303 },
    ])
  })

  test('a changed leaf', async () => {
    const organization = await logged()
    const text = 'update ledger.leaves set hash = $2 where org_id = $1 and index = 280'
    await behind('ledger.leaves', text, [organization.id, leafHash('other')])
    const found = await problems(organization)
    expect(found[0]).toMatchObject({ code: 'entry_changed', index: 280 })
    expect(found.map(({ code }) => code)).toContain('head_differs')
  })

  test('a deleted leaf', async () => {
    const organization = await logged()
    const entryId = await entryAt(organization.id, 20)
    await behind('ledger.leaves', 'delete from ledger.leaves where org_id = $1 and index = 20', [
      organization.id,
    ])
    const found = await problems(organization)
    expect(found[0]).toEqual({ code: 'leaf_missing', index: 20 })
    expect(found).toContainEqual({ code: 'entry_unlogged', entryId })
  })

  test('a changed inner node or tree head', async () => {
    const organization = await logged()
    await behind('ledger.nodes', 'update ledger.nodes set hash = $2 where org_id = $1', [
      organization.id,
      leafHash('x'),
    ])
    expect(await problems(organization)).toEqual([{ code: 'node_differs', index: 0 }])
    const other = await logged()
    await sql(at.databaseUrl, FLIP, [other.id])
    expect(await problems(other)).toEqual([{ code: 'head_differs', index: 303 }])
    await sql(at.databaseUrl, FLIP, [other.id])
  })

  test('a changed, deleted or inserted record', async () => {
    const organization = await logged()
    const { id, entry: entryId } = organization.incident
    const changed = `update ledger.incidents set record = replace(record, 'high', 'low') where org_id = $1 and id = $2`
    await behind('ledger.incidents', changed, [organization.id, id])
    expect(await problems(organization)).toEqual([{ code: 'receipt_differs', index: 2, entryId }])
    await behind('ledger.incidents', 'delete from ledger.incidents where org_id = $1 and id = $2', [
      organization.id,
      id,
    ])
    expect(await problems(organization)).toEqual([{ code: 'receipt_differs', index: 2, entryId }])

    const other = await logged()
    const insert = `insert into ledger.incidents (org_id, id, entry_id, record) values ($1, gen_random_uuid(), $2, '{}')`
    const nowhere = '01a1fb2f-0000-7000-8000-000000000002'
    const unrelated = await entryAt(other.id, 30)
    await sql(at.databaseUrl, insert, [other.id, nowhere])
    await sql(at.databaseUrl, insert, [other.id, unrelated])
    expect(await problems(other)).toEqual([
      { code: 'record_unbound', index: 30, entryId: unrelated },
      { code: 'record_unbound', entryId: nowhere },
      // No incident: what follows from incidents cannot be read.
      { code: 'state_unreadable' },
      { code: 'state_unreadable' },
    ])
  })

  test('a whole rewritten history, by a checkpoint kept outside the database', async () => {
    const organization = await logged()
    await appendEntries(at.databaseUrl, organization.id, 10)
    const later = await checkpointOf(at, organization.id)
    await rewrite(organization.id, 305, 313)
    await behind('ledger.checkpoints', 'delete from ledger.checkpoints where org_id = $1', [organization.id])
    // The ledger's own file still has both; the first agrees, so the change is after it.
    expect(await problems(organization)).toEqual([
      { code: 'checkpoint_differs', index: 303 },
      { code: 'checkpoint_missing' },
    ])
    const file = await readFile(`${at.checkpointDir}/checkpoints.jsonl`, 'utf8')
    expect(file.split('\n').filter((line) => line.includes(organization.id))).toHaveLength(2)
    expect(await problems(organization, [later.note])).toHaveLength(3)
  })

  test('a truncated log, by a checkpoint kept outside the database', async () => {
    const organization = await logged()
    await rewrite(organization.id, 303, 290)
    await behind('ledger.checkpoints', 'delete from ledger.checkpoints where org_id = $1', [organization.id])
    expect(await problems(organization)).toEqual([{ code: 'checkpoint_beyond', index: 290 }])
  })

  test('a given checkpoint that no key of the installation signed is reported as unverified', async () => {
    const organization = await logged()
    const forged = organization.note.replace('\n303\n', '\n304\n')
    const foreign = (await logged()).note
    expect((await problems(organization, [forged])).map(({ code }) => code)).toEqual([
      'checkpoint_unverified',
    ])
    expect((await problems(organization, [foreign])).map(({ code }) => code)).toEqual([
      'checkpoint_unverified',
    ])
  })
})

/** As an attacker with all rights would: entry `changed` altered, everything after `size` cut, all hashes made to fit. */
async function rewrite(organizationId: string, changed: number, size: number): Promise<void> {
  const cut = `delete from ledger.leaves where org_id = $1 and index >= $2 returning entry_id`
  await sql(at.databaseUrl, 'alter table ledger.leaves disable trigger append_only')
  const gone = await sql<{ entry_id: string }>(at.databaseUrl, cut, [organizationId, size])
  await behind('ledger.entries', 'delete from ledger.entries where org_id = $1 and id = any ($2)', [
    organizationId,
    gone.map(({ entry_id }) => entry_id),
  ])
  await behind(
    'ledger.entries',
    `update ledger.entries e set entry = replace(entry, '"ok"', '"failed"') from ledger.leaves l
     where e.org_id = $1 and l.org_id = $1 and l.entry_id = e.id and l.index = $2`,
    [organizationId, changed],
  )
  await sql(
    at.databaseUrl,
    `update ledger.leaves l set hash = sha256('\\x00'::bytea || convert_to(e.entry, 'UTF8')) from ledger.entries e
     where l.org_id = $1 and e.org_id = $1 and e.id = l.entry_id`,
    [organizationId],
  )
  await sql(at.databaseUrl, 'alter table ledger.leaves enable always trigger append_only')
  const rows = await sql<{ hash: Buffer }>(
    at.databaseUrl,
    'select hash from ledger.leaves where org_id = $1 order by index',
    [organizationId],
  )
  const tree = appendLeaves(
    EMPTY_TREE,
    rows.map(({ hash }) => hash),
  )
  await sql(at.databaseUrl, 'update ledger.trees set size = $2, frontier = $3 where org_id = $1', [
    organizationId,
    tree.size,
    encodeFrontier(tree),
  ])
}

/** Changes the head of a tree; once more changes it back. */
const FLIP =
  'update ledger.trees set frontier = set_byte(frontier, 0, 255 - get_byte(frontier, 0)) where org_id = $1'

test('after a clock was set back, the verification names only the checkpoints made ahead of time and the next one', async () => {
  const organization = await at.another()
  const { id, key } = organization
  for (let n = 0; n < 4; n++) {
    await call(at.baseUrl, '/api/v1/incidents', { key })
    await checkpointOf(at, id)
  }
  expect(await problems(organization)).toEqual([])
  await behind(
    'ledger.checkpoints',
    `update ledger.checkpoints set signed_at = signed_at + interval '1 year'
     where org_id = $1 and size = (select min(size) from ledger.checkpoints where org_id = $1)`,
    [id],
  )
  const { problems: found } = await verifyAs(at, organization.admin.session)
  expect(found.map(({ code, message }) => `${code} ${message}`)).toHaveLength(2)
})

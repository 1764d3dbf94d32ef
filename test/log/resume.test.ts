import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import {
  appendEntries,
  behindTriggers,
  bootWithKms,
  checkpointOf,
  everyEntryPlaced,
  type LogInstallation,
  verifyAs,
} from './support.ts'

let at: LogInstallation
beforeAll(async () => {
  // Only checkpoints that a test asks for.
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterAll(() => at.stop())

const behind = (table: string, text: string, values: unknown[]) =>
  behindTriggers(at.databaseUrl, table, text, values)

/** An organization with an incident, and 300 entries: more than a stored inner node covers. */
async function logged(): Promise<TestOrganization> {
  const organization = await at.another()
  await report(organization)
  await appendEntries(at.databaseUrl, organization.id, 300)
  await checkpointOf(at, organization.id)
  return organization
}

async function report({ key }: TestOrganization): Promise<{ id: string; entry: string }> {
  const body = { title: 'Key leaked', severity: 'high' }
  const created = await call(at.baseUrl, '/api/v1/incidents', { key, body })
  expect(created.status).toBe(201)
  return { id: created.body.id, entry: created.headers.get('x-request-id')! }
}

const codes = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code)

test('a verification that continues from an earlier one comes to the same tree', async () => {
  const organization = await logged()
  const { session } = organization.admin
  await report(organization)
  await appendEntries(at.databaseUrl, organization.id, 1)
  await everyEntryPlaced(at.databaseUrl)
  const first = await verifyAs(at, session)
  expect(first).toMatchObject({ ok: true, receipts: 6n, olderCheckpoints: 0n })
  expect(first.verified).toMatchObject({ size: first.size, records: { incidents: 2n } })
  await report(organization)
  await checkpointOf(at, organization.id)
  const next = await verifyAs(at, session, [], { since: first.verified! })
  const whole = await verifyAs(at, session)
  expect(next).toMatchObject({ ok: true, receipts: 1n, root: whole.root, size: whole.size })
  // The first checkpoint, in the database and in the ledger's own file.
  expect(next.olderCheckpoints).toBe(2n)
  expect(next.verified).toEqual(whole.verified)
})

test('a continued verification finds an entry that was changed after the earlier one', async () => {
  const organization = await logged()
  const { session } = organization.admin
  const { verified } = await verifyAs(at, session)
  const { entry } = await report(organization)
  await checkpointOf(at, organization.id)
  const changed = `update ledger.entries set entry = replace(entry, 'createIncident', 'getIncidents') where org_id = $1 and id = $2`
  await behind('ledger.entries', changed, [organization.id, entry])
  expect(codes(await verifyAs(at, session, [], { since: verified! }))).toEqual(['entry_changed'])
})

test('a continued verification finds deleted and inserted old records by their count, but no changed text', async () => {
  const organization = await logged()
  const { session } = organization.admin
  const { verified } = await verifyAs(at, session)
  const own = 'where org_id = $1'
  await behind(
    'ledger.user_records',
    `update ledger.user_records set record = replace(record, '"e', '"E') ${own}`,
    [organization.id],
  )
  expect(codes(await verifyAs(at, session))).toContain('receipt_differs')
  const before = codes(await verifyAs(at, session, [], { since: verified! }))
  expect(before).not.toContain('receipt_differs')
  await behind('ledger.incidents', `delete from ledger.incidents ${own}`, [organization.id])
  expect(codes(await verifyAs(at, session, [], { since: verified! }))).toContain('record_count_differs')
})

test('a verification continued from another log’s tree reports checkpoints and head that differ', async () => {
  const organization = await logged()
  const { session } = organization.admin
  const { verified } = await verifyAs(at, session)
  const frontier = Buffer.from(verified!.frontier)
  frontier[0]! ^= 1
  const found = codes(await verifyAs(at, session, [], { since: { ...verified!, frontier } }))
  // The checkpoint of this size: in the database, and in the ledger's own file.
  expect(found).toEqual(['checkpoint_differs', 'checkpoint_differs', 'head_differs'])
  const beyond = { ...verified!, size: verified!.size + 1n }
  await expect(verifyAs(at, session, [], { since: beyond })).rejects.toThrow('frontier')
})

test('a verification with onlyCheckpoints compares further checkpoints with the leaves alone', async () => {
  const organization = await logged()
  const { session } = organization.admin
  const { note } = await checkpointOf(at, organization.id)
  const only = { onlyCheckpoints: true }
  const compared = await verifyAs(at, session, [note], only)
  const counts = { givenCheckpoints: 1n, outsideCheckpoints: 1n, receipts: 0n, rows: 0n }
  expect(compared).toMatchObject({ ok: true, ...counts })
  expect(compared.verified).toBeUndefined()
  const [leaf] = await sql<{ hash: Buffer }>(
    at.databaseUrl,
    'select hash from ledger.leaves where org_id = $1 and index = 9',
    [organization.id],
  )
  await behind(
    'ledger.leaves',
    `update ledger.leaves set hash = sha256(hash) where org_id = $1 and index = 9`,
    [organization.id],
  )
  expect(codes(await verifyAs(at, session, [note], only))).toEqual(['checkpoint_differs', 'head_differs'])
  await behind('ledger.leaves', 'update ledger.leaves set hash = $2 where org_id = $1 and index = 9', [
    organization.id,
    leaf!.hash,
  ])
  expect(codes(await verifyAs(at, session, [note.replace('\n3', '\n4')], only))).toEqual([
    'checkpoint_unverified',
  ])
})

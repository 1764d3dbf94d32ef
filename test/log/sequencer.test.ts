import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeTree, treeRoot } from '../../services/ledger/domain/log/tree.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { appendEntries, definedLog, misplaced, until } from './support.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const leaves = async (organizationId: string): Promise<number> => {
  const text = 'select count(*) as n from ledger.leaves where org_id = $1'
  const rows = await sql<{ n: string }>(at.databaseUrl, text, [organizationId])
  return Number(rows[0]!.n)
}
const count = async (url: string, from: string): Promise<number> =>
  Number((await sql<{ n: string }>(url, `select count(*) as n from ${from}`))[0]!.n)
const queued = (url = at.databaseUrl): Promise<number> => count(url, 'ledger.queue')
/** Sequencers that wait for a lock on the heads of the trees. */
const blocked = (url: string): Promise<number> =>
  count(url, "pg_locks where relation = 'ledger.trees'::regclass and not granted")
/** Transactions that hold the lock of the sequencer. */
const sequencing = (url: string): Promise<number> =>
  count(
    url,
    `pg_locks where locktype = 'advisory' and objid = 7244010
       and database = (select oid from pg_database where datname = current_database())`,
  )

/** Every entry has exactly one leaf, the indices are 0, 1, …, and the kept head has the root of the definition. */
async function expectWhole(organizationId: string, size: number, url = at.databaseUrl): Promise<void> {
  expect(await misplaced(url, organizationId)).toEqual([])
  const { indices, hashes, root } = await definedLog(url, organizationId)
  expect(indices).toEqual(Array.from({ length: size }, (_, i) => i))
  const kept = await sql<{ hash: Buffer }>(
    url,
    'select hash from ledger.leaves where org_id = $1 order by index',
    [organizationId],
  )
  expect(Buffer.concat(kept.map(({ hash }) => hash)).equals(Buffer.concat(hashes))).toBe(true)
  const [head] = await sql<{ size: string; frontier: Buffer }>(
    url,
    'select size, frontier from ledger.trees where org_id = $1',
    [organizationId],
  )
  expect(treeRoot(decodeTree(Number(head!.size), head!.frontier))).toEqual(root)
}

function ledgerProcess(organizationId: string, count: number, env = at.env): ChildProcess {
  const script = fileURLToPath(new URL('ledger-process.ts', import.meta.url))
  return spawn(process.execPath, [script, organizationId, String(count)], {
    env: { ...process.env, ...env, ATTESTRY_SEQUENCER: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  return (await exited)[0]
}

describe('the sequencer', () => {
  test('gives every entry exactly one leaf while three processes append and sequence', async () => {
    const { id } = await at.another()
    const children = [ledgerProcess(id, 1500), ledgerProcess(id, 1500)]
    const done = children.map((child) => once(child.stdout!, 'data'))
    await appendEntries(at.databaseUrl, id, 1500)
    await Promise.all(done)
    await until(async () => (await queued()) === 0)
    expect(await Promise.all(children.map((child) => end(child, 'SIGTERM')))).toEqual([0, 0])
    // Two entries are the organization's own beginning: it was made, and its first key.
    await expectWhole(id, 4500 + 2)
  })

  test('does not skip an entry that commits after later entries were sequenced', async () => {
    const { id } = await at.another()
    const late = new pg.Client({ connectionString: at.databaseUrl })
    await late.connect()
    try {
      await until(async () => (await leaves(id)) === 2)
      const lateId = '01a1fb2f-815c-7000-b0a9-8519cbc6419a'
      const entry = JSON.stringify({ at: '2026-01-02T03:04:05.678Z', id: lateId, receipts: [] })
      await late.query('begin')
      await late.query('select ledger.append($1, $2, $3)', [[id], [lateId], [entry]])
      await appendEntries(at.databaseUrl, id, 50)
      await until(async () => (await leaves(id)) === 52)
      await late.query('commit')
      await until(async () => (await leaves(id)) === 53)
      const [leaf] = await sql(
        at.databaseUrl,
        'select index from ledger.leaves where org_id = $1 and entry_id = $2',
        [id, lateId],
      )
      expect(leaf).toEqual({ index: '52' })
      await expectWhole(id, 53)
    } finally {
      await late.end()
    }
  })

  test('loses and duplicates no entry when it is killed in mid-batch', async () => {
    const quiet = await bootInstallation({ env: { ATTESTRY_SEQUENCER: 'off' } })
    const { databaseUrl } = quiet
    const { id } = quiet.organization
    const blocker = new pg.Client({ connectionString: databaseUrl })
    await blocker.connect()
    try {
      await appendEntries(databaseUrl, id, 10_000)
      for (let round = 0; round < 3; round++) {
        // It is killed after it has written the leaves of a batch, while the head waits for a lock.
        await blocker.query('begin; lock table ledger.trees in share mode')
        const child = ledgerProcess(id, 0, quiet.env)
        await until(async () => (await blocked(databaseUrl)) === 1)
        await end(child, 'SIGKILL')
        await blocker.query('rollback')
        await until(async () => (await sequencing(databaseUrl)) === 0)
        const [state] = await sql(
          databaseUrl,
          `select (select count(*) from ledger.queue where org_id = $1)
            + (select count(*) from ledger.leaves where org_id = $1) as n`,
          [id],
        )
        expect(state).toEqual({ n: '10002' })
      }
      const child = ledgerProcess(id, 0, quiet.env)
      await until(async () => (await queued(databaseUrl)) === 0)
      await end(child, 'SIGTERM')
      await expectWhole(id, 10_002, databaseUrl)
    } finally {
      await blocker.end()
      await quiet.stop()
    }
  })

  test('gives way to another process when it is frozen in mid-batch, and continues once it is thawed', async () => {
    const quiet = await bootInstallation({ env: { ATTESTRY_SEQUENCER: 'off' } })
    const { databaseUrl } = quiet
    const { id } = quiet.organization
    const blocker = new pg.Client({ connectionString: databaseUrl })
    await blocker.connect()
    const children: ChildProcess[] = []
    try {
      await appendEntries(databaseUrl, id, 100)
      await blocker.query('begin; lock table ledger.trees in share mode')
      children.push(ledgerProcess(id, 0, quiet.env))
      await until(async () => (await blocked(databaseUrl)) === 1)
      children[0]!.kill('SIGSTOP')
      await blocker.query('rollback')
      children.push(ledgerProcess(id, 0, quiet.env))
      await expect.poll(() => queued(databaseUrl)).toBe(0)
      children[0]!.kill('SIGCONT')
      expect(await Promise.all(children.map((child) => end(child, 'SIGTERM')))).toEqual([0, 0])
      await expectWhole(id, 102, databaseUrl)
    } finally {
      for (const child of children) child.kill('SIGKILL')
      await blocker.end()
      await quiet.stop()
    }
  })

  test('continues after the database has dropped its connections', async () => {
    const { id } = await at.another()
    for (let round = 0; round < 3; round++) {
      await sql(
        at.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'attestry-ledger'`,
      )
      await appendEntries(at.databaseUrl, id, 3000)
    }
    await until(async () => (await queued()) === 0)
    await expectWhole(id, 9002)
  })

  test('is not held up by a queued id without an entry, or whose entry has a leaf', async () => {
    const { id } = await at.another()
    const [placed] = await appendEntries(at.databaseUrl, id, 1)
    await until(async () => (await leaves(id)) === 3)
    const stray = '01a1fb2f-815c-7000-b0a9-000000000001'
    await sql(
      at.databaseUrl,
      'insert into ledger.queue (org_id, entry_id) values ($1, $2), ($1, $3), ($1, $3)',
      [id, stray, placed],
    )
    await appendEntries(at.databaseUrl, id, 10)
    await until(async () => (await leaves(id)) === 13)
    await until(async () => (await queued()) === 1)
    await expectWhole(id, 13)
    await sql(at.databaseUrl, 'delete from ledger.queue where entry_id = $1', [stray])
  })

  test('is not held up by an entry whose text is malformed', async () => {
    const { id } = await at.another()
    await appendEntries(at.databaseUrl, id, 40)
    const bad = ['01a1fb2f-815c-7000-b0a9-000000000011', '01a1fb2f-815c-7000-b0a9-000000000012']
    await sql(at.databaseUrl, 'select ledger.append($1, $2, $3)', [
      [id, id],
      bad,
      ['not JSON', '{"at":"2026-02-31T00:00:00.000Z"}'],
    ])
    await appendEntries(at.databaseUrl, id, 40)
    await until(async () => (await leaves(id)) === 84)
    await expectWhole(id, 84)
  })
})

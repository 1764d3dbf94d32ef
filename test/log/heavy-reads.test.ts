import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STATE_RULES } from '../../gateway/cli/process/state-rules.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { verifyLog } from '../../services/ledger/log/verify.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { bootWithKms, checkpointOf, type LogInstallation, verifyAs } from './support.ts'

let at: LogInstallation
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterAll(() => at.stop())

test('verifications of one organization block nobody else’s calls, and too many of them are refused', async () => {
  const other = await at.another()
  const { session } = at.organization.admin
  await checkpointOf(at, at.organization.id)
  const holder = new pg.Client(at.databaseUrl)
  await holder.connect()
  try {
    // Every verification waits where it reads the head of a tree.
    await holder.query('begin; lock table ledger.trees in access exclusive mode')
    const asked = Array.from({ length: 14 }, () => verifyAs(at, session))
    const answers = Promise.allSettled(asked)
    // One is under way and two wait: eleven are refused while nothing else is answered.
    for (const refused of await firstRejected(asked, 11))
      expect(refused).toMatchObject({ rawMessage: expect.stringContaining('too many verifications') })
    const { status } = await call(at.baseUrl, '/api/v1/incidents', { key: other.key })
    expect(status).toBe(200)
    await holder.query('rollback')
    expect((await answers).filter((one) => one.status === 'fulfilled')).toHaveLength(3)
  } finally {
    await holder.end()
  }
})

test('a verification reads on a database connection of its own, not on one that serves calls', async () => {
  const holder = new pg.Client(at.databaseUrl)
  await holder.connect()
  try {
    await holder.query('begin; lock table ledger.trees in access exclusive mode')
    const answer = verifyAs(at, at.organization.admin.session, [], { onlyCheckpoints: true })
    await expect.poll(waitingForHead).toEqual(['attestry-ledger-verification'])
    await holder.query('rollback')
    await answer
  } finally {
    await holder.end()
  }
})

test('the event loop keeps turning while a verification checks the signatures of many checkpoints', async () => {
  const { id } = at.organization
  const { note } = await checkpointOf(at, id)
  const db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
  let turn = 0
  let running = true
  const count = (): void => {
    turn += 1
    if (running) setImmediate(count)
  }
  setImmediate(count)
  const turns = new Set<number>()
  async function* notes() {
    for (let i = 0; i < 3000; i++) {
      turns.add(turn)
      yield { note, given: true }
    }
  }
  try {
    const found = await verifyLog(db, {
      ...{ organizationId: id, rules: STATE_RULES, outside: notes(), publicKeys: await publicKeys() },
      signal: new AbortController().signal,
    })
    expect(found.outsideCheckpoints).toBe(3000)
    expect(turns.size).toBeGreaterThan(3)
  } finally {
    running = false
    await db.close()
  }
})

test('a verification ends when its caller is gone', async () => {
  const { id } = at.organization
  const db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
  const gone = new AbortController()
  async function* notes() {
    for (;;) {
      yield { note: 'not a note', given: true }
      gone.abort(new Error('gone'))
    }
  }
  try {
    const options = { organizationId: id, rules: [], outside: notes(), publicKeys: [], signal: gone.signal }
    await expect(verifyLog(db, options)).rejects.toThrow('gone')
  } finally {
    await db.close()
  }
})

async function waitingForHead(): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    at.databaseUrl,
    `select application_name as name from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database() and query like 'select size, frontier from ledger.trees%'`,
  )
  return rows.map(({ name }) => name)
}

async function publicKeys(): Promise<Buffer[]> {
  const rows = await sql<{ public_key: Buffer }>(at.databaseUrl, 'select public_key from ledger.signing_keys')
  return rows.map(({ public_key }) => public_key)
}

/** The errors of the first `count` that reject. */
function firstRejected(all: Promise<unknown>[], count: number): Promise<unknown[]> {
  return new Promise((resolve) => {
    const errors: unknown[] = []
    for (const one of all)
      one.catch((error) => {
        errors.push(error)
        if (errors.length === count) resolve(errors)
      })
  })
}

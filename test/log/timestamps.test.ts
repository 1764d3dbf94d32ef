import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Code } from '@connectrpc/connect'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { exported, verify } from '../evidence/support/export.ts'
import { attestry, temporaryDirectory } from '../harness/command.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { makeAuthority, serveAuthority } from '../harness/timestamp-authority.ts'
import { unpack } from '../verifier/support/zip.ts'
import { behindTriggers, verifyAs } from './support.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let authority: ReturnType<typeof makeAuthority>
let served: Awaited<ReturnType<typeof serveAuthority>>
let at: TestInstallation
let reply: (query: Uint8Array) => Buffer
const logged: string[] = []
beforeAll(async () => {
  directory = await temporaryDirectory()
  authority = makeAuthority(join(directory.path, 'tsa'))
  reply = authority.reply
  served = await serveAuthority({ reply: (query) => reply(query) })
  at = await bootInstallation({
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    // Exports ask for stamps here; the timer does not come to it.
    env: {
      ATTESTRY_TIMESTAMP_AUTHORITIES: `${served.url} ${authority.root}`,
      ATTESTRY_CHECKPOINT_SECONDS: '86400',
    },
  })
})
afterAll(async () => {
  await at?.stop()
  await served?.stop()
  await directory?.remove()
})

const session = () => at.organization.admin.session
const stamps = (file: Buffer) => [...unpack(file).keys()].filter((name) => name.startsWith('log/timestamps/'))

test('an invalid time-stamp reply is not stored, and the export succeeds without a time-stamp', async () => {
  reply = () => Buffer.from('3003020102', 'hex')
  const file = await exported(at, session())
  expect(stamps(await readFile(file))).toEqual([])
  expect((await verify(file, '--tsa', authority.root)).failures[0]).toMatchObject({
    code: 'timestamp_missing',
  })
  const other = makeAuthority(join(directory.path, 'other'))
  reply = other.reply
  expect(stamps(await readFile(await exported(at, session())))).toEqual([])
  expect(logged.join()).toContain('does not lead to the certificate')
  expect(await sql(at.databaseUrl, 'select from ledger.checkpoint_statements')).toEqual([])
})

test('a package has its checkpoint’s time-stamp, which verify.mjs and openssl verify', async () => {
  reply = authority.reply
  const file = await exported(at, session())
  const report = await verify(file, '--tsa', authority.root)
  expect(report).toMatchObject({ result: 'verified', failures: [] })
  expect(report.steps.at(-1)).toMatchObject({ step: 'timestamps', status: 'PASS' })
  const command = await attestry(['verify', file, '--tsa', authority.root, '--json'])
  expect(command.json?.steps.at(-1)).toMatchObject({ step: 'timestamps', status: 'PASS' })
  const files = unpack(await readFile(file))
  const [note, token] = [join(directory.path, 'note'), join(directory.path, 'token')]
  const lines = files.get('log/checkpoint')!.toString().split('\n').slice(0, 5)
  await writeFile(note, `${lines.join('\n')}\n`)
  await writeFile(token, files.get('log/timestamps/01.tst')!)
  const args = ['ts', '-verify', '-data', note, '-in', token, '-token_in', '-CAfile', authority.root]
  expect(execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' })).toContain('Verification: OK')
})

test('ListCheckpoints lists every checkpoint, newest first, with the statements about it', async () => {
  const log = controlClient(at.baseUrl, LogService, session())
  const stored = await sql<{ size: string; kid: string; stamps: number }>(
    at.databaseUrl,
    `select size, kid, (select count(*)::int from ledger.checkpoint_statements s
       where s.org_id = c.org_id and s.size = c.size and s.kid = c.kid) as stamps
     from ledger.checkpoints c where org_id = $1 order by size desc, kid desc`,
    [at.organization.id],
  )
  expect(stored.map(({ stamps }) => stamps > 0)).toContain(true)
  expect(stored.length).toBeGreaterThan(2)
  const seen = []
  let cursor = ''
  do {
    const page = await log.listCheckpoints({ page: { limit: 2, cursor } })
    expect(page.checkpoints.length).toBeLessThanOrEqual(2)
    seen.push(...page.checkpoints)
    cursor = page.nextCursor
  } while (cursor !== '')
  expect(seen.map(({ treeSize, kid, timestamps }) => [String(treeSize), kid, timestamps.length])).toEqual(
    stored.map(({ size, kid, stamps }) => [size, kid, stamps]),
  )
  expect(seen[0]).toEqual((await log.getCheckpoint({})).checkpoint)
  const other = await at.another()
  const theirs = controlClient(at.baseUrl, LogService, other.admin.session)
  expect((await theirs.listCheckpoints({})).checkpoints).toEqual([])
  for (const page of [{ limit: 51 }, { limit: -1 }, { cursor: 'x' }, { cursor: `${'9'.repeat(16)}_k` }])
    await expect(log.listCheckpoints({ page })).rejects.toMatchObject({ code: Code.InvalidArgument })
})

test('the verification finds a time-stamp that was changed in the database or that another authority made', async () => {
  const whole = await verifyAs(at, session())
  expect(whole.problems).toEqual([])
  const [row] = await sql<{ statement: string; source: string }>(
    at.databaseUrl,
    'select statement, source from ledger.checkpoint_statements',
  )
  const write = (statement: string) =>
    behindTriggers(
      at.databaseUrl,
      'ledger.checkpoint_statements',
      'update ledger.checkpoint_statements set statement = $1 where source = $2',
      [statement, row!.source],
    )
  const log = controlClient(at.baseUrl, LogService, session())
  const shown = async () => (await log.getCheckpoint({})).checkpoint!.timestamps.length
  expect(await shown()).toBe(1)
  for (const changed of [
    row!.statement.replace(/.{9} /, 'AAAAAAAA= '),
    row!.statement.split(' ')[0]!,
    'x',
    `${row!.statement} x`,
  ]) {
    await write(changed)
    const { problems } = await verifyAs(at, session())
    expect(problems.map(({ code }) => code)).toEqual(['statement_unverified'])
    // It would make the verifier refuse a package.
    expect(await shown()).toBe(0)
  }
  await write(row!.statement)
  expect(await shown()).toBe(1)
  expect((await verifyAs(at, session())).problems).toEqual([])
})

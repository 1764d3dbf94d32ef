import type { ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { exported, outcome, verify } from '../evidence/support/export.ts'
import { attestry, ended, start, temporaryDirectory } from '../harness/command.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { freePort } from '../harness/ports.ts'
import { unpack } from '../verifier/support/zip.ts'
import { rewriteEntry } from './rewritten-log.ts'
import { logOf, until, verifyAs } from './support.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let child: ChildProcess
let witness: { key: string; url: string }
let at: TestInstallation
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
beforeAll(async () => {
  directory = await temporaryDirectory()
  await ok('witness', 'init', '--directory', path('w'), '--name', 'witness.example/w1')
  // It is started again at the same address.
  witness = await serve(`127.0.0.1:${await freePort()}`)
  at = await bootInstallation({
    log,
    env: { ATTESTRY_WITNESSES: `${witness.url} ${witness.key}`, ATTESTRY_CHECKPOINT_SECONDS: '0.3' },
  })
})
afterAll(async () => {
  await at?.stop()
  await kill('SIGTERM')
  await directory?.remove()
})

const path = (name: string) => join(directory.path, name)
async function ok(...args: string[]) {
  const { code, stderr, json } = await attestry([...args, '--json'])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return json
}
async function serve(listen: string) {
  child = start(['witness', 'serve', '--directory', path('w'), '--listen', listen], {})
  let printed = ''
  for await (const chunk of child.stdout!) {
    printed += chunk
    if (/http:.*\n/.test(printed)) break
  }
  const [key = '', url = ''] = printed.trim().split('\n')
  return { key, url }
}
async function kill(signal: NodeJS.Signals) {
  child?.kill(signal)
  if (child) await ended(child)
}
const origin = () => `attestry/${at.organization.id}`
const demanded = () => ['--witness', witness.key, '--quorum', '1']
const statements = (url: string) =>
  sql<{ size: string }>(
    url,
    'select size from ledger.checkpoint_statements where org_id = $1 order by size',
    [at.organization.id],
  )
const call = () =>
  fetch(`${at.baseUrl}/api/v1/incidents`, { headers: { authorization: `Bearer ${at.organization.key}` } })
const checkpointIn = async (file: string) =>
  unpack(await readFile(file))
    .get('log/checkpoint')!
    .toString()

test('a witness that does not know the log refuses to cosign it, and exports succeed without the cosignature', async () => {
  const file = await exported(at, at.organization.admin.session)
  expect(await outcome(file)).toBe('verified')
  expect(await outcome(file, ...demanded())).toBe('witness_quorum')
  expect(logged.join()).toContain('checkpoint refused by another party')
  expect(await statements(at.databaseUrl)).toEqual([])
})

test('once the witness watches the log, packages have its cosignature and meet the quorum', async () => {
  const response = await fetch(`${at.baseUrl}/.well-known/attestry/keys.json`)
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  const pem = await fetch(`${at.baseUrl}/.well-known/attestry/keys/${keys[0]!.kid}.pem`)
  await writeFile(path('log.pem'), await pem.text())
  await ok(
    'witness',
    'add-log',
    '--directory',
    path('w'),
    '--origin',
    origin(),
    '--public-key',
    path('log.pem'),
  )
  let file = ''
  await until(async () => {
    file = await exported(at, at.organization.admin.session)
    return (await checkpointIn(file)).includes('— witness.example/w1 ')
  })
  const report = await verify(file, '--pin', keys[0]!.kid, ...demanded())
  expect(report).toMatchObject({ result: 'verified', exit_code: 0 })
  expect(report.steps.at(-2)).toMatchObject({ step: 'witnesses', status: 'PASS' })
  // A checkpoint that nobody exports is cosigned too.
  const before = (await statements(at.databaseUrl)).length
  await until(async () => {
    await call()
    return (await statements(at.databaseUrl)).length > before
  })
})

/** Until the log names the cosignature of the first checkpoint that has one. */
const untilRecorded = () =>
  until(async () => {
    await call()
    const rows = await sql(
      at.databaseUrl,
      `select from ledger.entries where org_id = $1 and entry::jsonb ->> 'operation' = 'recordStatements'`,
      [at.organization.id],
    )
    return rows.length > 0
  })

test('stored cosignatures are verified, and shown with the newest checkpoint', async () => {
  const session = at.organization.admin.session
  // The changes below are no longer recorded.
  await untilRecorded()
  const changes = [
    'size = size + 1000000',
    "kid = kid || 'x'",
    "source = replace(source, 'w1', 'w2')",
    "statement = replace(statement, 'w1', 'w2')",
    "org_id = org_id, statement = 'x'",
  ]
  for (const change of changes) {
    const where = `where org_id = '${at.organization.id}'`
    const newest = `size = (select min(size) from ledger.checkpoint_statements ${where})`
    await sql(
      at.databaseUrl,
      `begin; alter table ledger.checkpoint_statements disable trigger append_only;
       create temp table before on commit drop as select * from ledger.checkpoint_statements ${where} and ${newest};
       create table if not exists public.kept_statements as select * from ledger.checkpoint_statements limit 0;
       insert into public.kept_statements select * from before;
       update ledger.checkpoint_statements set ${change} ${where} and ${newest}; commit`,
    )
    const { problems } = await verifyAs(at, session)
    expect(
      problems.map(({ code }) => code),
      change,
    ).toContain('statement_unverified')
    await sql(
      at.databaseUrl,
      `begin; delete from ledger.checkpoint_statements s ${where} and not exists (
         select from ledger.checkpoints c where c.org_id = s.org_id and c.size = s.size and c.kid = s.kid
           and s.source = '${witness.key}' and s.statement like '— witness.example/w1 %');
       insert into ledger.checkpoint_statements select * from public.kept_statements on conflict do nothing;
       alter table ledger.checkpoint_statements enable always trigger append_only; drop table public.kept_statements; commit`,
    )
  }
  expect((await verifyAs(at, session)).problems).toEqual([])
  const caller = sessionCaller('getCheckpoint', session, systemClock)
  await until(async () => {
    const { checkpoint } = await logOf(at).getCheckpoint({}, caller)
    return checkpoint!.cosignatures[0]?.startsWith('— witness.example/w1 ') === true
  })
})

test('deleted cosignatures are found, and the witness gives them again so that packages meet the quorum', async () => {
  const before = await exported(at, at.organization.admin.session)
  expect(await outcome(before, ...demanded())).toBe('verified')
  await sql(
    at.databaseUrl,
    `begin; alter table ledger.checkpoint_statements disable trigger append_only;
     delete from ledger.checkpoint_statements;
     alter table ledger.checkpoint_statements enable always trigger append_only; commit`,
  )
  const { problems } = await verifyAs(at, at.organization.admin.session)
  const [first] = problems
  expect(first).toMatchObject({
    code: 'state_differs',
    table: 'ledger.checkpoint_statements',
    field: 'statement',
  })
  expect(new Set(problems.map(({ code }) => code)).size).toBe(1)
  let again = ''
  await until(async () => {
    again = await exported(at, at.organization.admin.session)
    return (await outcome(again, ...demanded())) === 'verified'
  })
  expect(await outcome(again, ...demanded(), '--previous', before)).toBe('verified')
  expect(await outcome(before, ...demanded())).toBe('verified')
})

test('a killed witness stops no export, and cosigns again once it is back', async () => {
  await kill('SIGKILL')
  // The log grows: nobody has cosigned its checkpoint yet.
  await call()
  const file = await exported(at, at.organization.admin.session)
  expect(await outcome(file)).toBe('verified')
  expect(await outcome(file, ...demanded())).toBe('witness_quorum')
  const before = (await statements(at.databaseUrl)).length
  await serve(witness.url.replace('http://', ''))
  await until(async () => (await statements(at.databaseUrl)).length > before)
})

test('two auditors who are shown forked histories find out through the witness', async () => {
  let first = ''
  await until(async () => {
    first = await exported(at, at.organization.admin.session)
    return (await outcome(first, ...demanded())) === 'verified'
  })
  await at.stop()
  const otherRequest = (entry: string) => entry.replace(JSON.parse(entry).request_id, at.organization.id)
  await rewriteEntry(at.databaseUrl, at.organization.id, 0, otherRequest)
  logged.length = 0
  at = {
    ...(await bootInstallation({ log, databaseUrl: at.databaseUrl, env: at.env })),
    organization: at.organization,
  }
  // The witness may have cosigned the log as far as it went.
  await call()
  const second = await exported(at, at.organization.admin.session)
  // By itself the second package is as good as the first: the same key signed it.
  expect(await outcome(second)).toBe('verified')
  expect(await outcome(second, ...demanded())).toBe('witness_quorum')
  expect(await outcome(first, ...demanded())).toBe('verified')
  await until(async () => logged.join().includes('checkpoint refused by another party'))
  // The witness still has the first history, for every caller.
  const served = await fetch(`${witness.url}/${sha256Hex(origin())}/checkpoint`)
  const [, size, root] = (await served.text()).split('\n')
  const [, shownSize, shownRoot] = (await checkpointIn(second)).split('\n')
  expect(Number(size)).toBeLessThan(Number(shownSize))
  expect(root).not.toBe(shownRoot)
})

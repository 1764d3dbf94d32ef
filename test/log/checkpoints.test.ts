import { link, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { createLog } from '../../services/kernel/logging/log.ts'
import { logOrigin } from '../../services/kernel/tlog/log-origin.ts'
import { checkpointKeys, verifyCheckpoint } from '../../services/ledger/domain/log/checkpoint.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation } from '../harness/installation.ts'
import { appendEntries, bootWithKms, type LogInstallation, logOf, until } from './support.ts'

let at: LogInstallation
const stream = new PassThrough()
const logged: Buffer[] = []
stream.on('data', (chunk) => logged.push(chunk))
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '0.1' }, createLog({}, stream))
})
afterAll(() => at.stop())

const path = (directory = at.checkpointDir) => join(directory, 'checkpoints.jsonl')
const filed = async (organizationId: string, directory?: string): Promise<string[]> => {
  const text = await readFile(path(directory), 'utf8').catch(() => '')
  const notes = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).checkpoint as string)
  return notes.filter((note) => note.startsWith(`${logOrigin(organizationId)}\n`))
}
const sizes = (notes: string[]): number[] => notes.map((note) => Number(note.split('\n')[1]))

test('logs that grew get a checkpoint by themselves, once a size, in the file, the log stream and the database', async () => {
  const { id, admin } = at.organization
  await until(async () => sizes(await filed(id)).at(-1) === 2)
  const other = await at.another()
  await until(async () => sizes(await filed(other.id)).at(-1) === 2)
  const notes = await filed(id)
  expect(new Set(sizes(notes)).size).toBe(notes.length)
  const newestNote = notes.at(-1)
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect((await stat(at.checkpointDir)).mode & 0o777).toBe(0o700)

  const lines = Buffer.concat(logged)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(
    lines.filter(({ msg, checkpoint }) => msg === 'checkpoint' && checkpoint === newestNote),
  ).toHaveLength(1)
  const newest = await logOf(at).getCheckpoint({}, sessionCaller('getCheckpoint', admin.session, systemClock))
  expect(newest.checkpoint!.note).toBe(newestNote)
  const { keys } = await createClient(SigningKeyService, at.composition.transports.ledger).getKeySet({})
  const read = verifyCheckpoint(newestNote!, checkpointKeys(keys.map(({ spki }) => spki)))
  expect(read).toMatchObject({ size: Number(newest.checkpoint!.treeSize) })
})

test('a key service that is down for a while delays checkpoints and loses none', async () => {
  const { id } = await at.another()
  await until(async () => sizes(await filed(id)).at(-1) === 2)
  at.fault = 'refuse'
  await appendEntries(at.databaseUrl, id, 10)
  const hasLogged = (text: string) => Buffer.concat(logged).toString().includes(text)
  await until(async () => hasLogged('no checkpoints were made'))
  expect(sizes(await filed(id)).at(-1)).toBe(2)
  at.fault = null
  await until(async () => sizes(await filed(id)).at(-1) === 12)
})

test('a log whose checkpoint cannot be stored does not keep the other logs from theirs', async () => {
  const [broken, next] = [await at.another(), await at.another()]
  await until(async () => sizes(await filed(next.id)).at(-1) === 2)
  await until(async () => sizes(await filed(broken.id)).at(-1) === 2)
  const check = 'alter table ledger.checkpoints add constraint refuses check'
  await sql(at.databaseUrl, `${check} (org_id <> '${broken.id}') not valid`)
  try {
    for (const { id } of [broken, next]) await appendEntries(at.databaseUrl, id, 3)
    await until(async () => sizes(await filed(next.id)).at(-1) === 5)
    const lines = Buffer.concat(logged).toString().split('\n')
    const said = lines.filter((line) => line.includes('no checkpoint of a log was made'))
    expect(said.map((line) => JSON.parse(line).organization_id)).toContain(broken.id)
    expect(await newestKept(broken.id)).toBe(2)
  } finally {
    await sql(at.databaseUrl, 'alter table ledger.checkpoints drop constraint refuses')
  }
  await until(async () => sizes(await filed(broken.id)).at(-1) === 5)
})

test('a checkpoint that could not be written to the file is written once the file is writable again', async () => {
  const { id } = await at.another()
  await until(async () => sizes(await filed(id)).at(-1) === 2)
  // In one step each, so that no file is made between two: a directory is in its place, and then the file again.
  await link(path(), `${path()}.kept`)
  await symlink('.', `${path()}.closed`)
  await rename(`${path()}.closed`, path())
  await appendEntries(at.databaseUrl, id, 3)
  await until(async () => (await newestKept(id)) === 5)
  await rename(`${path()}.kept`, path())
  await until(async () => sizes(await filed(id)).at(-1) === 5)
})

test('a checkpoint whose process ended before writing it to the file is written by the next process', async () => {
  const { id } = await at.another()
  await until(async () => sizes(await filed(id)).at(-1) === 2)
  const [last] = (await filed(id)).slice(-1)
  const lines = (await readFile(path(), 'utf8')).split('\n')
  const directory = join(at.checkpointDir, 'next')
  await mkdir(directory)
  const before = lines.slice(
    0,
    lines.findIndex((line) => line.includes(JSON.stringify(last))),
  )
  await writeFile(path(directory), before.map((line) => `${line}\n`).join(''))
  const next = await bootInstallation({
    databaseUrl: at.databaseUrl,
    env: {
      ...kmsEnvironment(at.kms),
      ATTESTRY_CHECKPOINT_DIR: directory,
      ATTESTRY_CHECKPOINT_SECONDS: '0.1',
    },
  })
  try {
    await until(async () => (await filed(id, directory)).includes(last!))
  } finally {
    await next.stop()
  }
  const notes = await filed(id, directory)
  expect(new Set(notes).size).toBe(notes.length)
})

const lineOf = (organizationId: string, size: number, root = '') =>
  lineWith(`${logOrigin(organizationId)}\n${size}\n${root}`)
const lineWith = (checkpoint: string) => `${JSON.stringify({ at: '2026-01-02T03:04:05.678Z', checkpoint })}\n`

/** The report of a ledger with these lines in its file, by log: organization, size, filed size. */
async function reportedOf(name: string, lines: string, text: string, count: number): Promise<unknown[][]> {
  const directory = join(at.checkpointDir, name)
  await mkdir(directory)
  await writeFile(path(directory), lines)
  const said: Buffer[] = []
  const log = createLog(
    {},
    new PassThrough().on('data', (chunk) => said.push(chunk)),
  )
  const env = {
    ...kmsEnvironment(at.kms),
    ATTESTRY_CHECKPOINT_DIR: directory,
    ATTESTRY_CHECKPOINT_SECONDS: '0.1',
  }
  const next = await bootInstallation({ databaseUrl: at.databaseUrl, log, env })
  const reported = () =>
    Buffer.concat(said)
      .toString()
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => JSON.parse(line))
      .map(({ organization_id, tree_size, filed_size }) => [organization_id, tree_size, filed_size])
  try {
    await until(async () => reported().length === count)
    return reported().sort()
  } finally {
    await next.stop()
  }
}

test('a log shorter than a checkpoint in the file is reported, as after a restore of an older backup', async () => {
  const { id } = await at.another()
  const gone = '01234567-89ab-7def-8123-456789abcdef'
  await until(async () => sizes(await filed(id)).at(-1) === 2)
  const lines = lineOf(id, 2) + lineOf(gone, 7) + lineOf(id, 5) + lineOf(id, 3)
  expect(await reportedOf('restored', lines, 'shorter than a filed checkpoint', 2)).toEqual([
    [gone, 0, 7],
    [id, 2, 5],
  ])
})

test('a log that grew beyond a checkpoint in the file but has another root hash at its size is reported', async () => {
  const grown = [await at.another(), await at.another(), await at.another()].map(({ id }) => id)
  const [honest, kept, between] = grown as [string, string, string]
  for (const id of grown) {
    await until(async () => sizes(await filed(id)).at(-1) === 2)
    await appendEntries(at.databaseUrl, id, 5)
    await until(async () => sizes(await filed(id)).at(-1) === 7)
  }
  const own = (await filed(honest)).map(lineWith).join('')
  const other = `${Buffer.alloc(32, 1).toString('base64')}\n`
  // `between`: no checkpoint is kept at this size, and smaller ones were filed after it.
  const cut = lineOf(between, 5, other) + lineOf(between, 3)
  const lines = own + lineOf(kept, 7, other) + cut
  expect(await reportedOf('grown', lines, 'differs from a filed checkpoint', 2)).toEqual(
    [
      [kept, 7, 7],
      [between, 7, 5],
    ].sort(),
  )
})

async function newestKept(organizationId: string): Promise<number> {
  const text = 'select coalesce(max(size), 0) as n from ledger.checkpoints where org_id = $1'
  const [row] = await sql<{ n: string }>(at.databaseUrl, text, [organizationId])
  return Number(row!.n)
}

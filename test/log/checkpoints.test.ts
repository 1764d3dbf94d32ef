import { readFile, stat } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/session-caller.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { createLog } from '../../services/kernel/log.ts'
import { originOf, verifyCheckpoint } from '../../services/ledger/domain/checkpoint.ts'
import { appendEntries, bootWithKms, type LogInstallation, logOf, until } from './support.ts'

let at: LogInstallation
const stream = new PassThrough()
const logged: Buffer[] = []
stream.on('data', (chunk) => logged.push(chunk))
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '1' }, createLog({}, stream))
})
afterAll(() => at.stop())

const path = () => `${at.checkpointDir}/checkpoints.jsonl`
const filed = async (organizationId: string): Promise<string[]> => {
  const text = await readFile(path(), 'utf8').catch(() => '')
  const notes = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).checkpoint as string)
  return notes.filter((note) => note.startsWith(`${originOf(organizationId)}\n`))
}
const sizes = (notes: string[]): number[] => notes.map((note) => Number(note.split('\n')[1]))

test('trees that grew are signed by themselves, once a size, in the file, the log stream and the database alike', async () => {
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
  const read = verifyCheckpoint(
    newestNote!,
    keys.map(({ spki }) => spki),
  )
  expect(read).toMatchObject({ size: Number(newest.checkpoint!.treeSize) })
})

test('a key service that is down for a while delays checkpoints and loses none', async () => {
  const { id } = await at.another()
  await until(async () => sizes(await filed(id)).at(-1) === 2)
  at.fault = 'refuse'
  await appendEntries(at.databaseUrl, id, 10)
  const said = (text: string) => Buffer.concat(logged).toString().includes(text)
  await until(async () => said('no checkpoints were made'))
  expect(sizes(await filed(id)).at(-1)).toBe(2)
  at.fault = null
  await until(async () => sizes(await filed(id)).at(-1) === 12)
})

import { mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePosition } from '../../clients/cli/src/audit/position.ts'
import { replaceFile } from '../../clients/cli/src/files/replace-file.ts'
import { listening } from '../harness/listening.ts'
import { scratchDirectory } from '../harness/scratch.ts'
import { pipeline } from './pipeline.ts'

/** `audit follow` with a log that is not the one that it followed, and with answers that leave entries out. */

const ORG = '018f0000-0000-7000-8000-000000000001'
const idOf = (log: string, index: number): string => `${log}-${index}`
const entry = (index: number, log = 'log') => ({
  ...{ id: idOf(log, index), organization_id: ORG, leaf_index: index, at: '2026-11-27T10:00:00.000Z' },
  ...{ operation: 'listIncidents', outcome: 'ok', via: 'rest', actor: { kind: 'api_key' } },
  ...{ details: {}, receipts: [], incident_ids: [] },
})

/** Follows to the end of a log that answers so, with a state file of that content. */
async function followed(answer: (after: number, limit: number) => unknown, state?: object) {
  const file = join(await mkdtemp(join(scratchDirectory(), 'follow-')), 'state')
  if (state !== undefined) await writeFile(file, JSON.stringify(state))
  let ran: Awaited<ReturnType<typeof pipeline>> | undefined
  await listening(
    ({ url = '' }, response) => {
      const { searchParams } = new URL(url, 'http://log')
      const [after, limit] = [searchParams.get('after_leaf'), searchParams.get('limit')]
      response.end(JSON.stringify(answer(Number(after), Number(limit))))
    },
    async (url) => {
      const args = ['audit', 'follow', '--once', '--retries', '0', '--url', url, '--state', file]
      ran = await pipeline(args, { ATTESTRY_API_KEY: 'k' })
    },
  )
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  return { ...ran!, state: kept === undefined ? undefined : JSON.parse(kept) }
}

/** A server that has so many entries. */
const honest =
  (size: number, log = 'log') =>
  (after: number, limit: number) => {
    const data = Array.from({ length: size }, (_, index) => entry(index, log)).slice(after + 1)
    const page = data.slice(0, limit)
    return { data: page, last_leaf: Math.max(after, page.at(-1)?.leaf_index ?? -1) }
  }

test('attestry audit follow reads a log to its end, and continues from there', async () => {
  const first = await followed(honest(3))
  expect([first.code, first.stdout.split('\n').length]).toEqual([0, 4])
  expect(first.state).toEqual({ after_leaf: 2, organization_id: ORG, entry_id: idOf('log', 2) })
  const more = await followed(honest(4), first.state)
  expect([more.code, JSON.parse(more.stdout).leaf_index]).toEqual([0, 3])
})

test('attestry audit follow continues from a state file of an earlier version', async () => {
  const { code, stdout } = await followed(honest(4), { after_leaf: 2, organization_id: ORG })
  expect([code, JSON.parse(stdout).leaf_index]).toEqual([0, 3])
})

const STATE = { after_leaf: 2, organization_id: ORG, entry_id: idOf('log', 2) }

test.each([
  ['is shorter than what was followed', honest(2), 'no longer has that many entries'],
  ['was set back and has grown since', honest(9, 'other'), 'has a different entry there'],
])('attestry audit follow reports that the log %s, and keeps its place', async (_, log, why) => {
  const { code, stdout, stderr, state } = await followed(log, STATE)
  expect([code, stdout, state]).toEqual([2, '', STATE])
  expect(stderr).toContain(why)
})

test.each([
  ['is shorter than what was followed', honest(2), 'no longer has that many entries'],
  ['was set back and has grown since', honest(9, 'other'), 'has a different entry there'],
])(
  'a running attestry audit follow reports that the log %s meanwhile, and keeps its place',
  async (_, then, why) => {
    let pages = 0
    const log = (after: number, limit: number) => (pages++ === 0 ? honest(3) : then)(after, limit)
    const { code, stdout, stderr, state } = await followed(log)
    expect([code, stdout.split('\n').length, state]).toEqual([2, 4, STATE])
    expect(stderr).toContain(why)
  },
)

test('replacing a state file follows no planted symbolic link', async () => {
  const directory = await mkdtemp(join(scratchDirectory(), 'links-'))
  const [path, other] = [join(directory, 'state'), join(directory, 'other')]
  await writeFile(other, 'kept')
  const planted = ['tmp', 'part'].map((end) => `${path}.${process.pid}.${end}`)
  for (const link of planted) await symlink(other, link)
  await writePosition(path, { after: 7 })
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ after_leaf: 7 })
  await replaceFile(path, 'all of it')
  expect(await readFile(path, 'utf8')).toBe('all of it')
  expect(await readFile(other, 'utf8')).toBe('kept')
  expect((await readdir(directory)).length).toBe(4)
})

test.each([
  ['a place far behind its entries', { data: [entry(0)], last_leaf: 9_000_000_000_000 }],
  ['a place without entries', { data: [], last_leaf: 9_000_000_000_000 }],
  ['a place that is text', { data: [entry(0)], last_leaf: '0' }],
  ['entries with a gap', { data: [entry(0), entry(2)], last_leaf: 2 }],
  ['later entries', { data: [entry(7)], last_leaf: 7 }],
  ['an entry twice', { data: [entry(0), entry(0)], last_leaf: 0 }],
  ['entries backwards', { data: [entry(1), entry(0)], last_leaf: 1 }],
  ['entries of other types', { data: [{ ...entry(0), incident_ids: 'x' }], last_leaf: 0 }],
  ['no list', { data: { length: 1 }, last_leaf: 0 }],
  ['null', null],
])('attestry audit follow refuses a page with %s, and keeps its place', async (_, page) => {
  const { code, stdout, stderr, state } = await followed(() => page)
  expect([code, stdout, state]).toEqual([4, '', undefined])
  expect(stderr).toMatch(/^attestry: the server answered [^\n]*\n$/)
})

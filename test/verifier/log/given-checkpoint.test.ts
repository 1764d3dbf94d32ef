import { expect, test } from 'vitest'
import { eventfulLog } from '../support/honest.ts'
import { rotate } from '../support/key-set.ts'
import { TestLog, uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { asFile, outcome, verify } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'
import { tamper } from '../support/tamper.ts'
import { unpack } from '../support/zip.ts'

const log = eventfulLog()
const all = log.entries.length
const key = makeKey()
const pin = [key.kid]
const packaged = (options: Parameters<typeof buildPackage>[2] = {}) => buildPackage(log, key, options)
const noteOf = (bytes: Buffer) => asFile(unpack(bytes).get('log/checkpoint')!, 'checkpoint')
const checkpointAt = async (treeSize: number) => noteOf(await packaged({ treeSize }))
const whole = await packaged()

test('a package that ends before the given checkpoint is refused, though its replay passes', async () => {
  const checkpoint = noteOf(whole)
  const ended = await packaged({ end: all - 1 })
  const older = await packaged({ treeSize: all - 1 })
  for (const bytes of [ended, older]) {
    expect(await outcome(bytes, { pin, requireReplay: true })).toBe('verified')
    const report = await verify(bytes, { pin, requireReplay: true, checkpoint })
    expect(report.failures).toMatchObject([{ code: 'checkpoint_beyond', index: all - 1 }])
    expect(report.exit_code).toBe(1)
  }
  expect(await outcome(whole, { pin, requireReplay: true, checkpoint })).toBe('verified')
})

test('every checkpoint of its log is reached by a package of the whole log', async () => {
  for (let size = 1; size <= all; size++) {
    const report = await verify(whole, { pin, checkpoint: await checkpointAt(size) })
    expect(report.failures).toEqual([])
    expect(report.steps[4]!.detail).toContain(`reaches the checkpoint given, of ${size}`)
  }
})

test('a later package reaches a checkpoint by its proof, or through the packages before it', async () => {
  const checkpoint = await checkpointAt(3)
  const first = asFile(await packaged({ treeSize: 4 }), 'first.zip')
  expect(await outcome(await packaged({ first: 4, earlier: [3] }), { pin, checkpoint })).toBe('verified')
  const last = await packaged({ first: 4, earlier: [4] })
  expect(await outcome(last, { pin, checkpoint })).toBe('history_unproven')
  expect(await outcome(last, { pin, checkpoint, previous: first, requireReplay: true })).toBe('verified')
  const middle = asFile(await packaged({ first: 4, treeSize: 6, earlier: [3] }), 'middle.zip')
  const later = await packaged({ first: 6, earlier: [6] })
  expect(await outcome(later, { pin, checkpoint, previous: middle })).toBe('verified')
})

test('a log that differs below the given checkpoint is refused', async () => {
  const other = eventfulLog()
  const text = other.entries[1]!.text.replace('"via":"rest"', '"via":"grpc"')
  other.entries[1] = { ...other.entries[1]!, text }
  for (const size of [2, all]) {
    const checkpoint = await checkpointAt(size)
    expect(await outcome(await buildPackage(other, key), { pin, checkpoint })).toBe('history_rewritten')
    expect(await outcome(await buildPackage(other, key, { treeSize: 1 }), { pin, checkpoint })).toBe(
      'checkpoint_beyond',
    )
  }
})

test('a checkpoint of another log, and a package of one incident, are refused', async () => {
  const other = new TestLog(uuid('other'))
  other.append('x')
  const foreign = noteOf(await buildPackage(other, key))
  expect(await outcome(whole, { pin, checkpoint: foreign })).toBe('checkpoint_origin')
  const support = await packaged({ incident: { id: uuid('a'), indices: [2, 5] } })
  expect(await outcome(support, { pin, checkpoint: await checkpointAt(3) })).toBe('checkpoint_beyond')
})

test('a checkpoint counts if a former key of the log signed it, and says nothing if no key of the log did', async () => {
  const [former, next] = [makeKey('retired'), makeKey()]
  const at = new Date('2026-02-01T00:00:00.000Z')
  const rotations = [await rotate({ number: 1, from: former.signer, to: next.signer, at })]
  const rotated = await buildPackage(log, next, { keys: [former, next], rotations })
  const checkpoint = noteOf(await buildPackage(log, former, { treeSize: 4 }))
  expect(await outcome(rotated, { pin: [next.kid], checkpoint })).toBe('verified')
  const unknown = await buildPackage(log, next)
  const note = unpack(whole).get('log/checkpoint')!.toString()
  const files = [checkpoint, ...[note.slice(0, -9), `${note.slice(0, -6)}AAAA=\n`, '', `${note}x\n`].map(bad)]
  for (const file of files) {
    const report = await verify(file === checkpoint ? unknown : whole, { checkpoint: file })
    expect([report.exit_code, report.failures[0]?.code]).toEqual([2, 'unreadable'])
  }
  const line = bad(`${JSON.stringify({ at: at.toISOString(), checkpoint })}\n`)
  const { failures } = await verify(whole, { checkpoint: line })
  expect(failures[0]?.message).toContain('give the text of its member `checkpoint`')
  const empty = note.replace(`\n${all}\n`, '\n0\n')
  expect(await outcome(whole, { pin, checkpoint: bad(empty) })).toBe('unreadable')
  expect(await outcome(whole, { pin, checkpoint: bad(note.replace(`\n${all}\n`, '\n3\n')) })).toBe(
    'unreadable',
  )
})

test('what a checkpoint finds is said to be in doubt if its key was revoked', async () => {
  const [revoked, next] = [makeKey('revoked'), makeKey()]
  const at = new Date('2026-02-01T00:00:00.000Z')
  const rotations = [await rotate({ number: 1, from: revoked.signer, to: next.signer, at })]
  const rotated = await buildPackage(log, next, { keys: [revoked, next], rotations, end: all - 1 })
  const beyond = noteOf(await buildPackage(log, revoked))
  const { failures } = await verify(rotated, { pin: [next.kid], checkpoint: beyond })
  expect(failures).toMatchObject([
    { code: 'checkpoint_beyond', message: expect.stringMatching('its key was revoked') },
  ])
  const report = await verify(await packaged({ end: all - 1 }), { pin, checkpoint: noteOf(whole) })
  expect(report.failures[0]!.message).not.toContain('revoked')
})

test('a checkpoint that is too long to be one is refused as such, in a package and beside it', async () => {
  const note = unpack(whole).get('log/checkpoint')!.toString()
  const signature = Buffer.alloc(9 * 1024 * 1024, 7).toString('base64')
  const long = note.replace(/(?<=\u2014 \S+ )\S+/, signature)
  const packed = asFile(await tamper(whole, (files) => files.set('log/checkpoint', Buffer.from(long)), key))
  expect(await outcome(packed, { pin })).toBe('checkpoint_form')
  const checkpoint = asFile(Buffer.from(long), 'long')
  expect(await outcome(asFile(whole), { pin, checkpoint })).toBe('unreadable')
})

const bad = (text: string) => asFile(Buffer.from(text), 'checkpoint')

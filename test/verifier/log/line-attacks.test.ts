import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../services/kernel/json/canonical-json.ts'
import { decision } from '../support/honest.ts'
import { TestLog, uuid } from '../support/log.ts'
import { packageOfEntry, packageOfRecord } from '../support/raw-lines.ts'
import { outcome } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'
import { editLines, tamper } from '../support/tamper.ts'

// The holder of the key writes lines that are no text of the format, with receipts, log and signatures that agree.

const key = makeKey()
const { organizationId } = new TestLog()
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const details = (value: string) => (text: string) => text.replace('"details":{}', `"details":{"a":${value}}`)
const at = (time: string) => (text: string) => text.replace(/"at":"[^"]*"/, `"at":"${time}"`)
const latin1 = (text: string) =>
  Buffer.concat(
    text
      .split('@')
      .flatMap((part, i) => (i === 0 ? [Buffer.from(part)] : [Buffer.of(0xff), Buffer.from(part)])),
  )

test('well-formed entries and records verify even if their text looks like an attack', async () => {
  const odd = details('{"1":"\\\\ud800","10":"\ufffd","2":[]}')
  expect(await outcome(await packageOfEntry(key, odd))).toBe('verified')
  expect(await outcome(await packageOfEntry(key, details(nested(900))))).toBe('verified')
  const record = canonicalJson({
    id: uuid('record'),
    organization_id: organizationId,
    text: '\ufffd \\ud800',
  })
  expect(await outcome(await packageOfRecord(key, 'assets', record))).toBe('verified')
})

describe('verify.mjs refuses an entry as malformed', () => {
  test.each([
    ['with half a surrogate pair', (text: string) => text.replace('listIncidents', '\\ud800')],
    ['with half a surrogate pair in its details', details('"\\ud800"')],
    ['nested deeper than the stack', details(nested(100_000))],
    ['nested deeper than the format lets', details(nested(2000))],
    ['with a byte that is not UTF-8', (text: string) => latin1(text.replace('listIncidents', '@'))],
    ['of no time', at('')],
    ['of a time in another form', at('2026-01-02T03:04:05Z')],
    ['of a day that there is not', at('2026-02-30T03:04:05.678Z')],
  ])('%s', async (_, change) => {
    expect(await outcome(await packageOfEntry(key, change))).toBe('entry_form')
  })
})

describe('verify.mjs refuses a record as malformed', () => {
  const body = `"id":"${uuid('record')}","organization_id":"${organizationId}"`
  test.each([
    ['that is no JSON', 'hello'],
    ['that is no object', '[]'],
    ['with a key that stands there twice', `{${body},"a":1,"a":2}`],
    ['in another order', `{"organization_id":"${organizationId}","id":"${uuid('record')}"}`],
    ['in another order within', `{${body},"z":[{"b":1,"a":2}]}`],
    ['with a number in another form', `{${body},"z":1.0}`],
    ['with half a surrogate pair', `{${body},"z":"\\udfff"}`],
    ['with a byte that is not UTF-8', latin1(`{${body},"z":"@"}`)],
    ['nested deeper than the stack', `{${body},"z":${nested(100_000)}}`],
    ['without an id', `{"organization_id":"${organizationId}"}`],
  ])('%s', async (_, record) => {
    expect(await outcome(await packageOfRecord(key, 'assets', record))).toBe('record_form')
  })
})

test('records and gate decisions of another organization are refused as record_foreign', async () => {
  const asset = canonicalJson({ id: uuid('record'), organization_id: uuid('other') })
  expect(await outcome(await packageOfRecord(key, 'assets', asset))).toBe('record_foreign')
  const decided = canonicalJson({ ...decision(uuid('other')), organization_id: uuid('other') })
  expect(await outcome(await packageOfRecord(key, 'gate-decisions', decided))).toBe('record_foreign')
})

describe('verify.mjs refuses a gate decision as malformed', () => {
  const unprintable = { toString: 1, valueOf: 1 }
  test.each([
    ['whose hash is no text', { payload_hash: unprintable }],
    ['whose time is no text', { decided_at: unprintable }],
    ['without a time', { decided_at: null }],
  ])('%s', async (_, change) => {
    const record = { organization_id: organizationId, ...decision(organizationId), ...change }
    const bytes = await packageOfRecord(key, 'gate-decisions', canonicalJson(record))
    expect(await outcome(bytes, { explain: uuid('decision') })).toBe('decision_form')
  })
})

test('verify.mjs accepts a line of 16 MiB, and stops reading a longer one', async () => {
  const record = (length: number) =>
    `{"id":"${uuid('record')}","organization_id":"${organizationId}","z":"${'x'.repeat(length)}"}`
  const room = 16 * 1024 * 1024 - record(0).length
  expect(await outcome(await packageOfRecord(key, 'assets', record(room)))).toBe('verified')
  const long = await tamper(
    await packageOfRecord(key, 'assets', record(0)),
    (files) => editLines(files, 'assets', () => [record(room + 1)]),
    key,
  )
  expect(await outcome(long)).toBe('part_size')
})

import { expect } from 'vitest'
import type { TestInstallation } from '../../harness/installation.ts'
import type { Answer } from './http.ts'
import { query } from './query.ts'

export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Checks the error format of docs/api.md 7.1, and the headers that every answer has. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { error: { code } } })
  expect(Object.keys(answer.body)).toEqual(['error'])
  const { message, details = {}, ...rest } = answer.body.error
  expect(rest).toEqual({ code })
  expect(message).toBeTypeOf('string')
  expect(details).toBeTypeOf('object')
  if (code === 'validation_error') {
    expect(details.formErrors).toBeInstanceOf(Array)
    expect(details.fieldErrors).toBeTypeOf('object')
    const messages = [...details.formErrors, ...Object.values(details.fieldErrors).flat()]
    expect(messages.length).toBeGreaterThan(0)
  }
  expect(answer.headers['x-request-id']).toMatch(UUID_V7)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
}

type Entry = {
  id: string
  operation: string
  outcome: string
  code: string | null
  organization_id: string
  actor: { kind: string; id: string | null; name: string | null }
  receipts: { type: string; count: number; root: string }[]
  details: { [key: string]: unknown }
  request_id: string
  via: string
}

/** Returns the audit entries of a call, found by the request id of its answer. */
export async function entriesOf(at: TestInstallation, answer: Pick<Answer, 'headers'>): Promise<Entry[]> {
  const rows = await query<{ entry: string }>(
    at.databaseUrl,
    'select entry from ledger.entries where id = $1',
    [answer.headers['x-request-id']],
  )
  return rows.map(({ entry }) => JSON.parse(entry))
}

/** Checks that a call has exactly one entry, with this outcome and code. */
export async function expectEntry(
  at: TestInstallation,
  answer: Pick<Answer, 'headers'>,
  wanted: Partial<Entry>,
): Promise<void> {
  const entries = await entriesOf(at, answer)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject(wanted)
}

import { expect, test } from 'vitest'
import type { Entry } from '../../clients/cli/src/audit/entry.ts'
import { apiActivity } from '../../clients/cli/src/audit/ocsf.ts'
import { ocsfProblems } from './ocsf.ts'

const entry: Entry = {
  id: '01990000-0000-7000-8000-000000000001',
  request_id: '01990000-0000-7000-8000-000000000001',
  organization_id: '01990000-0000-7000-8000-00000000000a',
  at: '2026-11-22T12:01:00.500Z',
  actor: { kind: 'api_key', id: '01990000-0000-7000-8000-00000000000b', name: 'ci' },
  via: 'rest',
  operation: 'getIncident',
  outcome: 'refused',
  code: 'rate_limited',
  details: {},
  receipts: [],
  leaf_index: 7,
  incident_ids: [],
}

test('an entry that counts calls is an event with their number and time; any other entry has neither', () => {
  const [window_start, window_end] = ['2026-11-22T12:00:00.000Z', '2026-11-22T12:01:00.000Z']
  const counted = apiActivity({ ...entry, details: { calls: 400, window_start, window_end } }, 'server')
  expect(ocsfProblems(counted)).toEqual([])
  expect(counted).toMatchObject({
    count: 400,
    start_time: Date.parse(window_start),
    end_time: Date.parse(window_end),
  })
  expect(Object.keys(apiActivity(entry, 'server'))).not.toContain('count')
})

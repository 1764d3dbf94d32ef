import { create } from '@bufbuild/protobuf'
import type { PoolClient } from 'pg'
import { expect, test, vi } from 'vitest'
import {
  IncidentSchema,
  Regulation,
  Severity,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { timestampOf } from '../../../kernel/values/time.ts'
import { DEFAULT_SETTINGS } from '../../domain/obligations/rule-sets.ts'
import { project } from './projection.ts'

test('the event loop keeps turning while obligations of many incidents are computed', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const incident = create(IncidentSchema, {
    ...{ id: '01a20627-1e40-7000-bd2a-85ad02eff22d', version: 2, regulation: Regulation.NIS2 },
    ...{ severity: Severity.HIGH, isSignificant: true, detectedAt: timestampOf(at) },
  })
  const inputs = Array.from({ length: 1000 }, () => ({ incident, filings: [], settings: DEFAULT_SETTINGS }))
  // This clock advances by a millisecond with each reading, so that the speed of the machine does not matter.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now)
  let turns = 0
  let isComputing = true
  const count = (): void => {
    turns++
    if (isComputing) setImmediate(count)
  }
  setImmediate(count)
  const database = { query: async () => ({ rows: [] }) } as unknown as PoolClient
  await project(database, '01a20627-1e40-7000-bd2a-85ad02eff22e', inputs, new Date(at))
  isComputing = false
  clock.mockRestore()
  expect(turns).toBeGreaterThan(50)
})

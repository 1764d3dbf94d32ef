import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../services/kernel/logging/log.ts'
import { rpc } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesOf } from '../webhook/support/evidence.ts'

let at: TestInstallation
const lines = new PassThrough()
beforeAll(async () => {
  at = await bootInstallation({ log: createLog({}, lines) })
})
afterAll(() => at.stop())

test.each(['0', '0000000000'])(
  'a deadline that has already passed (%s) is answered as the caller’s error, and not logged as a failure',
  async (deadline) => {
    const { session } = at.organization.admin
    const headers = { 'connect-timeout-ms': deadline }
    for (const [path, body] of [
      ['attestry.ledger.v1.IncidentService/ListIncidents', {}],
      ['attestry.ledger.v1.IncidentService/CreateIncident', { title: 'One', severity: 'SEVERITY_LOW' }],
    ] as const) {
      const answer = await rpc(at.baseUrl, path, { session, body, headers })
      expect([answer.status, answer.body.code, answer.body.error.code]).toEqual([
        504,
        'deadline_exceeded',
        'deadline_exceeded',
      ])
      const entry = { outcome: 'refused', code: 'deadline_exceeded', via: 'control' }
      expect(await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))).toEqual([
        expect.objectContaining(entry),
      ])
    }
    expect(String(lines.read() ?? '')).not.toContain('call failed')
  },
)

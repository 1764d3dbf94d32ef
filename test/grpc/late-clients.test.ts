import { once } from 'node:events'
import http2 from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DescMethodUnary } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentRunService } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesBy, makeMicroservice } from './support/microservice.ts'
import { status, stub } from './support/stub.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
})
afterAll(() => at.stop())

describe('a service client that is revoked while the message of its call arrives reads and writes nothing', () => {
  const RUN = { agentIdentity: 'late', runRef: 'late', startedAt: '2026-01-02T03:04:05Z' }
  const calls: [string, 'ledger' | 'ingestion', DescMethodUnary, object][] = [
    [
      'a write',
      'ledger',
      IncidentService.method.createIncident,
      { title: 'Late', severity: 'SEVERITY_HIGH' },
    ],
    ['a read', 'ledger', IncidentService.method.listIncidents, {}],
    ['a write of another service', 'ingestion', AgentRunService.method.submitRuns, { runs: [RUN] }],
  ]
  test.each(calls)('%s', async (_, service, method, message) => {
    const client = await makeMicroservice(at, { services: ['ledger', 'ingestion'] })
    const session = http2.connect(at.urls[service]!)
    const stream = session.request({
      ':method': 'POST',
      ':path': `/${method.parent.typeName}/${method.name}`,
      'content-type': 'application/json',
      authorization: `Bearer ${client.token}`,
      'attestry-organization': at.organization.id,
    })
    const answered = once(stream, 'response')
    const body = JSON.stringify(message)
    stream.write(body.slice(0, 1))
    expect(await lists(client.token, service)).toBe(status.OK)
    await client.revoke()
    await expect.poll(() => lists(client.token, service)).toBe(status.UNAUTHENTICATED)
    // Nothing is looked up again for a message that has come within a second.
    await sleep(1100)
    stream.end(body.slice(1))
    const [headers] = await answered
    session.destroy()
    expect(headers[':status']).toBe(401)
    const refused = (await entriesBy(at, client.id)).filter(({ outcome }) => outcome === 'refused')
    expect(refused).toMatchObject([{ operation: method.localName, code: 'unauthorized', receipts: [] }])
  })
})

/** How a list of the service is answered to the client now. */
async function lists(token: string, service: 'ledger' | 'ingestion'): Promise<status> {
  const { listRuns } = AgentRunService.method
  const called = stub(at.urls[service]!)
  const to = { token, organization: at.organization.id }
  const { code } = await (service === 'ledger'
    ? called.unary(IncidentService.method.listIncidents, {}, to)
    : called.unary(listRuns, {}, to))
  called.close()
  return code
}

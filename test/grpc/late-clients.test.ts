import { once } from 'node:events'
import http2 from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DescMethodUnary } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentRunService } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { encodeCaller, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesBy, type Microservice, makeMicroservice } from './support/microservice.ts'
import { status, stub } from './support/stub.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
})
afterAll(() => at.stop())

describe('a service client that is revoked while its message arrives reads and writes nothing', () => {
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
  test.concurrent.each(calls)('%s', async (_, service, method, message) => {
    const client = await makeMicroservice(at, { services: ['ledger', 'ingestion'] })
    const headers = { 'attestry-organization': at.organization.id }
    const isKnown = async () => (await lists(client.token, service)) === status.OK
    const call = { service, method, message, headers }
    expect(await sent(client, call, () => revoked(client, isKnown))).toBe(401)
    const refused = (await entriesBy(at, client.id)).filter(({ outcome }) => outcome === 'refused')
    expect(refused).toMatchObject([{ operation: method.localName, code: 'unauthorized', receipts: [] }])
  })
})

test.concurrent('a process of the installation whose service client is revoked meanwhile is refused as any caller', async () => {
  const client = await makeMicroservice(at, { trusted: true })
  const headers = { 'attestry-caller-bin': encodeCaller(operatorCaller('listClients', new Date())) }
  const listed = {
    service: 'ledger',
    method: ClientService.method.listClients,
    message: {},
    headers,
  } as const
  const isKnown = async () => (await sent(client, listed)) === 200
  expect(await sent(client, listed, () => revoked(client, isKnown))).toBe(401)
})

type Sent = {
  service: 'ledger' | 'ingestion'
  method: DescMethodUnary
  message: object
  headers: { [name: string]: string }
}

/** The status of a call of which all but the first byte is sent after something else has happened. */
async function sent(
  { token }: Microservice,
  { service, method, message, headers }: Sent,
  meanwhile = async () => {},
): Promise<number> {
  const session = http2.connect(at.urls[service]!)
  const stream = session.request({
    ':method': 'POST',
    ':path': `/${method.parent.typeName}/${method.name}`,
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    ...headers,
  })
  const answered = once(stream, 'response')
  const body = JSON.stringify(message)
  stream.write(body.slice(0, 1))
  await meanwhile()
  stream.end(body.slice(1))
  const [answer] = await answered
  session.destroy()
  return answer[':status']
}

/** Revokes a client, and waits until that is known, and longer: nothing is looked up again for a message that has come within a second. */
async function revoked(client: Microservice, isKnown: () => Promise<boolean>): Promise<void> {
  expect(await isKnown()).toBe(true)
  await client.revoke()
  await expect.poll(isKnown).toBe(false)
  await sleep(1100)
}

/** The answer to the client's list call now. */
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

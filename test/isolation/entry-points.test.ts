import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { isControl } from '../../gateway/control/rpcs.ts'
import { someAddress } from '../contract/support/caller.ts'
import { cookieOf, rpc } from '../harness/control.ts'
import { call } from '../harness/rest.ts'
import { type Document, type Documented, exampleBody, operationsOf } from '../openapi/support.ts'
import { unpack } from '../verifier/support/zip.ts'
import { nowSeconds, signatureOf } from '../webhook/support/send.ts'
import type { AnswerText } from './support/ask.ts'
import { everythingOf } from './support/everything-of.ts'
import { expectNothing } from './support/matrix.ts'
import { everyRpc, nameOf } from './support/rpcs.ts'
import { apartFrom, leaksIn, neighbour, twoOrganizations } from './support/two.ts'

const two = twoOrganizations()
let document: Document
let operations: Documented[]
beforeAll(async () => {
  const key = two.other.organization.key
  document = (await call(two.at.baseUrl, '/api/v1/openapi.json', { key })).body
  operations = operationsOf(document)
})

/** Body fields that name a stored thing; a new one with the format `uuid` fails the test below until it is listed here. */
const BODIES: { [operation: string]: (id: string) => unknown[] } = {
  submitEvaluations: (id) => [
    { ...RESULT, ai_system_id: id },
    { ...RESULT, ai_system_name: id },
    { ...RESULT, ai_system_id: two.other.ids.system, eval_suite: id },
  ],
}

test('the request bodies of this test have every field that holds an id', () => {
  const holders = operations.filter(({ operation }) =>
    namesUuid(operation.requestBody?.content['application/json'].schema),
  )
  expect(holders.map(({ operation }) => operation.operationId)).toEqual(Object.keys(BODIES))
})

test('REST: an id of another organization in a path, filter, cursor or body answers as an unknown id', async () => {
  let asked = 0
  for (const documented of operations)
    for (const [place, request] of requestsOf(documented))
      await expectNothing(two, [documented.method, documented.path, place], async (id) => {
        const answer = await request(id)
        expect(leaksIn(answer.text, two, id)).toEqual([])
        asked += 1
        return answer
      })
  expect(asked).toBeGreaterThan(300)
})

test('REST: the owner of the ids gets its own data', async () => {
  const { key } = two.owner.organization
  const of = async (path: string) => (await call(two.at.baseUrl, `/api/v1${path}`, { key })).text
  expect(await of(`/incidents/${two.owner.ids.incident}`)).toContain(two.owner.ids.incident)
  expect(await of(`/ai-evaluations?ai_system_id=${two.owner.ids.system}`)).toContain(two.owner.ids.evaluation)
  expect(await of(`/eval-suites?ai_system_id=${two.owner.ids.system}`)).toContain(two.owner.ids.suite)
  expect(await of(`/agent-runs?ai_agent_profile_id=${two.owner.ids.profile}`)).toContain(two.owner.ids.run)
})

test('the incident package of another organization’s incident answers as one of an unknown incident', async () => {
  const { ids } = two.owner
  for (const id of [ids.incident!, ids.system!]) {
    const theirs = await exported(`?incident_id=${id}`)
    const nobodys = await exported(`?incident_id=${neighbour(id)}`)
    expect(theirs.status).toBe(404)
    const shownBy = (answer: typeof theirs) => ({ status: answer.status, text: answer.bytes.toString() })
    expect(apartFrom(id, shownBy(theirs))).toBe(apartFrom(neighbour(id), shownBy(nobodys)))
  }
})

describe('another organization’s own data', () => {
  test('has nothing of the owner in any list of the control API', async () => {
    const lists = (await everyRpc()).filter((method) => isControl(method) && method.name.startsWith('List'))
    expect(lists.length).toBeGreaterThan(15)
    let full = 0
    for (const method of lists) {
      const { endpoint, incident, run } = two.other.ids
      const own = {
        ListWebhookDeliveries: { endpointId: endpoint },
        ListRunEvents: { runId: run },
        ListNextObligations: { incidentIds: [incident] },
      }[method.name]
      const within: { [name: string]: string | undefined } = {
        ListRejectedDeliveries: endpoint,
        ListIncidentTimeline: incident,
        ListIncidentObligations: incident,
        ListIncidentFilings: incident,
        ListIncidentAttachments: incident,
        ListIncidentReports: incident,
      }
      const id = within[method.name]
      const more = id === undefined ? {} : { id }
      const { session } = two.other.organization.admin
      const target = `${method.parent.typeName}/${method.name}`
      const answer = await rpc(two.at.baseUrl, target, { session, body: { ...own, ...more } })
      expect([nameOf(method), answer.status, leaksIn(answer.text, two)]).toEqual([nameOf(method), 200, []])
      if (answer.text.length > 30) full += 1
    }
    expect(full).toBe(lists.length)
  })

  test('has nothing of the owner in its audit log except what it asked for itself', async () => {
    const { session } = two.other.organization.admin
    let cursor = ''
    let entries = 0
    do {
      const answer = await rpc(two.at.baseUrl, 'attestry.ledger.v1.AuditService/ListEntries', {
        ...{ session, body: { page: { limit: 200, cursor } } },
      })
      expect(leaksIn(answer.text, two)).toEqual([])
      entries += answer.body.entries.length
      cursor = answer.body.nextCursor ?? ''
    } while (cursor !== '')
    expect(entries).toBeGreaterThan(300)
  })

  test('has nothing of the owner in any file of its evidence package', async () => {
    const { status, bytes } = await exported('')
    expect(status).toBe(200)
    const files = [...unpack(bytes)]
    expect(files.length).toBeGreaterThan(20)
    for (const [name, content] of files) {
      const text = (name.endsWith('.gz') ? gunzipSync(content) : content).toString()
      expect([name, leaksIn(text, two)]).toEqual([name, []])
    }
    expect(bytes.length).toBeGreaterThan(10_000)
  })
})

test('nothing of the owner has changed except by its own calls', async () => {
  const after = await everythingOf(two.at.databaseUrl, two.owner.organization.id)
  const { 'ledger.entries': entries, ...rest } = after
  expect({ ...rest, 'ledger.entries': two.before['ledger.entries'] }).toEqual(two.before)
  const count = (text: string) => Number(text.split(' ')[0])
  expect(count(entries!)).toBe(count(two.before['ledger.entries']!) + 4)
})

/** Last: the owner may see on its endpoint the rejected calls. */
test('the webhook answers the owner’s path with another organization’s secret as an unknown path', async () => {
  const body = JSON.stringify({ title: 'x', severity: 'low' })
  const request = async (path: string) => {
    const signature = signatureOf(two.other.webhook.secret, nowSeconds(), body)
    const headers = { 'x-service-signature': signature, ...Object.fromEntries([someAddress()]) }
    const { status, text } = await call(two.at.baseUrl, path, { body, headers })
    return { status, text }
  }
  const path = two.owner.webhook.path
  const theirs = await request(path)
  expect(theirs.status).toBe(401)
  expect(theirs).toEqual(await request(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`))
})

/** The ways in which an operation takes an id, each a call by the other. */
/** A request for each place of an operation that takes an id, with the name of the place. */
function requestsOf(documented: Documented): Place[] {
  const { method, path, operation } = documented
  const { key } = two.other.organization
  const body = exampleBody(documented)
  const ask = async (target: string, sent: unknown) => {
    const answer = await call(two.at.baseUrl, target, {
      key,
      method,
      ...(sent === undefined ? {} : { body: sent }),
    })
    return { status: answer.status, text: answer.text }
  }
  const parameters = operation.parameters as { in: string; name: string; schema: { format?: string } }[]
  const ids = parameters.filter(({ in: place, schema }) => place !== 'header' && schema.format === 'uuid')
  const byParameter = ids.map(({ in: place, name }): Place => {
    const target = (id: string) =>
      place === 'path'
        ? path.replace(`{${name}}`, encodeURIComponent(id))
        : `${path}?${name}=${encodeURIComponent(id)}`
    return [name, (id) => ask(target(id), body)]
  })
  const count = BODIES[operation.operationId]?.('').length ?? 0
  const byBody = Array.from(
    { length: count },
    (_, i): Place => [`body ${i}`, (id) => ask(path, BODIES[operation.operationId]!(id)[i])],
  )
  return [...byParameter, ...byBody]
}

type Place = [name: string, ask: (id: string) => Promise<AnswerText>]

async function exported(query: string): Promise<{ status: number; bytes: Buffer }> {
  const headers = { cookie: cookieOf(two.other.organization.admin.session) }
  const response = await fetch(`${two.at.baseUrl}/api/control/evidence-export${query}`, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

function namesUuid(schema: Document): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (schema.$ref !== undefined) return namesUuid(document.components.schemas[schema.$ref.split('/').at(-1)])
  return schema.format === 'uuid' || Object.values(schema).some(namesUuid)
}

const RESULT = {
  ...{ source: 'ci', eval_type: 'custom', metric_name: 'm', metric_value: 1, passed: true },
  evaluated_at: '2026-03-01T10:00:00Z',
}

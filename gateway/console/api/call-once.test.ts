import { afterEach, expect, test, vi } from 'vitest'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callOnce } from './call-once.ts'
import { MAY_BE_RECORDED } from './problem.ts'
import { RetryKeys } from './retry-keys.ts'

const { createIncident } = IncidentService.method
const { editIncident } = IncidentWorkService.method
const INCIDENT = { title: 'one' }

afterEach(() => vi.unstubAllGlobals())

/** Answers the calls of the browser in turn. @returns the idempotency keys of the calls */
function answering(...answers: (() => Response)[]): (string | null)[] {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return answers[keys.length - 1]!()
  })
  return keys
}

const json = (status: number, body: object) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const none = (): Response => {
  throw new TypeError('fetch failed')
}
const refused = json(403, { code: 'permission_denied', message: 'the role may not do this' })

test('a call that is refused the second time may have been recorded the first time', async () => {
  const keys = answering(none, refused)
  await expect(callOnce(createIncident, INCIDENT, new RetryKeys(createIncident.input))).rejects.toMatchObject(
    {
      message: MAY_BE_RECORDED,
      isAnswered: false,
    },
  )
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('a call without an answer is made once more with the same key', async () => {
  const keys = answering(none, json(200, { incident: { title: 'one' } }))
  const answer = await callOnce(createIncident, INCIDENT, new RetryKeys(createIncident.input))
  expect(answer.incident?.title).toBe('one')
  expect(new Set(keys).size).toBe(1)
})

test('a refused call, and a call without a key, are not made again', async () => {
  const one = answering(refused)
  await expect(callOnce(createIncident, INCIDENT, new RetryKeys(createIncident.input))).rejects.toThrow(
    'may not',
  )
  expect(one).toHaveLength(1)
  const other = answering(none)
  await expect(callOnce(editIncident, { id: 'i' })).rejects.toMatchObject({ message: MAY_BE_RECORDED })
  expect(other).toEqual([null])
})

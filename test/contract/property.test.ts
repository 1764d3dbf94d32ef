import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Endpoint, LANDED, nameOf } from './endpoints.ts'
import { entriesOf, expectError } from './support/expect-error.ts'
import { countRecords } from './support/records.ts'
import { scene } from './support/scene.ts'

const api = scene()
const CREATES = LANDED.filter(({ bodyLimit }) => bodyLimit !== null)

/** A text field of each endpoint that answers show. */
const SHOWN: { [path: string]: string } = {
  '/incidents': 'title',
  '/assets': 'name',
  '/suppliers': 'name',
  '/ai-evaluations': 'metric_name',
  '/agent-runs': 'agent_identity',
  '/agent-runs/{runId}/events': 'tool_name',
}

/** Values near what the endpoint takes: its least request with some fields replaced by anything. */
function nearby({ least }: Endpoint): fc.Arbitrary<unknown> {
  const fields = Object.keys(least!())
  const replaced = fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), fc.jsonValue(), {
    maxKeys: 4,
  })
  const optional = fc.record(
    {
      description: fc.string({ unit: 'grapheme' }),
      affected_systems: fc.array(fc.string(), { maxLength: 5 }),
      affected_persons_count: fc.oneof(fc.integer(), fc.double()),
      detected_at: fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
      ),
      regulation: fc.constantFrom('nis2', 'dora', 'x', ''),
      contact_email: fc.oneof(fc.emailAddress(), fc.string()),
      org_number: fc.string({ unit: 'binary' }),
    },
    { requiredKeys: [] },
  )
  return fc.tuple(optional, replaced).map(([some, other]) => ({ ...least!(), ...some, ...other }))
}

describe.each(CREATES.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const bodies = fc.oneof(
    { weight: 3, arbitrary: nearby(endpoint).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)) },
  )

  test('any body is accepted or gets a documented refusal, with one entry, and records only if accepted', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const before = await countRecords(api.at)
        const answer = await api.send(endpoint, { body })
        const entries = await entriesOf(api.at, answer)
        expect(entries).toHaveLength(1)
        const made = (await countRecords(api.at)) - before
        if (answer.status === endpoint.success) {
          // A call that brings something into a state may find it in that state.
          expect(made).toBeGreaterThanOrEqual(endpoint.success === 201 ? 1 : 0)
          expect(entries[0]).toMatchObject({ outcome: 'ok' })
          expect(entries[0]!.receipts.reduce((sum, { count }) => sum + count, 0)).toBe(made)
        } else {
          const unknown = answer.status === 404 && endpoint.refusals.includes(404)
          expectError(answer, unknown ? 404 : 400, unknown ? 'not_found' : 'validation_error')
          expect(made).toBe(0)
          expect(entries[0]).toMatchObject({ outcome: 'refused', receipts: [] })
        }
      }),
      { numRuns: 60 },
    )
  })

  const field = SHOWN[endpoint.path]
  if (field === undefined) return
  test('an accepted text is returned as it was given', async () => {
    const string = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((s) => !s.includes('\0'))
    await fc.assert(
      fc.asyncProperty(string, async (value) => {
        const answer = await api.send(endpoint, {
          body: JSON.stringify({ ...endpoint.least!(), [field]: value }),
        })
        expect(answer.status).toBe(201)
        expect((answer.body.data?.[0] ?? answer.body)[field]).toBe(value)
      }),
      { numRuns: 25 },
    )
  })
})

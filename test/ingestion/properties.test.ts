import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { event, idsOf, result, run, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
})
afterAll(() => at.stop())

/** Results for some measures of one suite version: what counts is the last of each, by measure. */
const submissions = fc.array(
  fc.record({ metric: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.integer({ min: 0, max: 1000 }) }),
  { minLength: 1, maxLength: 12 },
)

test('the newest result of each measure does not depend on the order of unrelated results', async () => {
  await fc.assert(
    fc.asyncProperty(submissions, fc.infiniteStream(fc.nat()), fc.boolean(), async (given, dice, whole) => {
      const newest = await Promise.all(
        [given, interleaved(given, dice)].map(async (order) => {
          const systemId = await tenant.system(`System ${crypto.randomUUID()}`)
          const suiteId = await tenant.suite(systemId, 'release', 'a:custom:gte:0')
          const bodies = order.map(({ metric, value }) =>
            result({
              ai_system_id: systemId,
              eval_suite: suiteId,
              eval_type: 'custom',
              metric_name: metric,
              metric_value: value,
            }),
          )
          for (const body of whole ? [bodies] : bodies) await tenant.rest('/ai-evaluations', body)
          return tenant.sql(
            'select metric_name, metric_value from ingestion.newest_results_v1 where suite_id = $1 order by 1',
            [suiteId],
          )
        }),
      )
      expect(newest[1]).toEqual(newest[0])
      const last = new Map(given.map(({ metric, value }) => [metric, value]))
      expect(newest[0]).toEqual(
        [...last].sort().map(([metric_name, metric_value]) => ({ metric_name, metric_value })),
      )
    }),
    { numRuns: 15 },
  )
})

test('every number is stored as exactly the same double', async () => {
  const systemId = await tenant.system('Exact')
  const suiteId = await tenant.suite(systemId, 'release', 'a:custom:gte:0')
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 100 }), async (values) => {
      const answer = await tenant.rest(
        '/ai-evaluations',
        values.map((metric_value, i) =>
          result({ ai_system_id: systemId, eval_suite: suiteId, metric_name: `m${i}`, metric_value }),
        ),
      )
      expect(answer.status).toBe(201)
      const stored = await tenant.sql<{ evaluation_id: string; metric_value: number }>(
        'select evaluation_id, metric_value from ingestion.newest_results_v1 where evaluation_id = any ($1)',
        [idsOf(answer)],
      )
      const byId = new Map(stored.map((row) => [row.evaluation_id, row.metric_value]))
      expect(idsOf(answer).map((id) => byId.get(id))).toEqual(
        values.map((value) => (value === 0 ? 0 : value)),
      )
    }),
    { numRuns: 15 },
  )
})

test('any accepted text comes back as it was sent, with line breaks and quotes', async () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 60 })
    // As a key of the payload below, this name is refused (strict JSON).
    .filter((value) => value.isWellFormed() && !value.includes('\0') && value !== '__proto__')
  await fc.assert(
    fc.asyncProperty(text, text, text, async (agent_identity, model_name, tool_name) => {
      const given = run({ agent_identity, model_name, run_ref: `${crypto.randomUUID()}${model_name}` })
      const [stored] = (await tenant.rest('/agent-runs', given)).body.data
      expect(stored).toMatchObject({ agent_identity, model_name, run_ref: given.run_ref })
      const shown = await tenant.rest(`/agent-runs/${stored.id}/events`, [
        event(1, { tool_name, payload: { [tool_name]: model_name } }),
      ])
      expect(shown.body.data).toMatchObject([{ tool_name }])
      const duplicate = await tenant.rest('/agent-runs', given)
      expect(duplicate.body.error.details.duplicates).toEqual([
        { index: 0, run_ref: given.run_ref, id: stored.id },
      ])
    }),
    { numRuns: 25 },
  )
})

/** The same results in another order, those of one measure in theirs. */
function interleaved<T extends { metric: string }>(given: T[], dice: Iterator<number>): T[] {
  const queues = [...Map.groupBy(given, ({ metric }) => metric).values()].map((queue) => [...queue])
  const order: T[] = []
  while (order.length < given.length) {
    const open = queues.filter((queue) => queue.length > 0)
    order.push(open[dice.next().value! % open.length]!.shift()!)
  }
  return order
}

import { expect, test } from 'vitest'
import { Lineage } from '../../../verifier/src/replay/lineage.mjs'
import { ObligationInputs } from '../../../verifier/src/replay/obligation-inputs.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'
import { Telemetry } from '../../../verifier/src/replay/telemetry.mjs'

/* What the replay drops because of a limit is left out only once a later record would have been compared with it. */

/** One more than the replay keeps. */
const COUNT = 200_001
const idOf = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`

test('a version is left out of the comparison only if the one before it was dropped', () => {
  const budget = new StateBudget()
  const lineage = new Lineage(budget)
  const take = (n: number, version: number, hash: string): void =>
    lineage.take('incidents', linesOf('', hash), {
      id: idOf(n),
      version,
      madeFrom: version === 1 ? undefined : Buffer.from(hash, 'latin1').toString('hex'),
    })
  for (let n = 0; n < COUNT; n++) take(n, 1, 'h')
  take(1, 2, 'h')
  expect([...budget.leftOut]).toEqual([])
  take(0, 2, 'h')
  expect(budget.leftOut.size).toBe(1)
})

test('the incident of obligations is left out of the comparison if its newest version was dropped', () => {
  const budget = new StateBudget()
  const lineage = new Lineage(budget)
  for (let n = 0; n < COUNT; n++)
    lineage.take('incidents', linesOf('', 'h'), { id: idOf(n), version: 1, madeFrom: undefined })
  expect([lineage.newestOf('incidents', idOf(1)), budget.leftOut.size]).toEqual(['h', 0])
  expect([lineage.newestOf('incidents', idOf(0)), budget.leftOut.size]).toEqual([undefined, 1])
})

test('an event is left out of the comparison only if its run was dropped', () => {
  const budget = new StateBudget()
  const telemetry = new Telemetry(budget)
  for (let n = 0; n < COUNT; n++)
    telemetry.take(
      'agent-runs',
      { id: idOf(n), agent_identity: 'bot' },
      { at: n, leaf: n, place: { file: 'agent-runs.jsonl' } },
    )
  const use = (n: number): void =>
    telemetry.event(linesOf(`{"run_id":"${idOf(n)}","seq":1,"tool_name":"search"}`, 'h'), COUNT)
  use(1)
  expect([...budget.leftOut]).toEqual([])
  use(0)
  expect(budget.leftOut.size).toBe(1)
})

test('obligations are left out of the comparison only if they come after more filings than are kept', () => {
  const budget = new StateBudget()
  const inputs = new ObligationInputs(() => undefined, budget)
  inputs.take('reporting-settings', {}, {})
  const obligations = { id: idOf(0), input: { settings: {}, filings: [] } }
  for (let n = 1; n <= COUNT; n++) {
    inputs.take('incident-filings', { incident_id: idOf(n) }, {})
    if (n === COUNT - 1) inputs.take('obligations', obligations, {})
  }
  expect([...budget.leftOut]).toEqual([])
  inputs.take('obligations', obligations, {})
  expect([...budget.leftOut]).toEqual([
    'whether obligations after 200000 filings follow from those of the log',
  ])
})

/** A line as `Lines` gives it. */
function linesOf(text: string, hash: string): Parameters<Telemetry['event']>[0] {
  const bytes = Buffer.from(text)
  const lines = { bytes, start: 0, end: bytes.length, file: 'x.jsonl', line: 1, leafHash: () => hash }
  return lines as unknown as Parameters<Telemetry['event']>[0]
}

import { expect, test } from 'vitest'
import { ObligationInputs } from '../../../verifier/src/replay/obligation-inputs.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'
import { Failure, LimitReached } from '../../../verifier/src/report/failure.mjs'
import { FILED, obligationRecord } from '../support/incidents.ts'
import { uuid } from '../support/log.ts'

/* The inputs of obligations, as step 9 compares them with the log. */

const record = obligationRecord()
const other = { ...FILED, id: uuid('other filing'), step: 'notification' }
const place = {}

/** The failure for obligations after the filings of their incident, made in one entry. */
function compared(filings: object[], stated: object[]): string {
  const inputs = new ObligationInputs(() => undefined, new StateBudget())
  inputs.begin(undefined)
  for (const filing of filings)
    inputs.take('incident-filings', { ...filing, incident_id: record.id, reference: 'R' }, place)
  const obliged = { ...record, input: { ...record.input, filings: stated } }
  try {
    inputs.take('obligations', obliged, place)
    return 'fine'
  } catch (cause) {
    return cause instanceof Failure ? cause.code : String(cause)
  }
}

test('the filings of obligations must be those of the log, each once, in any order', () => {
  expect(compared([FILED, other], [FILED, other])).toBe('fine')
  expect(compared([FILED, other], [other, FILED])).toBe('fine')
  expect(compared([FILED, other], [FILED])).toBe('input_differs')
  expect(compared([FILED], [FILED, other])).toBe('input_differs')
  expect(compared([FILED, other], [FILED, FILED])).toBe('input_differs')
  expect(compared([FILED], [FILED, FILED])).toBe('input_differs')
})

test('an entry with very many obligations and incidents ends the comparison instead of using up memory', () => {
  const inputs = new ObligationInputs(() => undefined, new StateBudget())
  const take = (count: number) => {
    inputs.begin(undefined)
    for (let i = 0; i < count; i++)
      inputs.take('incidents', { ...record.input?.incident, id: uuid(`incident ${i}`) }, place)
  }
  take(1000)
  take(1000)
  expect(() => take(1001)).toThrow(LimitReached)
})

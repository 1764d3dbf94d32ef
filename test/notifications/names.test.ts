import { expect, test } from 'vitest'
import { reportOf } from '../../gateway/console/routes/incidents/report-of.ts'
import { type Regime, RegimeSchema } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'
import { reportName } from '../../services/ledger/domain/obligations/names.ts'
import { REGIMES } from '../../services/ledger/domain/obligations/obligations-of.ts'

const words = enumText<Regime>(RegimeSchema)

test('a report has the same name in reminders and in the console', () => {
  const steps = REGIMES.flatMap(({ name, stepNames }) => stepNames.map((step) => ({ name, step })))
  expect(steps.length).toBeGreaterThan(15)
  for (const { name, step } of steps) {
    const [report, law, scope] = reportOf({ regime: words.value(name), step }).split(', ')
    const named = report!.charAt(0).toLowerCase() + report!.slice(1)
    expect(reportName(name, step)).toBe(`${law} ${named}${scope === undefined ? '' : ` (${scope})`}`)
  }
})

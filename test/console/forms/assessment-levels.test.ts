import { expect, test } from 'vitest'
import { LEVELS } from '../../../gateway/console/routes/incidents/assessment-levels.ts'
import { LAW_OF } from '../../../gateway/console/routes/incidents/law-of-regulation.ts'
import { STEPS_OF } from '../../../gateway/console/routes/incidents/steps-of-laws.ts'
import { RegimeSchema } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { RegulationSchema } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import { REGIMES } from '../../../services/ledger/domain/obligations/obligations-of.ts'

test('the assessment form offers the levels of each regime, in their order', () => {
  const words = enumText(RegimeSchema)
  const offered = LEVELS.map(([regime, levels]) => [words.word(regime), levels.map(([level]) => level)])
  const known = REGIMES.map(({ name, levels }) => [name, [...levels]])
  expect(offered.sort()).toEqual(known.sort())
})

test('the form of a national difference offers the reports of each regime, in their order', () => {
  const words = enumText(RegimeSchema)
  const offered = STEPS_OF.map(([regime, steps]) => [words.word(regime), steps])
  const known = REGIMES.map(({ name, stepNames }) => [name, [...stepNames]])
  expect(offered.sort()).toEqual(known.sort())
})

test('the assessment form begins with the law that follows from the incident’s regulation', () => {
  const [laws, regulations] = [enumText(RegimeSchema), enumText(RegulationSchema)]
  const begun = Object.entries(LAW_OF).map(([of, law]) => [regulations.word(Number(of)), laws.word(law)])
  const known = REGIMES.filter(({ regulation }) => regulation !== '').map(({ name, regulation }) => [
    regulation,
    name,
  ])
  expect(begun.sort()).toEqual(known.sort())
})

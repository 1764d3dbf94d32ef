import { expect, test } from 'vitest'
import { IncidentStatus } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { nextStatus, statusChoices } from './status-choices.ts'

const ALL = Object.values(IncidentStatus).filter((status) => status !== IncidentStatus.UNSPECIFIED)

test.each(ALL)(
  'an incident of status %i is offered every status but its own, and one of these first',
  (status) => {
    const offered = statusChoices([{ status }]).map(([value]) => Number(value))
    expect(offered).toEqual(ALL.filter((other) => other !== status))
    expect(offered).toContain(Number(nextStatus({ status })))
  },
)

test('incidents of several statuses are offered every status', () => {
  const offered = statusChoices([{ status: IncidentStatus.OPEN }, { status: IncidentStatus.CLOSED }])
  expect(offered.map(([value]) => Number(value))).toEqual(ALL)
})

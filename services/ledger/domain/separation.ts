import { create } from '@bufbuild/protobuf'
import {
  type SeparationOfDuties,
  SeparationOfDutiesSchema,
} from '../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { Checks } from '../../kernel/values/checks.ts'

/** Which acts on the gate need different people (docs/gate-rules.md, "Separation of duties"), as it is recorded. */
export type Separation = {
  attester_per_role: boolean
  certifier_is_another: boolean
  changes_need_another: boolean
  role_wait_hours: number
}

/** The settings that were asked for; what a new organization gets where none were. @throws DomainError VALIDATION */
export function separationOf(it: SeparationOfDuties | undefined): Separation {
  if (it === undefined) return { ...SEPARATED }
  const { roleWaitHours: hours } = it
  const whole = Number.isInteger(hours) && hours >= 0 && hours <= MAX_WAIT_HOURS
  new Checks()
    .that(whole, 'separation_of_duties.role_wait_hours', `must be from 0 to ${MAX_WAIT_HOURS}`)
    .done()
  return {
    attester_per_role: it.attesterPerRole,
    certifier_is_another: it.certifierIsAnother,
    changes_need_another: it.changesNeedAnother,
    role_wait_hours: hours,
  }
}

export function separationMessage(it: Separation): SeparationOfDuties {
  return create(SeparationOfDutiesSchema, {
    attesterPerRole: it.attester_per_role,
    certifierIsAnother: it.certifier_is_another,
    changesNeedAnother: it.changes_need_another,
    roleWaitHours: it.role_wait_hours,
  })
}

/** Whether any duty is separated. */
export function isSeparated(it: Separation | undefined): boolean {
  if (it === undefined) return false
  return it.attester_per_role || it.certifier_is_another || it.changes_need_another || it.role_wait_hours > 0
}

const SEPARATED: Separation = {
  attester_per_role: true,
  certifier_is_another: true,
  changes_need_another: true,
  role_wait_hours: 24,
}

/** Thirty days: how far back grants are looked at. */
const MAX_WAIT_HOURS = 720

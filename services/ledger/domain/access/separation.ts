import { create } from '@bufbuild/protobuf'
import {
  type SeparationOfDuties,
  SeparationOfDutiesSchema,
} from '../../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'

/** Which actions on the gate need different people (docs/gate-rules.md, "Separation of duties"), in the form of records. */
export type Separation = {
  attester_per_role: boolean
  certifier_is_another: boolean
  changes_need_another: boolean
  role_wait_hours: number
}

/** The requested settings; without a request, those of a new organization. */
export function separationOf(settings: SeparationOfDuties | undefined): Separation {
  if (settings === undefined) return { ...SEPARATED }
  const { roleWaitHours: hours } = settings
  return {
    attester_per_role: settings.attesterPerRole,
    certifier_is_another: settings.certifierIsAnother,
    changes_need_another: settings.changesNeedAnother,
    role_wait_hours: hours,
  }
}

export function separationMessage(settings: Separation): SeparationOfDuties {
  return create(SeparationOfDutiesSchema, {
    attesterPerRole: settings.attester_per_role,
    certifierIsAnother: settings.certifier_is_another,
    changesNeedAnother: settings.changes_need_another,
    roleWaitHours: settings.role_wait_hours,
  })
}

/** Whether any duty is separated. */
export function isSeparated(settings: Separation | undefined): boolean {
  if (settings === undefined) return false
  return (
    settings.attester_per_role ||
    settings.certifier_is_another ||
    settings.changes_need_another ||
    settings.role_wait_hours > 0
  )
}

const SEPARATED: Separation = {
  attester_per_role: true,
  certifier_is_another: true,
  changes_need_another: true,
  role_wait_hours: 24,
}

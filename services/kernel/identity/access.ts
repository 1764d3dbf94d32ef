import { type DescMethod, getOption, hasOption } from '@bufbuild/protobuf'
import { type Access, access } from '../../../proto/gen/attestry/common/v1/access_pb.ts'
import { type Role, RoleSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'

/** The names of the services; the second part of a proto package. */
export const SERVICE_NAMES = ['ledger', 'gate', 'ingestion', 'evidence'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]

/**
 * The access that the proto declares for a method. Where it says `every_role`, `control` has all roles. @throws Error for a
 * method that declares nothing
 */
export function accessOf(method: DescMethod): Access {
  let found = declared.get(method)
  if (found === undefined) {
    if (!hasOption(method, access))
      throw new Error(`${method.parent.typeName}/${method.name} declares no access`)
    found = getOption(method, access)
    if (found.everyRole) found = { ...found, control: EVERY_ROLE }
    declared.set(method, found)
  }
  return found
}

/** Whether a method of ours, or of another project, returns lists or other large answers. */
export function isLimited(method: DescMethod): boolean {
  return hasOption(method, access) && accessOf(method).limitedConcurrency
}

/** The audit operation of a method: its name in lowerCamel. */
export function operationOf(method: DescMethod): string {
  return method.localName
}

/** The service a method belongs to, e.g. `gate` for attestry.gate.v1. */
export function serviceOf(method: DescMethod): string {
  return method.parent.file.proto.package.split('.')[1] ?? ''
}

const EVERY_ROLE = RoleSchema.values.map(({ number }) => number as Role).filter((role) => role !== 0)
const declared = new Map<DescMethod, Access>()

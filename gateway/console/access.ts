import type { DescMethod } from '@bufbuild/protobuf'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { ROLES } from '../../services/kernel/identity/caller.ts'
import { controlRoutes } from '../control/routes.ts'
import { isControl } from '../control/rpcs.ts'
import { CONTROL_SERVICES } from '../control/services.ts'

/** What the control API opens: by `<package.Service>/<Method>` or `<METHOD> <path>`, the roles, and the add-on where one is needed. */
export type ControlAccess = { [rpc: string]: { roles: string[]; addon?: string } }

/** Read from the protos, so that the console offers to each person what that person may do, and nothing more. */
export function controlAccess(): ControlAccess {
  const rpcs = CONTROL_SERVICES.flatMap((service) => service.methods.filter(isControl))
  return Object.fromEntries([
    ...rpcs.map((method) => [`${method.parent.typeName}/${method.name}`, grantOf(method)]),
    ...controlRoutes.map(({ method, path, rpc }) => [`${method} ${path}`, grantOf(rpc)]),
  ])
}

function grantOf(method: DescMethod): ControlAccess[string] {
  const { control, addon } = accessOf(method)
  const roles = control.map((role) => ROLES.word(role))
  return addon === '' ? { roles } : { roles, addon }
}

import { accessOf } from '../../services/kernel/access.ts'
import { ROLES } from '../../services/kernel/caller.ts'
import { isControl } from '../control/rpcs.ts'
import { CONTROL_SERVICES } from '../control/services.ts'

/** What the control API opens: by `<package.Service>/<Method>`, the roles, and the add-on where one is needed. */
export type ControlAccess = { [rpc: string]: { roles: string[]; addon?: string } }

/** Read from the protos, so that the console offers to each person what that person may do, and nothing more. */
export function controlAccess(): ControlAccess {
  return Object.fromEntries(
    CONTROL_SERVICES.flatMap((service) => service.methods.filter(isControl)).map((method) => {
      const { control, addon } = accessOf(method)
      const roles = control.map((role) => ROLES.word(role))
      return [`${method.parent.typeName}/${method.name}`, addon === '' ? { roles } : { roles, addon }]
    }),
  )
}

/** What this page knows of its person: set at sign-in, read everywhere. */
export const state = { session: undefined, access: {} }

/** Whether the person may use a door of the control API: an RPC, or `<METHOD> <path>`. */
export function may(door) {
  const { session, access } = state
  const found = access[door]
  if (session === undefined || found === undefined || !found.roles.includes(session.user.role)) return false
  return found.addon === undefined || session.organization.addons.includes(found.addon)
}

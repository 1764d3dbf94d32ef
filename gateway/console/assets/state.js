/** What this page knows of its person: set at sign-in, read everywhere. */
export const state = { session: undefined, access: {} }

/** Whether the person may use an endpoint of the control API: an RPC, or `<METHOD> <path>`. */
export function may(endpoint) {
  const { session, access } = state
  const found = access[endpoint]
  if (session === undefined || found === undefined || !found.roles.includes(session.user.role)) return false
  return found.addon === undefined || session.organization.addons.includes(found.addon)
}

/** What the origin of every organization's log begins with. */
export const ORIGIN_PREFIX = 'attestry/'

/** Returns the origin of an organization's log (C2SP tlog-checkpoint), which is also the key name in its checkpoints. */
export function logOrigin(organizationId: string): string {
  return `${ORIGIN_PREFIX}${organizationId}`
}

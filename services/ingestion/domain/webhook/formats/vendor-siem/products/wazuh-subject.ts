import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'

/**
 * What a Wazuh alert has in common with the one that says that it is over: the agent, and the vulnerability with its package or the
 * check with its policy; null of any other alert. `kinds`: the path that such an alert has, and what belongs to it.
 */
export function wazuhSubject(agent: readonly string[], ...kinds: readonly (readonly string[])[]) {
  return (alert: unknown): string | null => {
    const kind = kinds.find(([path]) => valueAt(alert, path!) !== undefined)
    if (kind === undefined || valueAt(alert, ...agent) === undefined) return null
    return contentHash([...agent, ...kind].map((path) => [path, valueAt(alert, path) ?? null]))
  }
}

import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { idAt } from '../identity.ts'

/**
 * What a Wazuh alert has in common with the one that says that it is over: the agent, and the vulnerability with its package or the
 * check with its policy; null of any other alert, and of one that names no agent. `prefix`: of the paths of the agent. `kinds`: the
 * path that such an alert has, and what belongs to it.
 */
export function wazuhSubject(prefix: string, ...kinds: readonly (readonly string[])[]) {
  const agent = [`${prefix}agent.id`, `${prefix}agent.name`]
  return (alert: unknown): string | null => {
    const kind = kinds.find(([path]) => idAt(alert, [path!]) !== null)
    if (kind === undefined || idAt(alert, agent) === null) return null
    const paths = [...agent, `${prefix}cluster.name`, ...kind]
    return contentHash(paths.map((path) => [path, valueAt(alert, path) ?? null]))
  }
}

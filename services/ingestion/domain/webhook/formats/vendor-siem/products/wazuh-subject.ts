import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { idAt } from '../identity.ts'

/**
 * Returns a hash of the values that a Wazuh alert shares with its closure: the agent, and the vulnerability with its package or
 * the check with its policy. Returns null for any other alert, and for one that names no agent.
 *
 * @param prefix of the agent's paths
 * @param kinds for each kind of alert, the path that tells it, followed by the other paths of the subject
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

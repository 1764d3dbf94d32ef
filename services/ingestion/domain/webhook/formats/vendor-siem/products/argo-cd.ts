import { valueAt } from '../../../fields.ts'
import { isAbsent, plainText } from '../../../text.ts'
import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const both = (path: string) => [`app.${path}`, path]
const NAME = both('metadata.name')
const PHASE = both('status.operationState.phase')
const HEALTH = both('status.health.status')
const SYNC = both('status.sync.status')

/** An application of Argo CD, whole or in parts, as a template of its notifications sends it. */
export const argoCd: Product = {
  id: 'argo_cd',
  name: 'Argo CD',
  source:
    'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-argocd.md; https://argo-cd.readthedocs.io/en/stable/operator-manual/notifications/',
  forms: [
    [has('app.metadata.name'), hasOneOf('app.status.sync.status', 'app.status.health.status')],
    [
      like('apiVersion', /^argoproj\.io\//, 'of Argo'),
      has('metadata.name'),
      hasOneOf('status.sync.status', 'status.health.status'),
    ],
  ],
  title: [{ path: 'app.metadata.name', of: titleOf }],
  description: [
    (app) =>
      valueAt(
        app,
        ...(isFailed(app) ? both('status.operationState.message') : both('status.health.message')),
      ),
  ],
  severity: [],
  time: [timeOf],
  systems: [...NAME, ...both('spec.destination.namespace')],
  identity: {
    of: (app) => (isAbsent(plainText(timeOf(app))) ? null : ofChange(app)),
    closes: hashOfSubject(
      NAME[0]!,
      NAME[1]!,
      ...both('metadata.namespace'),
      ...both('spec.destination.server'),
    ),
    why: 'An alert has no id. Identity: application, destination, states, revision and time. Where only the health changed, most versions send no time: then only the very delivery identifies the alert. An application that is synced and healthy again finds its alert by name, namespace and destination.',
  },
  state: [rule(stateOf, ...HEALTH, ...SYNC, ...PHASE)],
}

const ofChange = hashOf(
  ...[...NAME, ...both('metadata.namespace'), ...both('spec.destination.server')],
  ...[...PHASE, ...HEALTH, ...SYNC, ...both('status.sync.revision')],
  ...[...both('status.operationState.finishedAt'), ...both('status.health.lastTransitionTime')],
)

const wordAt = (app: unknown, paths: readonly string[]) => plainText(valueAt(app, ...paths)).toLowerCase()
const isFailed = (app: unknown) => /^(?:failed|error)$/.test(wordAt(app, PHASE))
const isUnwell = (app: unknown) => /^(?:degraded|missing|unknown)$/.test(wordAt(app, HEALTH))

/** The last operation has a time; a change of health has one only where Argo CD notes it. */
function timeOf(app: unknown): unknown {
  return isFailed(app)
    ? valueAt(app, ...both('status.operationState.finishedAt'), ...both('status.operationState.startedAt'))
    : valueAt(app, ...both('status.health.lastTransitionTime'))
}

function titleOf(app: unknown): string {
  const name = plainText(valueAt(app, ...NAME))
  if (isFailed(app)) return `${name}: sync ${wordAt(app, PHASE)}`
  if (isUnwell(app)) return `${name}: health ${wordAt(app, HEALTH)}`
  return `${name}: ${plainText(valueAt(app, ...SYNC))} ${plainText(valueAt(app, ...HEALTH))}`.trim()
}

/** What failed, is unhealthy or differs from its declaration needs action. What is still in progress is information. */
function stateOf(app: unknown): State | null {
  const sync = wordAt(app, SYNC)
  if (isFailed(app) || isUnwell(app) || sync === 'unknown') return null
  if (wordAt(app, PHASE) === 'running' || /^(?:progressing|suspended)$/.test(wordAt(app, HEALTH)))
    return 'informational'
  return sync === 'synced' && wordAt(app, HEALTH) === 'healthy' ? 'resolved' : null
}

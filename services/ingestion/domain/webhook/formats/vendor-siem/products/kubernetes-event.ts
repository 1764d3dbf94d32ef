import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of Kubernetes from an event exporter: a warning or ordinary activity. */
export const kubernetesEvent: Product = {
  id: 'kubernetes_event',
  name: 'Kubernetes event',
  source:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/; resmoio/kubernetes-event-exporter, README.md',
  forms: [
    ...['involvedObject', 'regarding'].map((object) => [
      has(`${object}.kind`),
      is('type', 'Warning', 'Normal'),
      has('reason'),
      hasOneOf('message', 'note'),
      has('metadata.name'),
    ]),
  ],
  title: [
    '{reason}: {involvedObject.kind} {involvedObject.namespace}/{involvedObject.name}',
    '{reason}: {regarding.kind} {regarding.namespace}/{regarding.name}',
    '{reason}: {involvedObject.kind} {involvedObject.name}',
    '{reason}: {regarding.kind} {regarding.name}',
    'reason',
  ],
  description: ['message', 'note'],
  severity: [codes('type', { warning: 'medium' })],
  time: ['firstTimestamp', 'eventTime', 'deprecatedFirstTimestamp', 'metadata.creationTimestamp'],
  systems: ['involvedObject.name', 'regarding.name'],
  identity: {
    of: hashOf(
      'clusterName',
      'metadata.uid',
      'metadata.namespace',
      'metadata.name',
      ...['involvedObject', 'regarding'].flatMap((object) =>
        ['kind', 'namespace', 'name', 'uid'].map((part) => `${object}.${part}`),
      ),
    ),
    why: 'The id is unique: a UID for each event. Identity: UID, and the cluster where an exporter names it. When the event occurs again, only its count changes.',
  },
  state: [when('type', ['Normal'], 'informational')],
}

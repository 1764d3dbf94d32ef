import { hashOf, hashOfSubject } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** An event of Flux about a resource that it reconciles, as a generic provider sends it. */
export const flux: Product = {
  id: 'flux',
  name: 'Flux',
  source:
    'https://fluxcd.io/flux/components/notification/providers/#generic-webhook; fluxcd/pkg, apis/event/v1beta1/event.go; spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-flux.md',
  forms: [
    [
      ...[has('involvedObject.kind'), has('reason'), has('message')],
      is('severity', 'info', 'error', 'trace'),
      hasOneOf('reportingController', 'reportingComponent'),
    ],
  ],
  title: [
    '{involvedObject.kind} {involvedObject.namespace}/{involvedObject.name}: {reason}',
    '{involvedObject.kind}: {reason}',
  ],
  description: ['message'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['involvedObject.name'],
  identity: {
    of: hashOf('involvedObject', 'reason', 'message', 'timestamp'),
    closes: hashOfSubject(
      'involvedObject.name',
      ...['involvedObject.kind', 'involvedObject.namespace', 'involvedObject.uid'],
    ),
    why: 'An alert has no id. Identity: object, reason, message and time. An object that is reconciled again finds its alert by kind, namespace, name and UID.',
  },
  state: [
    rule((event) => (isRecovery(event) ? 'resolved' : null), 'reason'),
    when('severity', ['info', 'trace'], 'informational'),
  ],
}

/** A rollback, an uninstallation and a test that succeed do not mean that what failed works now. */
function isRecovery(event: unknown): boolean {
  return IS_INFO.holds(event) && IS_DONE.holds(event)
}

const IS_INFO = is('severity', 'info')
const IS_DONE = is(
  'reason',
  ...['ReconciliationSucceeded', 'Succeeded', 'NewArtifact', 'InstallSucceeded', 'UpgradeSucceeded'],
)

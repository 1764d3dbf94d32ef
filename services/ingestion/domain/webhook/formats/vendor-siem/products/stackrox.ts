import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status, when } from '../state.ts'

const SEVERITIES = {
  low_severity: 'low',
  medium_severity: 'medium',
  high_severity: 'high',
  critical_severity: 'critical',
} as const

/** A violation of a policy of StackRox (Red Hat Advanced Cluster Security), as its generic webhook and its API give it. */
export const stackRox: Product = {
  id: 'stackrox',
  name: 'StackRox',
  source:
    'https://docs.redhat.com/en/documentation/red_hat_advanced_cluster_security_for_kubernetes/4.11/html/integrating/integrate-using-generic-webhooks; stackrox/stackrox, proto/storage/alert.proto',
  forms: [
    [
      has('policy.name'),
      is('policy.severity', ...Object.keys(SEVERITIES)),
      ...[has('id'), hasOneOf('lifecycleStage', 'time', 'firstOccurred')],
    ],
  ],
  title: [
    '{policy.name} in {deployment.namespace}/{deployment.name}',
    '{policy.name}: {resource.name}',
    'policy.name',
  ],
  description: ['violations.message', 'policy.description'],
  severity: [codes('policy.severity', SEVERITIES)],
  time: ['firstOccurred', 'time'],
  systems: ['deployment.name', 'image.name.fullName', 'resource.name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert. A violation that continues, and its resolution, repeat it.',
  },
  state: [status('state'), when('state', ['SNOOZED'], 'suppressed')],
}

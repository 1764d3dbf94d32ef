import { wholeAlert } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/**
 * 0 informative, 1 low, 2 medium, 3 high, 4 critical (aquasecurity/tracee, issue 668). A number never makes an alert
 * informational.
 */
const SEVERITIES = { 0: 'low', 1: 'low', 2: 'medium', 3: 'high', 4: 'critical' } as const

/** A match of a Tracee signature, from its webhook output. */
export const tracee: Product = {
  id: 'tracee',
  name: 'Tracee',
  source:
    'https://aquasecurity.github.io/tracee/latest/docs/outputs/output-formats/; aquasecurity/tracee, docs/events',
  forms: [
    [
      has('eventName'),
      has('processName'),
      has('timestamp'),
      hasOneOf('metadata.Properties.signatureName', 'metadata.Properties.signatureID'),
    ],
  ],
  title: [
    '{metadata.Properties.signatureName} in {kubernetes.podNamespace}/{kubernetes.podName}',
    '{metadata.Properties.signatureName} on {hostName}',
    'metadata.Properties.signatureName',
    'eventName',
  ],
  description: ['metadata.Description'],
  severity: [codes('metadata.Properties.Severity', SEVERITIES)],
  time: ['timestamp'],
  systems: ['kubernetes.podName', 'hostName', 'container.name'],
  identity: {
    of: wholeAlert,
    why: 'An event has no id. Identity: the whole event, with its signature, process, host and time (nanoseconds). An event never changes.',
  },
}

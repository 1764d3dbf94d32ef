import { wholeAlert } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/**
 * A runtime alert of Kubescape’s node agent, from its HTTP exporter. Severities are 1, 5, 8 and 10; 1000 is for alerts of the
 * agent itself.
 */
export const kubescape: Product = {
  id: 'kubescape',
  name: 'Kubescape',
  source:
    'kubescape/node-agent, pkg/exporters/http_exporter.go; severities: its rule engine; armosec/armoapi-go, armotypes',
  forms: [
    [
      ...[has('alertName'), has('ruleID'), has('alertType')],
      hasOneOf('containerID', 'podName', 'nodeName', 'infectedPID'),
    ],
  ],
  title: ['{alertName}: {workloadName}', '{alertName}: {podName}', 'alertName'],
  description: ['message', 'ruleDescription', 'fixSuggestions'],
  severity: [scale('severity', { low: 1, medium: 5, high: 8, critical: 10 })],
  time: ['timestamp'],
  systems: ['podName', 'nodeName'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: uniqueID is the same whenever one rule fires on the same thing. Identity: the whole alert, with its time (nanoseconds). An alert never changes.',
  },
}

import { requiring, wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An alert of KubeArmor, or of AccuKnox, whose own form has no time. The author of the policy chooses its severity from 1 to 10, so only words are read. */
export const kubeArmor: Product = {
  id: 'kubearmor',
  name: 'KubeArmor',
  source:
    'https://docs.kubearmor.io/kubearmor/documentation/kubearmor-events; kubearmor/KubeArmor, issue 60; https://help.accuknox.com/integrations/webhook-integration/',
  forms: [
    [
      is('Type', 'MatchedPolicy', 'MatchedHostPolicy', 'MatchedNativePolicy', 'PolicyMatched'),
      ...[has('PolicyName'), has('Operation'), has('Resource'), has('Result')],
    ],
    [has('PolicyName'), has('ProcessName'), has('Action'), has('Message')],
  ],
  title: [
    '{PolicyName}: {Operation} in {NamespaceName}/{PodName}',
    '{PolicyName}: {Operation} on {HostName}',
    '{PolicyName}: {ProcessName}',
    'PolicyName',
  ],
  description: ['Message', '{Action}: {Resource}', 'Resource'],
  severity: [word('Severity')],
  time: ['UpdatedTime', 'Timestamp'],
  systems: ['PodName', 'HostName'],
  identity: {
    of: requiring(['UpdatedTime', 'Timestamp'], wholeAlert),
    why: 'An alert has no id. Identity: the whole alert, with its policy, processes, resource and time (microseconds). Without a time, only the very delivery identifies an alert. An alert never changes.',
  },
}

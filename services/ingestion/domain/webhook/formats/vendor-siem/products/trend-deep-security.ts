import { valueAt } from '../../../fields.ts'
import { severityOfWord } from '../../../severity.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfSubject } from '../identity.ts'
import { type Level, scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** Findings of the agent's modules, and events of the manager itself. */
const MODULES = [
  ...['AntiMalwareEvent', 'PayloadLog', 'PacketFilterLog', 'IntegrityEvent', 'LogInspectionEvent'],
  ...['WebReputationEvent', 'AppControlEvent', 'DeviceControlEvent'],
]

/** An event of Trend Micro Deep Security or Trend Cloud One Endpoint & Workload Security, as it is sent to Amazon SNS. */
export const trendDeepSecurity: Product = {
  id: 'trend_deep_security',
  name: 'Trend Micro Deep Security',
  source:
    'tests of a forwarder of its events to Datadog, and of a function that receives them from Amazon SNS',
  forms: [
    [is('EventType', ...MODULES), has('LogDate'), hasOneOf('HostAgentGUID', 'HostID', 'Hostname')],
    [
      is('EventType', 'SystemEvent'),
      has('LogDate'),
      hasOneOf('ManagerNodeID', 'ManagerNodeName'),
      has('Title'),
    ],
  ],
  title: [
    ...['Malware {MalwareName} on {Hostname}', '{Reason} on {Hostname}', '{OSSEC_Description} on {Hostname}'],
    ...['{Change} of {Key} on {Hostname}', 'Reputation of {URL}, from {Hostname}'],
    ...['{Title}: {Description}', 'Title', 'Reason', 'Description'],
  ],
  titleStandIn: ['{EventType} on {Hostname}'],
  description: [
    'Description',
    'OSSEC_FullLog',
    'InfectedFilePath',
    '{ActionString} {SourceIP} → {DestinationIP}',
  ],
  severity: [
    ofAlert,
    word('SeverityString'),
    scale('OSSEC_Level', { low: 0, medium: 4, high: 8, critical: 12 }),
  ],
  time: ['LogDate', 'CreationTime'],
  systems: ['Hostname', 'TargetName'],
  identity: {
    of: hashOf(
      ...[
        'EventType',
        'EventID',
        'TenantID',
        'TenantName',
        'HostID',
        'HostAgentGUID',
        'LogDate',
        'ManagerNodeID',
      ],
      ...[
        'Title',
        'Description',
        'Reason',
        'MalwareName',
        'InfectedFilePath',
        'Key',
        'SourceIP',
        'SourcePort',
      ],
    ),
    closes: hashOfSubject('Description', 'TenantID', 'TargetID'),
    why: 'The id is not unique: each tenant and each kind of event counts its own numbers, and for the manager the number is that of the kind. Identity: kind, number, tenant, computer, time and what was found. The end of an alert of the manager finds its alert by the text.',
  },
  state: [rule(ofSystem)],
}

/** An alert of the manager has its severity in its text; its event is graded as information. */
function ofAlert(event: unknown): Level | null {
  if (!/^alert /i.test(plainText(valueAt(event, 'Title')))) return null
  const text = plainText(valueAt(event, 'Description')).slice(0, 5000)
  return severityOfWord(/Severity: ([A-Za-z]{1,20})/.exec(text)?.[1])
}

/** Whether an event of the manager itself is an alert or graded above information. */
function ofSystem(event: unknown): State | null {
  if (plainText(valueAt(event, 'EventType')) !== 'SystemEvent') return 'open'
  const title = plainText(valueAt(event, 'Title')).trim().toLowerCase()
  if (title === 'alert ended') return 'resolved'
  if (title === 'alert started') return 'open'
  return /^info/i.test(plainText(valueAt(event, 'SeverityString'))) ? 'informational' : null
}

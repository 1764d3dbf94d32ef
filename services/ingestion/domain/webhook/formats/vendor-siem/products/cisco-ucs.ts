import { hashOf, hashOfSubject } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, when } from '../state.ts'

const IS_EVENT = like('EventId', /^E\d+$/, 'a transition, such as E4195931')

/** A fault of Cisco UCS Manager by syslog, with the columns of the parser of Microsoft Sentinel. A transition is no fault. */
export const ciscoUcs: Product = {
  id: 'cisco_ucs',
  name: 'Cisco UCS Manager',
  source:
    'Azure/Azure-Sentinel, Solutions/Cisco UCS, Parsers/CiscoUCS; SecureHats/Sentinel-playground, samples/CiscoUCS',
  forms: [
    [
      ...[
        like('SyslogMessage', /%UCSM-\d-/, 'of UCS Manager'),
        like('EventId', /^[EF]\d+$/, 'such as F0461'),
      ],
      ...[has('Description'), hasOneOf('Mneumonic', 'FaultType', 'System')],
    ],
  ],
  title: ['Description'],
  description: ['{System}: {FaultType}', 'SyslogMessage'],
  severity: [
    codes('EventSeverity', {
      critical: 'critical',
      major: 'high',
      minor: 'medium',
      warning: 'low',
      info: 'informational',
      condition: 'informational',
    }),
  ],
  time: ['EventTime', 'TimeGenerated'],
  systems: ['HostName', 'System'],
  identity: {
    of: hashOf('HostName', 'EventId', 'System', 'EventTime', 'SyslogMessage'),
    closes: hashOfSubject('System', 'HostName', 'EventId'),
    why: 'The id is not unique: it is that of the kind of fault. Identity: host, kind, component, time and message. A cleared fault finds its alert by host, kind and component.',
  },
  state: [
    rule((row) => (IS_EVENT.holds(row) ? 'informational' : null)),
    when('EventSeverity', ['cleared'], 'resolved'),
  ],
}

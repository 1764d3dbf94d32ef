import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'

/** The kinds of events in which Endpoint Privilege Manager found an attack. Started and elevated applications are no alerts. */
const ATTACKS = is('eventType', 'Ransomware', 'AttackAttempt', 'SuspiciousActivity')

/** An attack that CyberArk Endpoint Privilege Manager found, as its API gives it: one event, or several of them together. */
export const cyberArkEpm: Product = {
  id: 'cyberark_epm',
  name: 'CyberArk Endpoint Privilege Manager',
  source:
    'elastic/integrations, packages/cyberark_epm, data streams raw_event and aggregated_event; Azure/Azure-Sentinel, Sample Data/Custom/CyberArkEPM_CL.json',
  forms: [
    [ATTACKS, has('agentId'), has('computerName'), hasOneOf('threatProtectionAction', 'accessTargetType')],
    [ATTACKS, has('lastEventDate'), has('fileQualifier'), hasOneOf('lastEventDisplayName', 'totalEvents')],
  ],
  title: [
    '{eventType}: {displayName} on {computerName}',
    '{eventType}: {fileName} on {computerName}',
    '{eventType}: {lastEventDisplayName}',
    '{eventType}: {lastEventFileName}',
    'eventType',
  ],
  description: ['{accessTargetType}: {accessTargetName}', 'filePath', 'fileLocation'],
  severity: [],
  time: ['firstEventDate', 'lastEventDate', 'arrivalTime'],
  systems: ['computerName', 'lastEventComputerName'],
  identity: {
    of: hashOf(
      'agentId',
      'eventType',
      'hash',
      'firstEventDate',
      'accessTargetName',
      'userName',
      'fileQualifier',
    ),
    why: 'An event has no id. Identity: computer, kind, file, user, target and the time of the first event. Further events of a group keep them.',
  },
}

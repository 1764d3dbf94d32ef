import { hashOf, idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status } from '../state.ts'

/** As DragosSeverityToSentinelSeverity grades them (Azure/Azure-Sentinel, Solutions/Dragos/Parsers). */
const GRADES = {
  0: 'informational',
  1: 'informational',
  2: 'low',
  3: 'medium',
  4: 'high',
  5: 'high',
} as const

/** A notification of the Dragos Platform, or a vulnerability of an asset that it found. */
export const dragos: Product = {
  id: 'dragos',
  name: 'Dragos Platform',
  source:
    'SumoLogic/sumologic-documentation, docs/integrations/saas-cloud/dragos.md; Azure/Azure-Sentinel, Solutions/Dragos/Parsers (names of columns)',
  forms: [
    [
      ...[has('summary'), has('content'), has('severity'), has('occurredAt'), has('firstSeenAt')],
      hasOneOf('matchedRuleIds', 'retained', 'detectionQuads'),
    ],
    [is('observer.vendor', 'Dragos'), has('vulnerability.dragos_score'), has('vulnerability.report_id')],
  ],
  title: ['summary', '{vulnerability.title} on {host.name}', 'vulnerability.title'],
  description: ['content', 'vulnerability.description'],
  severity: [word('vulnerability.severity'), codes('severity', GRADES)],
  time: ['occurredAt', 'createdAt', 'event.start', '@timestamp'],
  systems: ['assets.name', 'host.name'],
  identity: {
    of: (alert) =>
      has('vulnerability.report_id').holds(alert) ? ofVulnerability(alert) : ofNotification(alert),
    why: 'The id of a notification is not unique: each SiteStore counts its own. Identity: id, summary and the time it was created. A change of its state repeats them. Identity of a vulnerability: asset, report and the time it was first seen.',
  },
  state: [status('state')],
}

const ofNotification = idAnd('id', 'summary', 'createdAt')
const ofVulnerability = hashOf('host.id', 'host.name', 'vulnerability.report_id', 'event.start')

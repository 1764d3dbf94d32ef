import { id } from './identity.ts'
import { codes, word } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf, is, object } from './recognition.ts'
import { status } from './state.ts'

/** A threat of SentinelOne's management API. */
export const sentinelOneThreat: Product = {
  id: 'sentinelone_threat',
  name: 'SentinelOne',
  source: 'SEKOIA-IO/intake-formats, SentinelOne/sentinelone/tests; management API, GET /threats',
  forms: [
    [object('threatInfo'), hasOneOf('threatInfo.threatId', 'threatInfo.threatName', 'id')],
    [is('activityType', '18', '19', '4002', '4003'), has('threatId')],
  ],
  title: ['threatInfo.threatName', 'threatInfo.classification', 'primaryDescription'],
  titleStandIn: ['SentinelOne threat {threatInfo.threatId}', 'SentinelOne threat {id}'],
  description: [
    '{threatInfo.classification}: {threatInfo.filePath}',
    'threatInfo.classification',
    'indicators.description',
  ],
  severity: [
    word('threatInfo.severity'),
    codes('threatInfo.confidenceLevel', { malicious: 'high', suspicious: 'medium' }),
    codes('data.confidenceLevel', { malicious: 'high', suspicious: 'medium' }),
  ],
  time: ['threatInfo.identifiedAt', 'threatInfo.createdAt', 'createdAt'],
  systems: [
    'agentRealtimeInfo.agentComputerName',
    'agentDetectionInfo.agentComputerName',
    'data.computerName',
  ],
  identity: {
    of: id('threatInfo.threatId', 'threatId', 'id'),
    why: 'Not shared: a number that the management makes for each threat; a change of status or verdict keeps it.',
  },
  state: [status('threatInfo.analystVerdict'), status('threatInfo.incidentStatus')],
}

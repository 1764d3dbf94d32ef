import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/** An alert of SentinelOne's unified alert management (identity, cloud, endpoint, STAR). */
export const sentinelOneAlert: Product = {
  id: 'sentinelone_alert',
  name: 'SentinelOne',
  source:
    'SEKOIA-IO/intake-formats, SentinelOne/identity/tests; unified alert management, GraphQL type Alert',
  forms: [
    [has('detectionSource.product'), has('name'), hasOneOf('detectedAt', 'firstSeenAt'), has('id')],
    [has('attackSurfaces'), has('analystVerdict'), has('name'), has('id')],
    // A query of the API chooses the fields that it gives.
    [has('analystVerdict'), has('detectedAt'), has('name'), has('id')],
  ],
  title: ['name'],
  description: ['description'],
  severity: [
    word('severity'),
    // What the alert was made of, in OCSF.
    codes('rawData.severity_id', {
      1: 'informational',
      2: 'low',
      3: 'medium',
      4: 'high',
      5: 'critical',
      6: 'critical',
    }),
    codes('confidenceLevel', { malicious: 'high', suspicious: 'medium' }),
  ],
  time: ['detectedAt', 'firstSeenAt', 'createdAt'],
  systems: ['asset.name', 'assets.name'],
  identity: {
    of: id('id', 'externalId'),
    why: 'The id is unique: a UUID for each alert. A change of its status or verdict repeats it.',
  },
  state: [reasonOfEnd(status('analystVerdict'), 'status'), status('status')],
}

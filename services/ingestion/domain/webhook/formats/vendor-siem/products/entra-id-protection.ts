import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A risk that Microsoft Entra ID Protection detected: the Graph resource riskDetection, and the log of diagnostic settings. */
export const entraIdProtection: Product = {
  id: 'entra_id_protection',
  name: 'Microsoft Entra ID Protection',
  source: 'https://learn.microsoft.com/graph/api/resources/riskdetection',
  forms: [
    [hasOneOf('riskEventType', 'riskType'), has('riskState'), has('riskLevel'), has('id')],
    [
      hasOneOf('properties.riskEventType', 'properties.riskType'),
      ...[has('properties.riskState'), has('properties.riskLevel'), has('properties.id')],
    ],
  ],
  title: [
    ...['riskEventType', 'riskType', 'properties.riskEventType', 'properties.riskType'].map((path) => {
      const user = path.startsWith('properties.') ? 'properties.userPrincipalName' : 'userPrincipalName'
      return `Entra ID Protection: {${path}} of {${user}}`
    }),
    ...['riskEventType', 'properties.riskEventType'].map((path) => `Entra ID Protection: {${path}}`),
  ],
  description: ['riskDetail', 'properties.riskDetail'],
  severity: [word('riskLevel', 'properties.riskLevel')],
  time: [
    ...['activityDateTime', 'detectedDateTime', 'properties.activityDateTime', 'properties.detectedDateTime'],
    'time',
  ],
  identity: {
    of: id('id', 'properties.id'),
    why: "Not shared: 'unique ID of the risk detection' (Graph, riskDetection.id); a change of the risk's state keeps it.",
  },
  state: ['riskState', 'properties.riskState'].flatMap((path) => [
    status(path),
    when(path, ['confirmedSafe'], 'false_positive'),
  ]),
}

import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

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
    // The Graph resource riskyUser, and its log.
    ...['', 'properties.'].map((at) => [
      ...[has(`${at}riskLastUpdatedDateTime`), has(`${at}riskState`), has(`${at}riskLevel`)],
      ...[has(`${at}userPrincipalName`), has(`${at}id`)],
    ]),
  ],
  title: [
    ...['riskEventType', 'riskType', 'properties.riskEventType', 'properties.riskType'].map((path) => {
      const user = path.startsWith('properties.') ? 'properties.userPrincipalName' : 'userPrincipalName'
      return `Entra ID Protection: {${path}} of {${user}}`
    }),
    ...['riskEventType', 'properties.riskEventType'].map((path) => `Entra ID Protection: {${path}}`),
    ...['', 'properties.'].map((at) => `Entra ID Protection: risk of {${at}userPrincipalName}`),
  ],
  description: ['riskDetail', 'properties.riskDetail'],
  severity: [word('riskLevel', 'properties.riskLevel')],
  time: [
    ...['activityDateTime', 'detectedDateTime', 'properties.activityDateTime', 'properties.detectedDateTime'],
    ...['riskLastUpdatedDateTime', 'properties.riskLastUpdatedDateTime'],
    'time',
  ],
  identity: {
    of: (alert) => (IS_USER.holds(alert) ? ofUser(alert) : ofDetection(alert)),
    closes: (alert) => (IS_USER.holds(alert) ? ofRisk(alert) : null),
    why: "The id of a risk detection is unique: 'unique ID of the risk detection' (Graph, riskDetection.id). A change of the risk's state keeps it. The id of a user at risk is not unique: it is the user's, and all risks of the user share it. Identity of a user at risk: id, grade and the time of the change. The end finds its alert by the user.",
  },
  state: [
    ...['riskState', 'properties.riskState'].flatMap((path) => [
      status(path),
      when(path, ['confirmedSafe'], 'false_positive'),
    ]),
    // A list of users at risk also has those without a risk.
    rule((alert) => (['', 'properties.'].some((at) => isWithoutRisk(alert, at)) ? 'informational' : null)),
  ],
}

const isWithoutRisk = (alert: unknown, at: string) =>
  ['riskState', 'riskLevel'].every((path) => is(`${at}${path}`, 'none').holds(alert))
const IS_USER = hasOneOf('riskLastUpdatedDateTime', 'properties.riskLastUpdatedDateTime')
const ofDetection = id('id', 'properties.id')
const ofRisk = id('id', 'properties.id')
const ofUser = idAnd(
  ['id', 'properties.id'],
  ...['riskLevel', 'riskLastUpdatedDateTime'].flatMap((path) => [path, `properties.${path}`]),
)

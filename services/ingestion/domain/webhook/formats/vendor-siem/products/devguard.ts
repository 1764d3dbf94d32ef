import { idAnd } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** A vulnerability of a dependency, or a finding in the own code, in the webhook of DevGuard, which lists those that are new. */
export const devGuard: Product = {
  id: 'devguard',
  name: 'DevGuard',
  source: 'l3montree-dev/devguard, integrations/webhook/webhook_client.go and dtos',
  forms: [
    [
      ...[has('assetVersionId'), has('assetId'), has('state'), has('componentPurl')],
      ...[has('cveID'), hasOneOf('rawRiskAssessment', 'riskAssessment', 'cve')],
    ],
    [has('assetVersionId'), has('assetId'), has('state'), has('ruleId'), has('snippetContents')],
  ],
  title: ['{cveID} in {componentPurl}', '{ruleName}: {uri}', 'message'],
  titleStandIn: ['Finding of {ruleId}', 'cveID'],
  description: ['cve.description', 'message', 'ruleDescription'],
  // The risk for the asset comes before that of the vulnerability alone. Both use the scale of CVSS.
  severity: [
    scale('rawRiskAssessment', { low: 0.1, medium: 4, high: 7, critical: 9 }),
    scale('cve.cvss', { low: 0.1, medium: 4, high: 7, critical: 9 }),
    word('ruleProperties.severity'),
  ],
  time: ['createdAt', 'lastDetected'],
  systems: ['componentPurl', 'uri'],
  identity: {
    of: idAnd('id', 'assetId', 'assetVersionId'),
    why: 'It is not documented whether the id is unique across assets. Identity: id, asset and its version. A change of the state keeps them.',
  },
  state: [
    when('state', ['fixed'], 'resolved'),
    when('state', ['falsePositive'], 'false_positive'),
    when('state', ['accepted'], 'suppressed'),
  ],
}

import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert or a case of Exabeam's Security Operations Platform. */
export const exabeam: Product = {
  id: 'exabeam',
  name: 'Exabeam',
  source:
    'demisto/content, Packs/ExabeamSecurityOperationsPlatform/Integrations/ExabeamSecOpsPlatform/README.md',
  forms: [
    [
      ...[has('alertId'), has('alertName'), numeric('riskScore')],
      hasOneOf('groupingRuleId', 'caseId', 'stage', 'alertDescriptionRt'),
      hasOneOf('approxLogTime', 'creationTimestamp', 'caseCreationTimestamp'),
    ],
  ],
  title: ['alertName'],
  description: ['alertDescriptionRt', 'useCases', 'groupedbyValue'],
  severity: [word('priority')],
  time: ['approxLogTime', 'creationTimestamp', 'caseCreationTimestamp'],
  systems: ['destHosts', 'srcHosts', 'destEndpoints.host', 'users'],
  identity: {
    of: id('alertId'),
    why: "The id is unique: 'the unique identifier of the alert'. Every change repeats it, and so does the case that is made of the alert.",
  },
  state: [status('stage', 'status')],
}

import { idAnd } from './identity.ts'
import { codes, word } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf, is, like } from './recognition.ts'
import { rule, status } from './state.ts'

/** A problem or a security problem of Dynatrace, as the placeholders of its webhook integration name it. */
export const dynatrace: Product = {
  id: 'dynatrace',
  name: 'Dynatrace',
  source:
    'https://docs.dynatrace.com/docs/analyze-explore-automate/notifications-and-alerting/problem-notifications/webhook-integration',
  forms: [
    [hasOneOf('ProblemID', 'PID'), has('ProblemTitle'), has('State')],
    [has('SecurityProblemId'), has('Title'), hasOneOf('Severity', 'CveId')],
  ],
  title: ['ProblemTitle', 'Title'],
  description: ['ProblemDetailsText', 'Description'],
  severity: [
    word('Severity'),
    codes('ProblemSeverity', {
      availability: 'high',
      error: 'high',
      performance: 'medium',
      resource_contention: 'medium',
    }),
  ],
  time: ['ProblemDetailsJSONv2.startTime', 'ProblemDetailsJSON.startTime'],
  systems: ['NamesOfImpactedEntities', 'ImpactedEntity', 'ImpactedEntityNames'],
  identity: {
    of: (alert) => {
      if (has('SecurityProblemId').holds(alert)) return ofSecurity(alert)
      return has('PID').holds(alert) ? ofProblem(alert) : ofDisplayed(alert)
    },
    why: "Shared by environments: P- and a number that each counts. 'Unique system identifier of the reported problem' (PID) is read first, else the title is added; the resolution repeats them.",
  },
  state: [
    rule((alert) => (TEST.every(({ holds }) => holds(alert)) ? 'informational' : null)),
    status('State'),
  ],
}

/** What its test run says of itself, which is of no problem. */
const TEST = [
  is('ProblemTitle', 'Dynatrace problem notification test run'),
  like('ProblemID', /^(?:999|TESTID)$/, '999'),
]

const ofSecurity = idAnd('SecurityProblemId', 'SecurityProblemUrl')
const ofProblem = idAnd('PID', 'ProblemTitle')
const ofDisplayed = idAnd('ProblemID', 'ProblemTitle', 'ProblemURL')

import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/**
 * A problem or a security problem of Dynatrace: under the placeholders of its webhook integration, from its API, or as the
 * event that starts a workflow.
 */
export const dynatrace: Product = {
  id: 'dynatrace',
  name: 'Dynatrace',
  source:
    'https://docs.dynatrace.com/docs/analyze-explore-automate/notifications-and-alerting/problem-notifications/webhook-integration; Problems API v2; problems of Davis: examples of events in public workflows',
  forms: [
    [hasOneOf('ProblemID', 'PID'), has('ProblemTitle'), has('State')],
    [has('problemId'), like('displayId', /^P-[0-9]+$/, 'P-…'), has('title'), has('severityLevel')],
    [is('event.kind', 'DAVIS_PROBLEM'), has('event.id'), has('event.name')],
    [has('SecurityProblemId'), has('Title'), hasOneOf('Severity', 'CveId')],
    [has('securityProblemId'), has('displayId'), has('title'), has('riskAssessment.riskLevel')],
  ],
  title: ['ProblemTitle', 'Title', 'event.name'],
  description: ['ProblemDetailsText', 'Description', 'event.description'],
  severity: [
    word('Severity', 'riskAssessment.riskLevel'),
    ...['ProblemSeverity', 'severityLevel', 'event.category'].map((path) =>
      codes(path, {
        ...({ availability: 'high', error: 'high' } as const),
        ...({ performance: 'medium', slowdown: 'medium', resource_contention: 'medium' } as const),
      }),
    ),
  ],
  time: [
    'ProblemDetailsJSONv2.startTime',
    'ProblemDetailsJSON.startTime',
    'startTime',
    'event.start',
    'firstSeenTimestamp',
  ],
  systems: [
    ...['NamesOfImpactedEntities', 'ImpactedEntity', 'ImpactedEntityNames', 'impactedEntities.name'],
    'affected_entity_names',
  ],
  identity: {
    of: (alert) => {
      if (has('SecurityProblemId').holds(alert)) return ofSecurity(alert)
      if (has('severityLevel').holds(alert)) return ofApi(alert)
      if (has('event.id').holds(alert)) return ofEvent(alert)
      return has('PID').holds(alert) ? ofProblem(alert) : ofDisplayed(alert)
    },
    why: "The id is not unique: P- and a number that each environment counts. Identity: the title, and the 'Unique system identifier of the reported problem' (PID) or without it the number. The resolution repeats them.",
  },
  state: [
    rule((alert) => (TEST.every(({ holds }) => holds(alert)) ? 'informational' : null)),
    status('State', 'event.status', 'status'),
    rule(when('muted', [true], 'suppressed').read),
    // It was merged into another problem.
    when('State', ['MERGED'], 'closed'),
  ],
}

/** The text of a test run, which is about no problem. */
const TEST = [
  is('ProblemTitle', 'Dynatrace problem notification test run'),
  like('ProblemID', /^(?:999|TESTID)$/, '999'),
]

const ofSecurity = idAnd('SecurityProblemId', ['SecurityProblemUrl', 'Title'])
const ofApi = idAnd('problemId', 'title')
const ofEvent = idAnd('event.id', 'event.name')
const ofProblem = idAnd('PID', 'ProblemTitle')
const ofDisplayed = idAnd('ProblemID', 'ProblemTitle', 'ProblemURL')

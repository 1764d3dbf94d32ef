import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { reasonOfEnd, rule, status, when } from '../state.ts'
import { classTitle } from './class-words.ts'

const REMEDIATION = like('type', /Remediation/, 'of a remediation')

/**
 * An issue of Cyera about data at risk, and events about it. An event is not graded; a remediation event tells how an issue is
 * handled.
 */
export const cyera: Product = {
  id: 'cyera',
  name: 'Cyera',
  source: 'elastic/integrations, packages/cyera, data streams issue and event',
  forms: [
    [has('riskStatus'), has('datastoreUid'), hasOneOf('policyUid', 'risk.policyUid'), has('uid')],
    [like('type', /Event$/, 'such as IssueCreatedEvent'), has('issue.uid'), has('issue.riskStatus')],
  ],
  title: ['{name}: {datastoreName}', 'name', '{issueName}: {datastore.name}', 'issueName', 'policy.name'],
  titleStandIn: [classTitle('Cyera', 'type')],
  description: ['risk.description', 'remediationAdvice', 'type'],
  severity: [word('severity')],
  time: ['createdDate', 'date'],
  systems: ['datastoreName', 'datastore.name'],
  identity: {
    of: id('issue.uid', 'uid'),
    why: 'The id is unique: a UUID for each issue. Every event about the issue names it, and a change of the status keeps it.',
  },
  state: [
    status('status'),
    ...['riskStatus', 'issue.riskStatus'].map((path) =>
      reasonOfEnd(when(path, ['Mitigated'], 'resolved'), 'status'),
    ),
    rule((alert) => (REMEDIATION.holds(alert) ? 'informational' : null)),
  ],
}

import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An issue of a project, as the REST API of Snyk gives it, or a row of the reports of its earlier API. */
export const snykIssue: Product = {
  id: 'snyk_issue',
  name: 'Snyk (issues of its API)',
  source:
    'https://apidocs.snyk.io; elastic/integrations, packages/snyk, data streams issues and vulnerabilities',
  forms: [
    [is('type', 'issue'), has('attributes.effective_severity_level'), has('attributes.key'), has('id')],
    [has('introducedDate'), has('isFixed'), has('issue.title'), has('issue.severity')],
  ],
  title: ['attributes.title', 'attributes.key', '{issue.title} in {issue.package}', 'issue.title'],
  description: ['attributes.description', 'attributes.key', 'issue.url'],
  severity: [word('attributes.effective_severity_level', 'issue.severity')],
  time: ['attributes.created_at', 'introducedDate'],
  systems: ['project.name', 'projects.name'],
  identity: {
    of: (alert) => (has('issue').holds(alert) ? ofReport(alert) : ofIssue(alert)),
    why: 'The id is unique: a UUID for each issue of a project. A change of its status repeats it. The id of a row of a report is not unique: it is that of the vulnerability. Identity of a row: id, package, version, projects and the day it was introduced. The fix repeats them.',
  },
  state: [
    when('attributes.ignored', [true], 'suppressed'),
    status('attributes.status'),
    when('isFixed', [true], 'resolved'),
    when('issue.isIgnored', [true], 'suppressed'),
  ],
}

const ofIssue = id('id')
const ofReport = idAnd(
  'issue.id',
  'issue.package',
  'issue.version',
  ['project.id', 'projects.id'],
  'introducedDate',
)

import { hashOfShared, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * An issue that is new or gone since the last test of a project, from the event project_snapshot (event-lists.ts). Snyk sends
 * such an event after every test. One without changes is informational, and so is the ping of a new webhook (event-lists.ts).
 */
export const snyk: Product = {
  id: 'snyk',
  name: 'Snyk',
  source: 'https://docs.snyk.io/snyk-api/using-specific-snyk-apis/webhooks-apis/webhooks',
  forms: [
    [is('change', 'new', 'removed'), has('id'), has('issueData.title'), has('snapshot.project.id')],
    [is('change', 'none'), has('snapshot.project.id'), has('snapshot.project.name')],
    [is('change', 'ping'), has('webhookId')],
  ],
  title: [
    '{issueData.title} in {pkgName} ({snapshot.project.name})',
    '{issueData.title} ({snapshot.project.name})',
    'issueData.title',
  ],
  titleStandIn: ['Nothing changed in {snapshot.project.name}', 'Snyk ping of webhook {webhookId}'],
  description: ['issueData.description', 'issueData.url'],
  severity: [word('issueData.severity')],
  time: ['snapshot.project.lastTestedDate'],
  systems: ['snapshot.project.name'],
  identity: {
    of: idAnd(
      'id',
      ...['pkgName', 'pkgVersions', 'snapshot.org.id', 'snapshot.project.id'],
      ...['change', 'snapshot.project.lastTestedDate'],
    ),
    closes: (alert) => (has('issueData').holds(alert) ? ofFinding(alert) : null),
    why: 'The id is not unique: it is that of the vulnerability. Projects share it, and an issue that is found again has it again. Identity: id, project, package and the time of the test. The test that finds the issue gone finds its alert by id, project and package.',
  },
  state: [
    when('change', ['removed'], 'resolved'),
    when('change', ['none', 'ping'], 'informational'),
    when('isIgnored', [true], 'suppressed'),
  ],
}

const ofFinding = hashOfShared('id', 'pkgName', 'pkgVersions', 'snapshot.org.id', 'snapshot.project.id')

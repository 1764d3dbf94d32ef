import { hashOf, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** The end of an analysis by SonarQube, or a change of an issue that changed the quality gate. It is not graded. */
export const sonarQube: Product = {
  id: 'sonarqube',
  name: 'SonarQube',
  source: 'https://docs.sonarsource.com/sonarqube-server/discovering/integrations/webhooks',
  forms: [
    [
      ...[has('project.key'), is('status', 'SUCCESS', 'FAILED', 'CANCELED', 'CANCELLED'), has('properties')],
      hasOneOf('qualityGate.status', 'taskId'),
    ],
  ],
  title: [
    'Quality gate {qualityGate.status}: {project.name} ({branch.name})',
    'Quality gate {qualityGate.status}: {project.name}',
    'Analysis {status}: {project.name}',
    'Analysis {status}: {project.key}',
  ],
  description: ['branch.url', 'project.url'],
  severity: [],
  time: ['analysedAt', 'changedAt'],
  systems: ['project.name'],
  identity: {
    of: hashOf(
      'serverUrl',
      'project.key',
      'branch',
      'taskId',
      'analysedAt',
      'revision',
      'status',
      'qualityGate',
    ),
    why: 'A change of the quality gate has no id: the task is that of the analysis. Identity: server, project, branch, analysis and the state of its conditions. A gate that passes finds its alert by server, project and branch.',
    closes: hashOfShared('serverUrl', 'project.key', 'branch.name'),
  },
  state: [
    when('qualityGate.status', ['OK', 'NONE'], 'passed'),
    when('status', ['CANCELED', 'CANCELLED'], 'informational'),
  ],
}

import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** An alert of Trigger.dev: a run or a deployment of background tasks that failed. It is not graded. */
export const triggerDev: Product = {
  id: 'trigger_dev',
  name: 'Trigger.dev',
  source:
    'https://trigger.dev/docs/troubleshooting-alerts; triggerdotdev/trigger.dev, packages/core/src/v3/schemas/webhooks.ts',
  forms: [
    [
      is('type', 'alert.run.failed', 'alert.deployment.failed', 'alert.deployment.success'),
      ...[hasOneOf('object.run.id', 'object.deployment.id'), has('object.project.name')],
    ],
  ],
  title: [
    'Run of {object.task.id} failed: {object.run.error.message}',
    'Run of {object.task.id} failed',
    'Deployment of {object.project.name} failed: {object.error.message}',
    'Deployment of {object.project.name}',
  ],
  description: ['object.run.dashboardUrl', 'object.error.stack'],
  severity: [],
  time: ['object.run.completedAt', 'object.deployment.failedAt', 'object.deployment.deployedAt', 'created'],
  systems: ['object.project.name'],
  identity: {
    of: id('object.run.id', 'object.deployment.id'),
    why: 'The id is unique: a random id for each run and each deployment.',
  },
  state: [
    when('type', ['alert.deployment.success'], 'informational'),
    rule(when('object.run.isTest', [true], 'informational').read),
  ],
}

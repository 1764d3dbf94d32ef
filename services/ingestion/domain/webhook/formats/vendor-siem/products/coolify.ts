import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { delivery, hashOf, hashOfShared, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { when } from '../state.ts'

const SUBJECTS = ['application_uuid', 'database_uuid', 'server_uuid', 'task_uuid', 'container_name'] as const

/** A notification of Coolify about a deployment, a backup, a task or a server. It is not graded, and has no time. */
export const coolify: Product = {
  id: 'coolify',
  name: 'Coolify',
  source: 'https://coolify.io/docs/core/notifications/channels/webhook/payload-reference',
  forms: [
    [
      is('success', 'true', 'false'),
      like('event', /^[a-z]+(?:_[a-z]+)+$/, 'deployment_failed and others'),
      ...[has('message'), hasOneOf(...SUBJECTS)],
    ],
  ],
  title: [
    '{application_name}: {message}',
    '{database_name}: {message}',
    '{server_name}: {message}',
    '{task_name}: {message}',
    'message',
  ],
  description: ['error_output', 'deployment_url', 'url'],
  severity: [],
  time: [],
  systems: ['application_name', 'database_name', 'server_name', 'container_name'],
  identity: {
    of: (alert) => (idAt(alert, ['deployment_uuid']) === null ? delivery() : ofDeployment(alert)),
    closes: (alert) => (idAt(alert, SUBJECTS) === null ? null : `${ofSubject(alert)}:${kindOf(alert)}`),
    why: 'The id of a deployment is unique. Identity of a notification about one: id and event. Any other has no id and no time, so only the very delivery identifies it. A later success finds its alert by kind and by application, database, task or server.',
  },
  state: [when('success', [true], 'passed')],
}

const ofDeployment = hashOf('deployment_uuid', 'event')
const ofSubject = hashOfShared(...SUBJECTS)

/** `deployment` of `deployment_failed`, `server` of `server_unreachable`. */
const kindOf = (alert: unknown) => /^[a-z]+/i.exec(plainText(valueAt(alert, 'event')))?.[0] ?? ''

import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, status } from '../state.ts'

/** An issue of Promptfoo Enterprise: a weakness that red teaming found in an AI application. */
export const promptfoo: Product = {
  id: 'promptfoo',
  name: 'Promptfoo',
  source: 'https://www.promptfoo.dev/docs/enterprise/webhooks/',
  forms: [
    [
      like('event', /^issue\./, 'issue.created, …'),
      has('data.issue.id'),
      has('data.issue.pluginId'),
      has('data.issue.severity'),
    ],
  ],
  title: ['{data.issue.weakness} in {data.issue.targetId}', 'data.issue.weakness', 'data.issue.pluginId'],
  description: ['data.eventData.changes', 'data.issue.pluginId'],
  severity: [word('data.issue.severity')],
  time: ['data.issue.createdAt', 'timestamp'],
  systems: ['data.issue.targetId', 'data.issue.providerId'],
  identity: {
    of: id('data.issue.id'),
    why: 'The id is unique: a UUID for each issue. Comments and changes of its status or severity repeat it.',
  },
  state: [
    status('data.issue.status'),
    rule((alert) => (plainText(valueAt(alert, 'event')) === 'issue.comment_added' ? 'informational' : null)),
  ],
}

import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status } from '../state.ts'

/** An issue of a check rule of Dash0. */
export const dash0: Product = {
  id: 'dash0',
  name: 'Dash0',
  source: 'keephq/keep, keep/providers/dash0_provider/alerts_mock.py',
  forms: [[like('type', /^alert\./, 'alert.…'), has('data.issue.id'), has('data.issue.status')]],
  title: ['data.issue.summary', 'data.issue.checkrules.name'],
  description: ['data.issue.description', 'data.issue.checkrules.name'],
  severity: [
    codes('data.issue.status', { critical: 'critical', degraded: 'medium' }),
    word('data.issue.severity'),
  ],
  time: ['data.issue.start'],
  identity: {
    of: idAnd('data.issue.id', 'data.issue.start'),
    why: 'It is not documented whether an issue that comes back keeps its id. Identity: id and the time it started. The resolution repeats both.',
  },
  state: [status('data.issue.status')],
}

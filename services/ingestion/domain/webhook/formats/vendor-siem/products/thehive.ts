import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, isKey } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/** An alert or case of TheHive: what its webhook sends when one is created or updated, and the object alone. */
export const theHive: Product = {
  id: 'thehive',
  name: 'TheHive',
  source: 'StrangeBeeCorp/docs, docs/thehive/user-guides/organization/about-audit-logs.md',
  forms: [
    [is('objectType', 'Case', 'Alert'), has('object.title')],
    [isKey('_type', 'Case', 'Alert'), has('title'), has('_id')],
    [has('sourceRef'), has('tlp'), has('title'), hasOneOf('_id', 'id')],
  ],
  title: ['object.title', 'title'],
  description: ['object.description', 'description'],
  severity: [
    scale('object.severity', { low: 1, medium: 2, high: 3, critical: 4 }),
    scale('severity', { low: 1, medium: 2, high: 3, critical: 4 }),
    word('object.severityLabel', 'severityLabel'),
  ],
  time: ['object.startDate', 'object.date', 'object._createdAt', 'startDate', 'date', '_createdAt'],
  identity: {
    of: id('object._id', '_id', 'id'),
    why: 'The id is unique: that of the object. Every change repeats it. requestId and _id of the message are those of the change.',
  },
  state: [
    status('object.stage', 'stage'),
    ...['object.', ''].map((at) => reasonOfEnd(status(`${at}status`), `${at}stage`)),
  ],
}

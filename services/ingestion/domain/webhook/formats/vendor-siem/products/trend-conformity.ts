import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

const LEVELS = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  very_high: 'critical',
  extreme: 'critical',
} as const

/** A check of Trend Micro Cloud One Conformity. */
export const trendConformity: Product = {
  id: 'trend_conformity',
  name: 'Trend Cloud One Conformity',
  source: 'https://cloudone.trendmicro.com/docs/conformity/api-reference/tag/Checks',
  forms: [[is('type', 'checks'), has('attributes.risk-level'), has('attributes.message')]],
  title: ['attributes.message', 'attributes.rule-title'],
  description: ['attributes.rule-title', 'attributes.resolution-page-url'],
  severity: [codes('attributes.risk-level', LEVELS)],
  time: ['attributes.failure-discovery-date', 'attributes.created-date', 'attributes.last-modified-date'],
  systems: ['attributes.resource'],
  identity: {
    of: idAnd('id', 'attributes.failure-discovery-date'),
    closes: (alert) => {
      const check = plainText(valueAt(alert, 'id'))
      return check === '' ? null : `check ${check}`
    },
    why: 'The id is not unique: it is that of rule and resource, and is the same whenever the check fails. Identity: id and the time at which the failure was found. A success finds its alert by the id of the check.',
  },
  state: [
    when('attributes.suppressed', [true], 'suppressed'),
    when('attributes.ignored', [true], 'suppressed'),
    when('attributes.status', ['SUCCESS'], 'passed'),
  ],
}

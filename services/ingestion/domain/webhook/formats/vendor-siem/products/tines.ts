import { valueAt } from '../../../fields.ts'
import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { status } from '../state.ts'

/** A case of Tines, from a case notification or a case action. */
export const tines: Product = {
  id: 'tines',
  name: 'Tines',
  source:
    'https://www.tines.com/api/cases/case-notification-payloads; https://www.tines.com/api/cases/case-action-payloads',
  forms: [
    [has('activity.activity_type'), has('case.id'), has('case.name')],
    [
      has('button.label'),
      has('case.id'),
      has('case.name'),
      like('message', /^Triggered by /, 'Triggered by …'),
    ],
  ],
  title: ['case.name'],
  description: ['case.description'],
  severity: [word('case.severity', 'case.priority')],
  time: [
    'case.opened_at',
    'case.created_at',
    {
      path: 'activity.created_at',
      of: (alert) => (IS_NEW.holds(alert) ? valueAt(alert, CREATED) : undefined),
    },
  ],
  identity: {
    of: idAnd('case.id', 'case.url'),
    why: 'The id is not unique: each tenant counts its cases. Identity: number and address of the case. Every activity, the closure too, repeats them.',
  },
  state: [status('case.status')],
}

const CREATED = 'activity.created_at'
/** Other activities happen later than the case. */
const IS_NEW = is('activity.activity_type', 'created')
